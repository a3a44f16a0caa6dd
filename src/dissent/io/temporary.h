// Files and folders that live for a while, under names that nobody can foresee: made by this process alone,
// never through a link, for its user only. They go with their object, with a signal that ends the process
// (remove_temporaries_on_signals) and, where their maker was killed, with the next temporary in that folder.
#pragma once

#include <filesystem>
#include <string_view>

namespace dissent {

// Names of temporaries begin with it. Whoever lists a folder passes them over.
inline constexpr std::string_view kTemporaryName = ".dissent-tmp-";
bool is_temporary(const std::filesystem::path& path);

// An empty file, open for reading and writing, locked for as long as its maker lives.
class TemporaryFile {
 public:
  // Throws a SystemError that names `wanted`, the file that it is made for.
  TemporaryFile(const std::filesystem::path& folder, const std::filesystem::path& wanted);
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  const std::filesystem::path& path() const { return path_; }
  int descriptor() const { return fd_; }
  // Another name for it, from now on an ordinary file's; 0, or errno's value where that fails.
  int rename_to(const std::filesystem::path& path);

 private:
  std::filesystem::path path_;
  int fd_ = -1;
  int slot_ = -1;
};

// An empty folder; what is in it goes with it.
class TemporaryFolder {
 public:
  // In the system's folder of temporary files, or in `folder`. Throws SystemError.
  TemporaryFolder();
  explicit TemporaryFolder(const std::filesystem::path& folder);
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  int fd_ = -1;
  int slot_ = -1;
};

// Removes what dead processes of this user left in a folder; what a living one uses stays. Never throws.
void clear_temporaries(const std::filesystem::path& folder);

// For a program: INT, TERM and HUP, unless they are ignored, remove this process's temporaries before they
// end it.
void remove_temporaries_on_signals();
// The same signals handled by `handler`, which may do no more than a signal's handler may.
void handle_end_signals(void (*handler)(int));

}  // namespace dissent
