// Where an output goes that a user named: a regular file, which is replaced as a whole and keeps its mode and
// owner, or something else (a device, a pipe, an open descriptor), which is written into.
#pragma once

#include <filesystem>
#include <optional>

#include <sys/types.h>

namespace dissent {

struct OutputTarget {
  std::filesystem::path path;  // behind all symbolic links
  int into = -1;               // a descriptor, the caller's to close; -1: the file is replaced
  struct Owner {
    uid_t user;
    gid_t group;
    mode_t mode;  // permissions
  };
  std::optional<Owner> before = {};  // of the file that is there
};

// Throws for a folder, for a socket, and for a file that may not be written.
OutputTarget output_target(const std::filesystem::path& path);

// Whether it is "-" or another name of standard output, such as /dev/stdout.
bool is_standard_output(const std::filesystem::path& path);

// The permissions of a file that this process makes where none was.
mode_t mode_of_new_files();

}  // namespace dissent
