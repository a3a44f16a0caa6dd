// Who works on what, among processes that share a folder, also over a network: a run is claimed by making a
// file that only one of them can make. Its holder renews it every few seconds; a claim whose process is gone,
// or that was not renewed for a minute, is taken over by making the file of the next generation, which again
// only one can do, and which tells the old holder, should it wake up, that the run is no longer its own.
// Needs no file locks, which some cluster file systems keep to one machine.
#pragma once

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace dissent {

struct ClaimTimes {
  std::chrono::milliseconds renew{5'000};
  std::chrono::milliseconds stale{60'000};
};

// How far a claimed run is, for other processes to see.
struct ClaimStatus {
  int epoch = 0, epochs = 0;  // 0: it starts
  double soft_nll = 0;        // of the last evaluation; 0: none yet
};

class Claims {
 public:
  explicit Claims(std::filesystem::path folder, ClaimTimes times = {});
  ~Claims();  // leaves all
  Claims(const Claims&) = delete;
  Claims& operator=(const Claims&) = delete;

  bool take(const std::string& name);  // false: a living process has it
  void leave(const std::string& name);
  bool ours(const std::string& name);  // false: another took it over
  // For others to see, with the next renewal.
  void set_status(const std::string& name, const ClaimStatus& status);

  // What living processes, this one too, work on now, by name.
  struct Held {
    std::string name;
    ClaimStatus status;
  };
  std::vector<Held> held() const;

 private:
  struct Claim {
    int generation = 0;
    ClaimStatus status = {};
  };
  int latest(const std::string& name) const;  // the generation that counts; 0: none
  bool living(const std::filesystem::path& file) const;
  std::filesystem::path file(const std::string& name, int generation) const;
  std::string text(const Claim& claim) const;
  void renew();

  std::filesystem::path folder_;
  ClaimTimes times_;
  mutable std::mutex mutex_;
  std::map<std::string, Claim> claims_;
  std::condition_variable_any wake_;
  std::jthread renewing_;
};

}  // namespace dissent
