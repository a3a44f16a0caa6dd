// One line on standard error that says how far long work has come: only where a terminal sees it, and only
// once the work has taken 2 seconds.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "dissent/core/monitor.h"

namespace dissent::cli {

// A sentence of an operation's, Monitor::note(), on standard error.
void print_note(const std::string& sentence);

class Progress {
 public:
  // `total` 0: not known, so that only the time is shown.
  Progress(std::string label, std::uint64_t total);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // Cheap enough for every block of work: most calls only look at the clock. `note` is drawn at the end.
  void update(std::uint64_t done, std::string_view note = {});
  void set_total(std::uint64_t total) { total_ = total; }
  void finish();  // removes the line

 private:
  using Clock = std::chrono::steady_clock;
  std::string label_;
  std::uint64_t total_;
  bool terminal_;
  bool drawn_ = false;
  Clock::time_point start_ = Clock::now();
  Clock::time_point next_ = start_ + std::chrono::seconds(2);
};

// Draws what an operation tells of its progress: a Progress for each part of the work.
class ProgressMonitor : public Monitor {
 public:
  void progress(std::string_view what, std::uint64_t done, std::uint64_t total) override;

 private:
  std::string what_;
  std::optional<Progress> shown_;
};

}  // namespace dissent::cli
