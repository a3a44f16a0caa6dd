// One process at a time: an advisory lock on a file, held until destruction or the end of the process.
#pragma once

#include <filesystem>
#include <functional>

namespace dissent {

class StoreLock {
 public:
  // Waits until it is free; `on_wait` is called first where it is not.
  StoreLock(const std::filesystem::path& path, const std::function<void()>& on_wait);
  ~StoreLock();
  StoreLock(const StoreLock&) = delete;
  StoreLock& operator=(const StoreLock&) = delete;

 private:
  int fd_;
};

}  // namespace dissent
