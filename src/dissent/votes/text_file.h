// A text written line by line in large pieces: to a file that appears whole or not at all, or to standard
// output where the path is "-" or another name of it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "dissent/io/file.h"

namespace dissent {

class TextFile {
 public:
  explicit TextFile(const std::filesystem::path& path);
  // What is written next; the caller appends to it.
  std::string& text() { return text_; }
  void end_line();
  // Without it, a file does not appear.
  void commit();

 private:
  void flush();

  std::optional<AtomicFile> file_;  // none: standard output
  std::string text_;
};

}  // namespace dissent
