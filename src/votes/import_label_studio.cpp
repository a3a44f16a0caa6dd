#include "core/error.h"
#include "votes/importers.h"
namespace dissent {
bool recognises_label_studio(const Source&) {
  return false;
}
ImportResult read_label_studio(const Source&, const ImportOptions&) {
  fail("label_studio");
}
}  // namespace dissent
