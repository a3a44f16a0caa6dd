#include "dissent/study/claims.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/io/file.h"
#include "dissent/study/claim_json.h"

namespace dissent {
namespace fs = std::filesystem;
namespace {

std::string first_line(const char* path) {
  try {
    return std::string(trim(read_file(path)));
  } catch (const Error&) {
    return {};
  }
}

// When a process began, in the kernel's ticks: with its number it is one process, not a later one.
std::string start_of(long pid) {
  const std::string stat = first_line(("/proc/" + std::to_string(pid) + "/stat").c_str());
  const std::size_t name_end = stat.rfind(')');
  if (name_end == std::string::npos) return {};
  const std::vector<std::string> fields = split(std::string_view(stat).substr(name_end + 2), ' ');
  return fields.size() > 19 ? fields[19] : std::string();
}

// One space of process numbers: a machine since its start, and the container.
std::string process_space() {
  std::error_code error;
  const fs::path container = fs::read_symlink("/proc/self/ns/pid", error);
  return first_line("/proc/sys/kernel/random/boot_id") + " " + container.string();
}

double seconds_of(const timespec& time) {
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// "sls-seed0-ID.3": a name and a generation; 0 where it is none.
int generation_of(const std::string& file, std::string& name) {
  const std::size_t dot = file.rfind('.');
  if (dot == std::string::npos) return 0;
  name = file.substr(0, dot);
  const auto number = parse_int(std::string_view(file).substr(dot + 1));
  return number && *number > 0 && *number < 1'000'000 ? static_cast<int>(*number) : 0;
}

}  // namespace

Claims::Claims(fs::path folder, ClaimTimes times)
    : folder_(std::move(folder)), times_(times), renewing_([this](const std::stop_token& stop) {
        std::unique_lock lock(mutex_);
        while (!stop.stop_requested()) {
          wake_.wait_for(lock, stop, times_.renew, [] { return false; });
          if (!stop.stop_requested()) renew();
        }
      }) {}

Claims::~Claims() {
  renewing_.request_stop();
  renewing_.join();
  while (!claims_.empty()) leave(claims_.begin()->first);
}

fs::path Claims::file(const std::string& name, int generation) const {
  return folder_ / (name + "." + std::to_string(generation));
}

std::string Claims::text(const Claim& claim) const {
  static const std::string space = process_space();
  static const std::string start = start_of(::getpid());
  char host[256] = "";
  ::gethostname(host, sizeof host - 1);
  return claim_json({host, space, ::getpid(), start, claim.status}).dump() + "\n";
}

// Called with the lock held. A claim that cannot be renewed now may be at the next turn.
void Claims::renew() {
  for (const auto& [name, claim] : claims_) {
    try {
      if (latest(name) == claim.generation) write_file(file(name, claim.generation), text(claim));
    } catch (const Error&) {
    }
  }
}

bool Claims::living(const fs::path& path) const {
  ClaimFile claim;
  try {
    claim = read_claim(parse_json(read_file(path), path));
  } catch (const Error&) {  // just being made, or torn: its age decides
  }
  if (claim.space == process_space())
    return ::kill(static_cast<pid_t>(claim.pid), 0) == 0 && start_of(claim.pid) == claim.start;
  struct stat claimed {};
  if (::stat(path.c_str(), &claimed) != 0) return false;
  // The file system's clock tells the age: those of two machines may differ.
  const fs::path probe = folder_ / ("clock-" + std::to_string(::getpid()));
  struct stat now {};
  const int fd = ::open(probe.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0) return true;
  const bool known = ::write(fd, "1", 1) == 1 && ::fsync(fd) == 0 && ::fstat(fd, &now) == 0;
  ::close(fd);
  ::unlink(probe.c_str());
  const double stale = std::chrono::duration<double>(times_.stale).count();
  return !known || seconds_of(now.st_mtim) - seconds_of(claimed.st_mtim) < stale;
}

int Claims::latest(const std::string& name) const {
  int last = 0;
  std::string other;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_, error)) {
    const int generation = generation_of(entry.path().filename().string(), other);
    if (other == name) last = std::max(last, generation);
  }
  return last;
}

bool Claims::take(const std::string& name) {
  const std::scoped_lock lock(mutex_);
  if (claims_.count(name) > 0) return false;
  const int last = latest(name);
  if (last > 0 && living(file(name, last))) return false;
  const fs::path path = file(name, last + 1);
  const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (fd < 0) {
    if (errno == EEXIST) return false;
    fail("{}: cannot be made: {}", path.string(), std::strerror(errno));
  }
  const Claim claim{last + 1};
  const std::string bytes = text(claim);
  const bool whole = ::write(fd, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size());
  ::close(fd);
  if (!whole) fail("{}: cannot be written: {}", path.string(), std::strerror(errno));
  claims_[name] = claim;
  return true;
}

void Claims::leave(const std::string& name) {
  const std::scoped_lock lock(mutex_);
  const auto claim = claims_.find(name);
  if (claim == claims_.end()) return;
  // The oldest first: at no time does an older one seem to be the last.
  std::error_code ignored;
  for (int generation = 1; generation <= claim->second.generation; ++generation) {
    fs::remove(file(name, generation), ignored);
  }
  claims_.erase(claim);
}

bool Claims::ours(const std::string& name) {
  const std::scoped_lock lock(mutex_);
  const auto claim = claims_.find(name);
  return claim != claims_.end() && latest(name) == claim->second.generation;
}

void Claims::set_status(const std::string& name, const ClaimStatus& status) {
  const std::scoped_lock lock(mutex_);
  if (const auto claim = claims_.find(name); claim != claims_.end()) claim->second.status = status;
}

std::vector<Claims::Held> Claims::held() const {
  const std::scoped_lock lock(mutex_);
  std::map<std::string, int> last;
  std::string name;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_, error)) {
    const int generation = generation_of(entry.path().filename().string(), name);
    if (generation > 0) last[name] = std::max(last[name], generation);
  }
  std::vector<Held> held;
  for (const auto& [each, generation] : last) {
    if (const auto own = claims_.find(each); own != claims_.end()) {
      held.push_back({each, own->second.status});
      continue;
    }
    const fs::path path = file(each, generation);
    if (!living(path)) continue;
    try {
      held.push_back({each, read_claim(parse_json(read_file(path), path)).status});
    } catch (const Error&) {  // left in between
    }
  }
  return held;
}

}  // namespace dissent
