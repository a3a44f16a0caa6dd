#include "dissent/votes/text_file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "dissent/core/error.h"
#include "dissent/io/output_target.h"

namespace dissent {
namespace {

constexpr std::size_t kFlushAt = std::size_t{1} << 20;  // bytes of text written at once

void check_standard_output(bool written) {
  if (!written) fail("standard output cannot be written: {}", std::strerror(errno));
}

}  // namespace

TextFile::TextFile(const std::filesystem::path& path) {
  if (!is_standard_output(path)) file_.emplace(path);
}

void TextFile::end_line() {
  text_ += '\n';
  if (text_.size() >= kFlushAt) flush();
}

void TextFile::commit() {
  flush();
  if (file_) {
    file_->commit();
  } else {
    check_standard_output(std::fflush(stdout) == 0);
  }
}

void TextFile::flush() {
  if (file_) {
    file_->write(text_);
  } else {
    check_standard_output(std::fwrite(text_.data(), 1, text_.size(), stdout) == text_.size());
  }
  text_.clear();
}

}  // namespace dissent
