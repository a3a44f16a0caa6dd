#include "dissent/cli/progress.h"

#include <algorithm>
#include <cstdio>

#include <fmt/format.h>
#include <unistd.h>

#include "dissent/cli/terminal.h"
#include "dissent/core/exception.h"
#include "dissent/core/text.h"

namespace dissent::cli {
namespace {

constexpr std::size_t kBar = 24;  // columns

}  // namespace

void print_note(const std::string& sentence) {
  say(decorated(sentence, [](std::string_view key) { return "--" + std::string(key); }));
}

Progress::Progress(std::string label, std::uint64_t total)
    : label_(std::move(label)), total_(total), terminal_(::isatty(STDERR_FILENO) == 1) {}

Progress::~Progress() {
  finish();
}

void Progress::update(std::uint64_t done, std::string_view note) {
  if (!terminal_) return;
  const auto now = Clock::now();
  if (now < next_) return;
  next_ = now + std::chrono::milliseconds(100);
  const double elapsed = std::chrono::duration<double>(now - start_).count();
  std::string line = label_ + "  ";
  if (total_ > 0) {
    const double share = std::min(1.0, static_cast<double>(done) / static_cast<double>(total_));
    line += fmt::format("{} {:3.0f} %  ", bar(share, kBar), 100 * share);
    if (share > 0) line += fmt::format("{} left  ", clock_text(elapsed * (1 - share) / share));
  } else {
    line += clock_text(elapsed) + "  ";
  }
  line += note;
  std::fprintf(stderr, "\r%s", fit(line, stderr_columns() - 1).c_str());
  std::fflush(stderr);
  drawn_ = true;
}

void Progress::finish() {
  if (!drawn_) return;
  std::fprintf(stderr, "\r\x1b[K");
  std::fflush(stderr);
  drawn_ = false;
}

void ProgressMonitor::progress(std::string_view what, std::uint64_t done, std::uint64_t total) {
  if (!shown_ || what != what_) {
    what_ = what;
    shown_.emplace(what_, total);
  }
  shown_->update(done);
  if (done == total) shown_.reset();
}

}  // namespace dissent::cli
