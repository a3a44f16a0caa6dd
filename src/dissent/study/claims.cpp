#include "dissent/study/claims.h"

#include <algorithm>
#include <utility>

#include "dissent/core/error.h"
#include "dissent/io/system_error.h"
#include "dissent/study/claim_folder.h"

namespace dissent {
namespace {

constexpr int kRenewals = 12;  // within the time after which a claim is stale

}  // namespace

ClaimTimes ClaimTimes::stale_after(double seconds) {
  const auto stale =
      std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::duration<double>(seconds));
  return {std::max(stale / kRenewals, std::chrono::milliseconds(1)), stale};
}

Claims::Claims(std::unique_ptr<ClaimPlace> place, ClaimTimes times)
    : place_(std::move(place)), times_(times) {}

Claims::Claims(std::filesystem::path folder, ClaimTimes times)
    : Claims(claim_folder(std::move(folder)), times) {
  renewing_.emplace([this](const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (!stop.stop_requested()) {
      wake_.wait_for(lock, stop, times_.renew, [] { return false; });
      if (stop.stop_requested()) return;
      lock.unlock();
      renew();
      lock.lock();
    }
  });
}

Claims::~Claims() {
  renewing_.reset();  // stopped and waited for
  while (!claims_.empty()) leave(claims_.begin()->first);
}

void Claims::renew() {
  const std::scoped_lock lock(mutex_);
  for (auto& [name, claim] : claims_) claim.handle->renew(claim.content);
}

Claims::Look Claims::look() {
  return {place_->list(), std::nullopt};
}

std::optional<ClaimEntry> Claims::Look::latest(const std::string& name) const {
  std::optional<ClaimEntry> last;
  for (const ClaimEntry& entry : entries) {
    if (entry.name == name && (!last || entry.generation > last->generation)) last = entry;
  }
  return last;
}

// Whether the process behind a claim is known to live, or gave a sign within the time. Two clocks may tell
// that it did not: that of the files, and, where a file is dated in the future, this machine's own, since it
// first saw the claim as it is.
bool Claims::living(const ClaimEntry& entry, const ClaimSeen& seen, Look& at) {
  switch (place_->holder(seen.content)) {
    case ClaimPlace::Holder::alive:
      return true;
    case ClaimPlace::Holder::dead:
      return false;
    case ClaimPlace::Holder::unknown:
      break;
  }
  const std::chrono::duration<double> stale = times_.stale;
  Sighting& sighting = sightings_
                           .try_emplace(fmt::format("{}.{}", entry.name, entry.generation),
                                        Sighting{seen.written, place_->now()})
                           .first->second;
  if (sighting.written != seen.written) sighting = {seen.written, place_->now()};
  if (place_->now() - sighting.since >= stale) return false;
  try {
    if (!at.clock) at.clock = place_->file_clock();
  } catch (const SystemError&) {
    return true;  // not to be told now
  }
  return *at.clock - seen.written < stale.count();
}

bool Claims::take(const std::string& name) {
  const std::scoped_lock lock(mutex_);
  if (claims_.count(name) > 0) return false;
  Look before = look();
  const std::optional<ClaimEntry> last = before.latest(name);
  if (last) {
    const std::optional<ClaimSeen> seen = place_->look(*last);
    if (!seen || living(*last, *seen, before)) return false;
  }
  Claim claim{{name, last ? last->generation + 1 : 1}, place_->self(), nullptr};
  claim.handle = place_->make(claim.entry, claim.content);
  if (!claim.handle) return false;
  // Between the look and the making, others may have come and gone: who finds a living one beside itself
  // steps back. Of two who find each other both do, and try again.
  Look after = look();
  for (const ClaimEntry& other : after.entries) {
    if (other.name != name || other.generation == claim.entry.generation) continue;
    const std::optional<ClaimSeen> seen = place_->look(other);
    if (!seen || (other.generation < claim.entry.generation && !living(other, *seen, after))) continue;
    if (claim.handle->in_place()) place_->remove(claim.entry);
    return false;
  }
  claims_.emplace(name, std::move(claim));
  return true;
}

// With the older ones, which it took over: the oldest first, so that at no time one of them seems to be the
// last.
void Claims::leave(const std::string& name) {
  const std::scoped_lock lock(mutex_);
  const auto claim = claims_.find(name);
  if (claim == claims_.end()) return;
  try {
    if (claim->second.handle->in_place()) {
      std::vector<ClaimEntry> entries = look().entries;
      std::erase_if(entries, [&](const ClaimEntry& entry) {
        return entry.name != name || entry.generation > claim->second.entry.generation;
      });
      std::sort(entries.begin(), entries.end(),
                [](const ClaimEntry& a, const ClaimEntry& b) { return a.generation < b.generation; });
      for (const ClaimEntry& entry : entries) place_->remove(entry);
    }
  } catch (const SystemError&) {  // it goes stale by itself
  }
  claims_.erase(claim);
}

Claims::Standing Claims::standing(const std::string& name) {
  const std::scoped_lock lock(mutex_);
  const auto claim = claims_.find(name);
  if (claim == claims_.end()) return Standing::lost;
  try {
    const std::optional<ClaimEntry> last = look().latest(name);
    const bool ours =
        last && last->generation == claim->second.entry.generation && claim->second.handle->in_place();
    return ours ? Standing::ours : Standing::lost;
  } catch (const SystemError&) {
    return Standing::unknown;
  }
}

void Claims::set_status(const std::string& name, const ClaimStatus& status) {
  const std::scoped_lock lock(mutex_);
  if (const auto claim = claims_.find(name); claim != claims_.end()) claim->second.content.status = status;
}

std::vector<Claims::Held> Claims::held() {
  const std::scoped_lock lock(mutex_);
  std::vector<Held> held;
  try {
    Look all = look();
    std::map<std::string, ClaimEntry> last;
    for (const ClaimEntry& entry : all.entries) {
      ClaimEntry& latest = last[entry.name];
      if (entry.generation > latest.generation) latest = entry;
    }
    for (const auto& [name, entry] : last) {
      if (const auto own = claims_.find(name); own != claims_.end()) {
        held.push_back({name, own->second.content.status});
      } else if (const auto seen = place_->look(entry); seen && living(entry, *seen, all)) {
        held.push_back({name, seen->content.status});
      }
    }
  } catch (const SystemError&) {
    return {};
  }
  return held;
}

std::vector<ClaimEntry> Claims::dead() {
  const std::scoped_lock lock(mutex_);
  std::vector<ClaimEntry> entries;
  try {
    Look all = look();
    for (const ClaimEntry& entry : all.entries) {
      const std::optional<ClaimSeen> seen =
          claims_.count(entry.name) > 0 ? std::nullopt : place_->look(entry);
      if (seen && !living(entry, *seen, all)) entries.push_back(entry);
    }
  } catch (const SystemError&) {
    return {};
  }
  return entries;
}

void Claims::remove(const ClaimEntry& entry) {
  try {
    place_->remove(entry);
  } catch (const SystemError&) {  // for another time
  }
}

}  // namespace dissent
