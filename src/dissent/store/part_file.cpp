#include "dissent/store/part_file.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "dissent/core/error.h"

namespace dissent {

PartFile::PartFile(const std::filesystem::path& path)
    : path_(path), fd_(::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666)) {
  struct stat info {};
  if (fd_ < 0) fail_writing();
  if (::fstat(fd_, &info) != 0 || !S_ISREG(info.st_mode)) {
    ::close(fd_);
    fail("{}: is not a regular file; remove it and run again", path_.string());
  }
  size_ = static_cast<std::uint64_t>(info.st_size);
}

PartFile::~PartFile() {
  ::close(fd_);
}

void PartFile::clear() {
  if (::ftruncate(fd_, 0) != 0) fail_writing();
  size_ = 0;
}

void PartFile::append(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t done = ::pwrite(fd_, bytes.data(), bytes.size(), static_cast<off_t>(size_));
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) fail_writing();
    bytes.remove_prefix(static_cast<std::size_t>(done));
    size_ += static_cast<std::uint64_t>(done);
  }
}

void PartFile::sync() {
  if (::fsync(fd_) != 0) fail_writing();
}

void PartFile::fail_writing() const {
  const int error = errno;
  const char* cure = error == ENOSPC || error == EDQUOT ? "; free some space and run again" : "";
  fail("{}: cannot be written: {}{}", path_.string(), std::strerror(error), cure);
}

}  // namespace dissent
