#include "core/error.h"
#include "votes/importers.h"
namespace dissent {
bool recognises_chaosnli(const Source&) {
  return false;
}
ImportResult read_chaosnli(const Source&, const ImportOptions&) {
  fail("chaosnli");
}
}  // namespace dissent
