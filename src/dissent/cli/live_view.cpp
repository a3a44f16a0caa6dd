#include "dissent/cli/live_view.h"

#include <cstdio>

#include <fmt/format.h>
#include <unistd.h>

#include "dissent/cli/terminal.h"
#include "dissent/core/text.h"

namespace dissent::cli {

LiveView::LiveView() : terminal_(::isatty(STDERR_FILENO) == 1) {}

LiveView::~LiveView() {
  finish();
}

void LiveView::update(const std::function<std::vector<std::string>()>& lines) {
  if (!terminal_ || Clock::now() < next_) return;
  next_ = Clock::now() + std::chrono::milliseconds(200);
  const std::size_t columns = stderr_columns();
  std::string text;
  if (drawn_ > 0) text += fmt::format("\x1b[{}A", drawn_);
  text += "\r\x1b[J";
  const std::vector<std::string> now = lines();
  for (const std::string& line : now) text += fit(line, columns - 1) + "\n";
  std::fputs(text.c_str(), stderr);
  std::fflush(stderr);
  drawn_ = now.size();
}

void LiveView::finish() {
  if (drawn_ == 0) return;
  std::fputs(fmt::format("\x1b[{}A\r\x1b[J", drawn_).c_str(), stderr);
  std::fflush(stderr);
  drawn_ = 0;
}

}  // namespace dissent::cli
