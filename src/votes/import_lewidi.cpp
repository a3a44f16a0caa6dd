#include "core/error.h"
#include "votes/importers.h"
namespace dissent {
bool recognises_lewidi(const Source&) {
  return false;
}
ImportResult read_lewidi(const Source&, const ImportOptions&) {
  fail("lewidi");
}
}  // namespace dissent
