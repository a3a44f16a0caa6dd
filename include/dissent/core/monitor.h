// What long work tells while it goes on, and how it is asked to stop. Operations take a Monitor; they never
// print.
#pragma once

#include <cstdint>
#include <exception>
#include <string>
#include <string_view>

namespace dissent {

class Monitor {
 public:
  virtual ~Monitor() = default;
  // `done` of `total` parts of `what` are finished; total 0: how many there are is not known.
  virtual void progress(std::string_view what, std::uint64_t done, std::uint64_t total) {
    static_cast<void>(what), static_cast<void>(done), static_cast<void>(total);
  }
  // A sentence for people: what was chosen, what will take long.
  virtual void note(const std::string& sentence) { static_cast<void>(sentence); }
  // Asked often. True: the work ends at the next place where nothing is lost.
  virtual bool stopping() { return false; }

  // A monitor that tells nobody and never stops.
  static Monitor& quiet() {
    static Monitor monitor;
    return monitor;
  }
};

// Thrown by work that was asked to stop and has no partial result to return.
class Stopped : public std::exception {
 public:
  const char* what() const noexcept override { return "stopped"; }
};
inline void stop_if_asked(Monitor& monitor) {
  if (monitor.stopping()) throw Stopped();
}

}  // namespace dissent
