// Claims as files of a folder, which may lie on a file system that several machines share. A claim appears
// whole, by a link that only one process can make, and is renewed through the descriptor that made it. Needs
// no file locks.
#pragma once

#include <filesystem>
#include <memory>

#include "dissent/study/claim_place.h"

namespace dissent {

std::unique_ptr<ClaimPlace> claim_folder(std::filesystem::path folder);

}  // namespace dissent
