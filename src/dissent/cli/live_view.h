// Several lines on standard error that are drawn anew in their place while long work goes on: only where a
// terminal sees them, and only once the work has taken 2 seconds.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace dissent::cli {

class LiveView {
 public:
  LiveView();
  ~LiveView();
  LiveView(const LiveView&) = delete;
  LiveView& operator=(const LiveView&) = delete;

  // Cheap: the lines are asked for only when it is time to draw.
  void update(const std::function<std::vector<std::string>()>& lines);
  void finish();  // removes them

 private:
  using Clock = std::chrono::steady_clock;
  bool terminal_;
  std::size_t drawn_ = 0;  // lines
  Clock::time_point next_ = Clock::now() + std::chrono::seconds(2);
};

}  // namespace dissent::cli
