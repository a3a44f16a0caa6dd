#include "core/error.h"
#include "votes/importers.h"
namespace dissent {
bool recognises_counts(const Source&) {
  return false;
}
ImportResult read_counts(const Source&, const ImportOptions&) {
  fail("counts");
}
}  // namespace dissent
