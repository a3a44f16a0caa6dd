#include "core/error.h"
#include "votes/importers.h"
namespace dissent {
bool recognises_popquorn(const Source&) {
  return false;
}
ImportResult read_popquorn(const Source&, const ImportOptions&) {
  fail("popquorn");
}
}  // namespace dissent
