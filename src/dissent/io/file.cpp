#include "dissent/io/file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "dissent/core/error.h"

namespace dissent {
namespace fs = std::filesystem;

MappedFile::MappedFile(const fs::path& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) fail("{}: cannot be read: {}", path.string(), std::strerror(errno));
  struct stat info {};
  if (::fstat(fd, &info) != 0 || !S_ISREG(info.st_mode)) {
    ::close(fd);
    fail("{}: is not a file (is it a folder or a pipe? give the path of a file)", path.string());
  }
  const auto size = static_cast<std::size_t>(info.st_size);
  if (size > 0) {
    void* address = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (address == MAP_FAILED) {
      const int error = errno;
      ::close(fd);
      fail("{}: cannot be mapped: {}", path.string(), std::strerror(error));
    }
    bytes_ = {static_cast<const char*>(address), size};
  }
  ::close(fd);
}

MappedFile::~MappedFile() {
  if (!bytes_.empty()) ::munmap(const_cast<char*>(bytes_.data()), bytes_.size());
}

MappedFile::MappedFile(MappedFile&& other) noexcept : bytes_(std::exchange(other.bytes_, {})) {}

void MappedFile::release(std::size_t begin, std::size_t end) const {
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  begin = (begin + page - 1) / page * page;
  end = std::min(end, bytes_.size()) / page * page;
  if (begin < end) ::madvise(const_cast<char*>(bytes_.data()) + begin, end - begin, MADV_DONTNEED);
}

std::string read_file(const fs::path& path) {
  return std::string(MappedFile(path).bytes());
}

AtomicFile::AtomicFile(fs::path path)
    : path_(std::move(path)), temporary_(path_.string() + ".tmp-" + std::to_string(::getpid())) {
  if (fs::is_directory(path_)) fail("{}: is a folder; give the path of a file", path_.string());
  file_ = std::fopen(temporary_.c_str(), "wb");
  if (file_ == nullptr) fail_writing(errno);
}

AtomicFile::~AtomicFile() {
  if (file_ == nullptr) return;
  std::fclose(file_);
  ::unlink(temporary_.c_str());
}

void AtomicFile::write(std::string_view bytes) {
  if (bytes.empty()) return;  // fwrite wants a place even for nothing
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size()) fail_writing(errno);
}

void AtomicFile::commit() {
  if (std::fflush(file_) != 0 || ::fsync(::fileno(file_)) != 0) fail_writing(errno);
  std::fclose(std::exchange(file_, nullptr));
  if (::rename(temporary_.c_str(), path_.c_str()) != 0) {
    const int error = errno;
    ::unlink(temporary_.c_str());
    fail_writing(error);
  }
}

void AtomicFile::fail_writing(int error) const {
  const char* cure = error == ENOENT   ? "; make its folder first"
                     : error == ENOSPC ? "; free some space and run again"
                                       : "";
  fail("{}: cannot be written: {}{}", path_.string(), std::strerror(error), cure);
}

void sync_folder(const std::filesystem::path& folder) {
  const int fd = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return;
  ::fsync(fd);
  ::close(fd);
}

void rename_or_fail(const std::filesystem::path& from, const std::filesystem::path& to) {
  std::error_code error;
  std::filesystem::rename(from, to, error);
  if (error) fail("{}: cannot be put in place: {}", to.string(), error.message());
}

void write_file(const fs::path& path, std::string_view bytes) {
  AtomicFile file(path);
  file.write(bytes);
  file.commit();
}

}  // namespace dissent
