#include "core/error.h"
#include "votes/importers.h"
namespace dissent {
bool recognises_peerannot(const Source&) {
  return false;
}
ImportResult read_peerannot(const Source&, const ImportOptions&) {
  fail("peerannot");
}
}  // namespace dissent
