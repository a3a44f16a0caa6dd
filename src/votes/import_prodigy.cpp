#include "core/error.h"
#include "votes/importers.h"
namespace dissent {
bool recognises_prodigy(const Source&) {
  return false;
}
ImportResult read_prodigy(const Source&, const ImportOptions&) {
  fail("prodigy");
}
}  // namespace dissent
