// Folders and what lies in them: what std::filesystem answers, with errors (SystemError) of one line that
// name the path.
#pragma once

#include <filesystem>
#include <vector>

namespace dissent {

// False where there is no such thing. A path that cannot be followed (no permission, a name too long) is an
// error.
bool is_there(const std::filesystem::path& path);
bool is_folder(const std::filesystem::path& path);

// By name, without the temporaries of living or dead processes. A folder that cannot be read is an error.
std::vector<std::filesystem::path> entries_of(const std::filesystem::path& folder);

// With the folders above it, where they are missing.
void make_folders(const std::filesystem::path& folder);
// With all that is in it.
void remove_whole(const std::filesystem::path& folder);

// From the root on.
std::filesystem::path whole_path(const std::filesystem::path& path);

}  // namespace dissent
