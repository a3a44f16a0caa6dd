// Files in and out: a whole file mapped for reading; a file written under a temporary name and renamed when
// whole, so that what has its final name is complete.
#pragma once

#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>

namespace dissent {

// Read-only mapping of a regular file; an empty file gives empty bytes.
class MappedFile {
 public:
  explicit MappedFile(const std::filesystem::path& path);
  ~MappedFile();
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&&) = delete;
  std::string_view bytes() const { return bytes_; }
  // Hints that [begin, end) will not be read again soon, so that its pages need not stay in memory.
  void release(std::size_t begin, std::size_t end) const;

 private:
  std::string_view bytes_;
};

std::string read_file(const std::filesystem::path& path);

// Writes to PATH.tmp-PID; commit() makes it durable and renames it, anything else removes it.
class AtomicFile {
 public:
  explicit AtomicFile(std::filesystem::path path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;
  void write(std::string_view bytes);
  void commit();

 private:
  [[noreturn]] void fail_writing(int error) const;
  std::filesystem::path path_;
  std::filesystem::path temporary_;
  std::FILE* file_ = nullptr;
};

// Durable renaming of a file or folder; an error where it cannot be done.
void sync_folder(const std::filesystem::path& folder);  // a rename is only durable once its folder is
void rename_or_fail(const std::filesystem::path& from, const std::filesystem::path& to);

void write_file(const std::filesystem::path& path, std::string_view bytes);  // atomically

}  // namespace dissent
