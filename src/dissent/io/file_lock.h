// One process at a time: an advisory lock on a file, held until destruction or the end of the process.
#pragma once

#include <filesystem>
#include <functional>
#include <string_view>

namespace dissent {

class FileLock {
 public:
  // Waits until it is free; `on_wait` is called first where it is not, and may throw instead of waiting.
  // `cure` ends the message where the file cannot be made or locked.
  FileLock(const std::filesystem::path& path, std::string_view cure, const std::function<void()>& on_wait);
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  int fd_;
};

}  // namespace dissent
