// Who works on what, among processes that share a folder, also over a network: a run is claimed by making a
// file that only one of them can make. Its holder renews it every few seconds; a claim whose process is gone,
// or that was not renewed for a minute, is taken over by making the file of the next generation, which again
// only one can do, and which tells the old holder, should it wake up, that the run is no longer its own.
// Needs no file locks, which some cluster file systems keep to one machine. docs/reliability.md says what
// follows from it; tests/study/claims_model_test.cpp tries every order of events.
#pragma once

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "dissent/study/claim_place.h"

namespace dissent {

struct ClaimTimes {
  std::chrono::milliseconds renew{5'000};
  std::chrono::milliseconds stale{60'000};
  // Claims that count as stale after `seconds`, renewed often enough for that.
  static ClaimTimes stale_after(double seconds);
};

class Claims {
 public:
  explicit Claims(std::filesystem::path folder, ClaimTimes times = {});
  // Without a thread that renews: whoever made it calls renew().
  Claims(std::unique_ptr<ClaimPlace> place, ClaimTimes times);
  ~Claims();  // leaves all
  Claims(const Claims&) = delete;
  Claims& operator=(const Claims&) = delete;

  // False: a living process has it, or may have it. Throws a SystemError where that cannot be told now.
  bool take(const std::string& name);
  void leave(const std::string& name);
  // Whether it is certain that a claim is still ours, or that another took it over. Where the place cannot be
  // read now, neither is.
  bool ours(const std::string& name) { return standing(name) == Standing::ours; }
  bool lost(const std::string& name) { return standing(name) == Standing::lost; }
  // For others to see, with the next renewal.
  void set_status(const std::string& name, const ClaimStatus& status);
  void renew();

  // What living processes, this one too, work on now, by name; none where the place cannot be read.
  struct Held {
    std::string name;
    ClaimStatus status;
  };
  std::vector<Held> held();
  // Removes what dead processes left, of every name for which `done` says that nobody will want it again.
  template <class Done>
  void clear(const Done& done) {
    for (const ClaimEntry& entry : dead()) {
      if (done(entry.name)) remove(entry);
    }
  }

 private:
  struct Claim {
    ClaimEntry entry;
    ClaimFile content;
    std::unique_ptr<ClaimHandle> handle;
  };
  // When a claim of an unknown process was first seen as it is now, by this machine's clock.
  struct Sighting {
    double written;
    std::chrono::duration<double> since;
  };
  // A look at the whole place; its clock is read once, where it is needed.
  struct Look {
    std::vector<ClaimEntry> entries;
    std::optional<double> clock;
    std::optional<ClaimEntry> latest(const std::string& name) const;
  };
  enum class Standing { ours, lost, unknown };
  Standing standing(const std::string& name);
  Look look();
  bool living(const ClaimEntry& entry, const ClaimSeen& seen, Look& at);
  std::vector<ClaimEntry> dead();
  void remove(const ClaimEntry& entry);

  std::unique_ptr<ClaimPlace> place_;
  ClaimTimes times_;
  std::mutex mutex_;
  std::map<std::string, Claim> claims_;
  std::map<std::string, Sighting> sightings_;  // by the file's name
  std::condition_variable_any wake_;
  std::optional<std::jthread> renewing_;
};

}  // namespace dissent
