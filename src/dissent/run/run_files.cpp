#include "dissent/run/run_files.h"

#include <utility>

#include "dissent/io/file.h"
#include "dissent/io/folder.h"

namespace dissent {

RunFiles::RunFiles(std::filesystem::path folder, std::shared_ptr<const PackedRun> packed)
    : folder_(std::move(folder)), packed_(std::move(packed)) {}

bool RunFiles::in_folder(const std::string& name) const {
  return is_there(folder_ / name);
}

bool RunFiles::has(const std::string& name) const {
  return in_folder(name) || (packed_ && packed_->has(name));
}

std::string RunFiles::read(const std::string& name) const {
  return packed_ && !in_folder(name) ? packed_->read(name) : read_file(folder_ / name);
}

std::string RunFiles::place(const std::string& name) const {
  return packed_ && !in_folder(name) ? packed_->place(name) : (folder_ / name).string();
}

}  // namespace dissent
