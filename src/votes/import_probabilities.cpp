#include "core/error.h"
#include "votes/importers.h"
namespace dissent {
bool recognises_probabilities(const Source&) {
  return false;
}
ImportResult read_probabilities(const Source&, const ImportOptions&) {
  fail("probabilities");
}
}  // namespace dissent
