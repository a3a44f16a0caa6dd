// A file that grows and may be left unfinished: opened for appending to what an earlier run left, every byte
// handed to the system at once, so that a killed process loses nothing that had come.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace dissent {

class PartFile {
 public:
  explicit PartFile(const std::filesystem::path& path);
  ~PartFile();
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;

  std::uint64_t size() const { return size_; }
  void clear();
  void append(std::string_view bytes);
  void sync();  // durable on return

 private:
  [[noreturn]] void fail_writing() const;
  std::filesystem::path path_;
  int fd_;
  std::uint64_t size_ = 0;
};

}  // namespace dissent
