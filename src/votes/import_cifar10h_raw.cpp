#include "core/error.h"
#include "votes/importers.h"
namespace dissent {
bool recognises_cifar10h_raw(const Source&) {
  return false;
}
ImportResult read_cifar10h_raw(const Source&, const ImportOptions&) {
  fail("cifar10h_raw");
}
}  // namespace dissent
