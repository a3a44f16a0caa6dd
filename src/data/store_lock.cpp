#include "data/store_lock.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "core/error.h"

namespace dissent {

// The file stays: removing it would let a third process lock a new one while a second waits for the old.
StoreLock::StoreLock(const std::filesystem::path& path, const std::function<void()>& on_wait)
    : fd_(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
  if (fd_ < 0) {
    fail("{}: cannot be written: {}; set DISSENT_DATA to a folder that can be", path.string(),
         std::strerror(errno));
  }
  if (::flock(fd_, LOCK_EX | LOCK_NB) == 0) return;
  if (errno == EWOULDBLOCK) on_wait();
  while (::flock(fd_, LOCK_EX) != 0) {
    if (errno == EINTR) continue;
    const int error = errno;
    ::close(fd_);
    fail("{}: cannot be locked: {}; set DISSENT_DATA to a folder on a local disk", path.string(),
         std::strerror(error));
  }
}

StoreLock::~StoreLock() {
  ::close(fd_);
}

}  // namespace dissent
