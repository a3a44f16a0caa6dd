#include "dissent/io/folder.h"

#include <algorithm>
#include <system_error>

#include "dissent/io/system_error.h"
#include "dissent/io/temporary.h"

namespace dissent {
namespace fs = std::filesystem;
namespace {

fs::file_status status_of(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::none) system_fail(path, "cannot be looked at", error.value());
  return status;
}

}  // namespace

bool is_there(const fs::path& path) {
  return fs::exists(status_of(path));
}

bool is_folder(const fs::path& path) {
  return fs::is_directory(status_of(path));
}

std::vector<fs::path> entries_of(const fs::path& folder) {
  std::vector<fs::path> entries;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (!is_temporary(at->path())) entries.push_back(at->path());
  }
  if (error) system_fail(folder, "cannot be read", error.value());
  std::sort(entries.begin(), entries.end());
  return entries;
}

void make_folders(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) system_fail(folder, "cannot be made", error.value());
}

void remove_whole(const fs::path& folder) {
  std::error_code error;
  fs::remove_all(folder, error);
  if (error) system_fail(folder, "cannot be removed", error.value());
}

fs::path whole_path(const fs::path& path) {
  std::error_code error;
  fs::path whole = fs::absolute(path, error);
  if (error) system_fail(path, "the folder that it is relative to is gone", error.value());
  return whole;
}

}  // namespace dissent
