#include "core/error.h"
#include "votes/importers.h"
namespace dissent {
bool recognises_wide_csv(const Source&) {
  return false;
}
ImportResult read_wide_csv(const Source&, const ImportOptions&) {
  fail("wide_csv");
}
}  // namespace dissent
