#include "dissent/io/file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "dissent/core/error.h"
#include "dissent/io/mapping_guard.h"
#include "dissent/io/output_target.h"
#include "dissent/io/stream.h"
#include "dissent/io/system_error.h"
#include "dissent/io/temporary.h"

namespace dissent {
namespace fs = std::filesystem;

struct MappedFile::Backing {
  std::string read;  // where it could not be mapped
  std::optional<GuardedMapping> mapped;
};

MappedFile::MappedFile(const fs::path& path) : backing_(std::make_unique<Backing>()) {
  if (is_stream(path)) {
    backing_->read = read_stream(path);
    bytes_ = backing_->read;
    return;
  }
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) system_fail(path, "cannot be read", errno);
  struct stat info {};
  if (::fstat(fd, &info) != 0 || !S_ISREG(info.st_mode)) {
    ::close(fd);
    fail("{}: is a folder, where a file is wanted", path.string());
  }
  const auto size = static_cast<std::size_t>(info.st_size);
  void* address = size > 0 ? ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd, 0) : nullptr;
  const int error = errno;
  ::close(fd);
  if (size == 0) {  // or a file of the kernel's
    backing_->read = read_stream(path);
    bytes_ = backing_->read;
    return;
  }
  if (address == MAP_FAILED) system_fail(path, "cannot be mapped", error);
  bytes_ = {static_cast<const char*>(address), size};
  backing_->mapped.emplace(bytes_, path.string(), info);
}

MappedFile::~MappedFile() {
  if (bytes_.empty() || bytes_.data() == backing_->read.data()) return;
  const std::string_view mapped = bytes_;
  backing_.reset();  // the guard goes first
  ::munmap(const_cast<char*>(mapped.data()), mapped.size());
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : bytes_(std::exchange(other.bytes_, {})), backing_(std::move(other.backing_)) {}

void MappedFile::release(std::size_t begin, std::size_t end) const {
  if (bytes_.data() == backing_->read.data()) return;
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  begin = (begin + page - 1) / page * page;
  end = std::min(end, bytes_.size()) / page * page;
  if (begin < end) ::madvise(const_cast<char*>(bytes_.data()) + begin, end - begin, MADV_DONTNEED);
}

std::string read_file(const fs::path& path) {
  const MappedFile file(path);
  std::string bytes(file.bytes());
  fail_if_cut();
  return bytes;
}

struct AtomicFile::Output {
  explicit Output(const fs::path& path) : target(output_target(path)) {}

  OutputTarget target;
  std::optional<TemporaryFile> temporary;  // none: written into

  // The new file as the old one was. False: it belongs to another, whom only the old file can keep as owner.
  bool take_over_owner() const {
    const int fd = temporary->descriptor();
    const auto& before = target.before;
    if (before && (before->user != ::geteuid() || before->group != ::getegid()) &&
        ::fchown(fd, before->user, before->group) != 0)
      return false;
    return ::fchmod(fd, before ? before->mode : mode_of_new_files()) == 0;
  }

  // What the temporary file holds, into the old one. 0, or errno's value.
  int copy_into_place() const {
    const int to = ::open(target.path.c_str(), O_WRONLY | O_TRUNC | O_NOFOLLOW | O_CLOEXEC);
    if (to < 0) return errno;
    std::array<char, 1 << 16> piece;
    off_t at = 0;
    int error = 0;
    for (ssize_t got = 0; error == 0; at += got) {
      got = ::pread(temporary->descriptor(), piece.data(), piece.size(), at);
      if (got == 0) break;
      if (got < 0 || ::write(to, piece.data(), static_cast<std::size_t>(got)) != got) error = errno;
    }
    if (error == 0 && ::fsync(to) != 0) error = errno;
    ::close(to);
    return error;
  }
};

AtomicFile::AtomicFile(fs::path path) : path_(std::move(path)), output_(std::make_unique<Output>(path_)) {
  int fd = output_->target.into;
  if (fd < 0) {
    output_->temporary.emplace(output_->target.path.parent_path(), path_);
    fd = ::fcntl(output_->temporary->descriptor(), F_DUPFD_CLOEXEC, 3);
  }
  file_ = fd < 0 ? nullptr : ::fdopen(fd, "wb");
  if (file_ == nullptr) fail_writing(errno);
}

AtomicFile::~AtomicFile() {
  if (file_ != nullptr) std::fclose(file_);
}

void AtomicFile::write(std::string_view bytes) {
  if (bytes.empty()) return;  // fwrite wants a place even for nothing
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size()) fail_writing(errno);
}

void AtomicFile::commit() {
  fail_if_cut();  // what was made of such a file goes nowhere
  if (std::fflush(file_) != 0) fail_writing(errno);
  if (output_->temporary && ::fsync(::fileno(file_)) != 0) fail_writing(errno);
  if (std::fclose(std::exchange(file_, nullptr)) != 0) fail_writing(errno);
  if (!output_->temporary) return;
  const int error = output_->take_over_owner() ? output_->temporary->rename_to(output_->target.path)
                                               : output_->copy_into_place();
  output_->temporary.reset();
  if (error != 0) fail_writing(error);
}

void AtomicFile::fail_writing(int error) const {
  system_fail(path_, "cannot be written", error);
}

void sync_folder(const std::filesystem::path& folder) {
  const int fd = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return;
  ::fsync(fd);
  ::close(fd);
}

void rename_or_fail(const std::filesystem::path& from, const std::filesystem::path& to) {
  if (::rename(from.c_str(), to.c_str()) != 0) system_fail(to, "cannot be put in place", errno);
}

void write_file(const fs::path& path, std::string_view bytes) {
  AtomicFile file(path);
  file.write(bytes);
  file.commit();
}

}  // namespace dissent
