#include "core/error.h"
#include "votes/importers.h"
namespace dissent {
bool recognises_argilla(const Source&) {
  return false;
}
ImportResult read_argilla(const Source&, const ImportOptions&) {
  fail("argilla");
}
}  // namespace dissent
