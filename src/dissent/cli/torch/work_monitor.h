// A monitor that shows long work on the terminal: one line that moves, notes on standard error, and Ctrl-C as
// the wish to stop.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

#include "dissent/cli/progress.h"
#include "dissent/cli/torch/interrupt.h"
#include "dissent/core/monitor.h"
#include "dissent/core/text.h"

namespace dissent::cli {

// Base: Monitor, or one that is told more.
template <class Base = Monitor>
class WorkMonitor : public Base {
 public:
  explicit WorkMonitor(std::string label) : progress_(std::move(label), 0) {}

  void progress(std::string_view what, std::uint64_t done, std::uint64_t total) override {
    progress_.set_total(total);
    progress_.update(done, what);
  }
  void note(const std::string& sentence) override {
    progress_.finish();
    print_note(sentence);
  }
  bool stopping() override { return interrupted(); }

 private:
  Progress progress_;
};

}  // namespace dissent::cli
