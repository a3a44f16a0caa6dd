#include "dissent/io/file_lock.h"

#include <cerrno>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "dissent/io/system_error.h"

namespace dissent {

// The file stays: removing it would let a third process lock a new one while a second waits for the old.
FileLock::FileLock(const std::filesystem::path& path, std::string_view cure,
                   const std::function<void()>& on_wait)
    : fd_(::open(path.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666)) {
  if (fd_ < 0) system_fail(path, "cannot be written", errno, cure);
  if (::flock(fd_, LOCK_EX | LOCK_NB) == 0) return;
  try {
    if (errno == EWOULDBLOCK) on_wait();
    while (::flock(fd_, LOCK_EX) != 0) {
      if (errno != EINTR) system_fail(path, "cannot be locked", errno, cure);
    }
  } catch (...) {
    ::close(fd_);
    throw;
  }
}

FileLock::~FileLock() {
  ::close(fd_);
}

}  // namespace dissent
