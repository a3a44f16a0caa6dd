// Files in and out: a whole file mapped for reading; a file written under a temporary name and renamed when
// whole, so that what has its final name is complete.
#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace dissent {

// All bytes of a file: a regular one is mapped; a pipe, a device, a file of the kernel's (whose size is 0
// whatever it holds) or standard input ("-") is read to its end.
class MappedFile {
 public:
  explicit MappedFile(const std::filesystem::path& path);  // throws where it cannot be read
  ~MappedFile();
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&&) = delete;
  std::string_view bytes() const { return bytes_; }
  // Hints that [begin, end) will not be read again soon, so that its pages need not stay in memory.
  void release(std::size_t begin, std::size_t end) const;

 private:
  struct Backing;
  std::string_view bytes_;
  std::unique_ptr<Backing> backing_;
};

std::string read_file(const std::filesystem::path& path);

// Writes to a temporary file in the same folder; commit() makes it durable and renames it, anything else
// removes it. The file that it replaces passes on its mode and owner; of a symbolic link the target is
// replaced. What is no regular file (/dev/null, a pipe) is written into.
class AtomicFile {
 public:
  explicit AtomicFile(std::filesystem::path path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;
  void write(std::string_view bytes);
  void commit();

 private:
  struct Output;
  [[noreturn]] void fail_writing(int error) const;
  std::filesystem::path path_;
  std::unique_ptr<Output> output_;
  std::FILE* file_ = nullptr;
};

// Durable renaming of a file or folder; an error where it cannot be done.
void sync_folder(const std::filesystem::path& folder);  // a rename is only durable once its folder is
void rename_or_fail(const std::filesystem::path& from, const std::filesystem::path& to);

void write_file(const std::filesystem::path& path, std::string_view bytes);  // atomically

}  // namespace dissent
