#include "dissent/study/claim_folder.h"

#include <cerrno>
#include <csignal>
#include <ctime>
#include <utility>

#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "dissent/core/text.h"
#include "dissent/io/json_text.h"
#include "dissent/io/output_target.h"
#include "dissent/io/stream.h"
#include "dissent/io/system_error.h"
#include "dissent/io/temporary.h"

namespace dissent {
namespace fs = std::filesystem;
namespace {

// All claims are of one size, so that a renewal never makes the file shorter for one who reads it.
constexpr std::size_t kClaimBytes = 1024;

double seconds_of(const timespec& time) {
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// A file of the kernel's; "" where it cannot be read.
std::string kernel_text(const std::string& path) {
  try {
    return std::string(trim(read_stream(path)));
  } catch (const Error&) {
    return {};
  }
}

// When a process began, in the kernel's ticks: with its number it is one process, not a later one.
std::string start_of(long pid) {
  const std::string stat = kernel_text("/proc/" + std::to_string(pid) + "/stat");
  const std::size_t name_end = stat.rfind(')');
  if (name_end == std::string::npos) return {};
  const std::vector<std::string> fields = split(std::string_view(stat).substr(name_end + 2), ' ');
  return fields.size() > 19 ? fields[19] : std::string();
}

std::string random_text() {
  unsigned char bytes[16] = {};
  if (::getrandom(bytes, sizeof bytes, 0) != static_cast<ssize_t>(sizeof bytes))
    fail("the system gives no random numbers");
  std::string text;
  for (const unsigned char byte : bytes) text += fmt::format("{:02x}", byte);
  return text;
}

// This process, but for what differs from claim to claim. Asked anew in a process that was forked.
const ClaimFile& this_process() {
  static thread_local ClaimFile self;
  if (self.pid == ::getpid()) return self;
  char host[256] = "";
  ::gethostname(host, sizeof host - 1);
  std::error_code error;
  self.host = host;
  self.boot = kernel_text("/proc/sys/kernel/random/boot_id");
  self.space = fs::read_symlink("/proc/self/ns/pid", error).string();
  self.pid = ::getpid();
  self.start = start_of(self.pid);
  return self;
}

class Handle final : public ClaimHandle {
 public:
  Handle(fs::path path, int fd) : path_(std::move(path)), fd_(fd) {}
  ~Handle() override { ::close(fd_); }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;

  void renew(const ClaimFile& content) override {
    std::string text = json_text(claim_json(content));
    text.resize(kClaimBytes - 1, ' ');
    text += '\n';
    // Where it fails, the claim keeps its date: at the next turn, or others will say so.
    if (::pwrite(fd_, text.data(), text.size(), 0) >= 0) ::fsync(fd_);
  }
  bool in_place() override {
    struct stat own {
    }, named{};
    return ::fstat(fd_, &own) == 0 && own.st_nlink > 0 && ::stat(path_.c_str(), &named) == 0 &&
           own.st_dev == named.st_dev && own.st_ino == named.st_ino;
  }

 private:
  fs::path path_;
  int fd_;
};

class Folder final : public ClaimPlace {
 public:
  explicit Folder(fs::path folder) : folder_(std::move(folder)) {}

  std::vector<ClaimEntry> list() override {
    std::vector<ClaimEntry> entries;
    std::error_code error;
    fs::directory_iterator file(folder_, error), end;
    for (; !error && file != end; file.increment(error)) {
      const std::string name = file->path().filename().string();
      const std::size_t dot = name.rfind('.');
      if (dot == std::string::npos || dot == 0 || is_temporary(name)) continue;
      const auto generation = parse_int(std::string_view(name).substr(dot + 1));
      if (generation && *generation > 0 && *generation < 1'000'000)
        entries.push_back({name.substr(0, dot), static_cast<int>(*generation)});
    }
    if (error && error != std::errc::no_such_file_or_directory)
      system_fail(folder_, "cannot be read", error.value());
    return entries;
  }

  std::unique_ptr<ClaimHandle> make(const ClaimEntry& entry, const ClaimFile& content) override {
    const fs::path path = path_of(entry);
    const TemporaryFile whole(folder_, path);
    const int fd = ::fcntl(whole.descriptor(), F_DUPFD_CLOEXEC, 3);
    if (fd < 0) system_fail(path, "cannot be made", errno);
    auto handle = std::make_unique<Handle>(path, fd);
    ::fchmod(fd, mode_of_new_files());
    handle->renew(content);
    struct stat info {};
    if (::fstat(fd, &info) != 0 || info.st_size != static_cast<off_t>(kClaimBytes))
      system_fail(path, "cannot be written", errno == 0 ? ENOSPC : errno);
    if (::link(whole.path().c_str(), path.c_str()) == 0 || handle->in_place()) return handle;
    if (errno == EEXIST) return nullptr;
    if (errno != EPERM && errno != EOPNOTSUPP && errno != ENOSYS && errno != EMLINK)
      system_fail(path, "cannot be made", errno);
    return make_without_links(path, content);
  }

  std::optional<ClaimSeen> look(const ClaimEntry& entry) override {
    const fs::path path = path_of(entry);
    // Opened, so that a file system of several machines asks its server for the date.
    const int fd = ::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0 && errno == ENOENT) return std::nullopt;
    if (fd < 0) system_fail(path, "cannot be read", errno);
    struct stat info {};
    std::string text(kClaimBytes, ' ');
    const ssize_t got = ::fstat(fd, &info) == 0 ? ::pread(fd, text.data(), text.size(), 0) : -1;
    const int error = errno;
    ::close(fd);
    if (got < 0) system_fail(path, "cannot be read", error);
    text.resize(static_cast<std::size_t>(got));
    ClaimSeen seen{{}, seconds_of(info.st_mtim)};
    const JsonSource source{path.string(), "it goes with its age"};
    try {
      const Json json = parse_json(text, path);
      seen.content = read_claim(JsonValue(json, source));
    } catch (const Error&) {  // of no known process: its age decides
    }
    return seen;
  }

  void remove(const ClaimEntry& entry) override {
    if (::unlink(path_of(entry).c_str()) != 0 && errno != ENOENT)
      system_fail(path_of(entry), "cannot be removed", errno);
  }

  double file_clock() override {
    const TemporaryFile probe(folder_, folder_);
    struct stat now {};
    if (::write(probe.descriptor(), "1", 1) != 1 || ::fsync(probe.descriptor()) != 0 ||
        ::fstat(probe.descriptor(), &now) != 0)
      system_fail(folder_, "cannot be written", errno);
    return seconds_of(now.st_mtim);
  }

  ClaimFile self() override {
    ClaimFile self = this_process();
    self.nonce = random_text();
    return self;
  }

  // Of a process of this machine, since its start, in this container; a missing part is nobody's.
  Holder holder(const ClaimFile& content) override {
    const ClaimFile& own = this_process();
    const bool same_space = !own.boot.empty() && own.boot == content.boot && !own.space.empty() &&
                            own.space == content.space && content.pid > 0;
    if (!same_space) return Holder::unknown;
    if (::kill(static_cast<pid_t>(content.pid), 0) != 0 && errno == ESRCH) return Holder::dead;
    const std::string start = start_of(content.pid);
    if (start.empty() || content.start.empty()) return Holder::unknown;  // another user's, and hidden
    return start == content.start ? Holder::alive : Holder::dead;
  }

  std::chrono::duration<double> now() override {
    timespec time{};
    ::clock_gettime(CLOCK_BOOTTIME, &time);
    return std::chrono::duration<double>(seconds_of(time));
  }

 private:
  fs::path path_of(const ClaimEntry& entry) const {
    return folder_ / (entry.name + "." + std::to_string(entry.generation));
  }

  static std::unique_ptr<ClaimHandle> make_without_links(const fs::path& path, const ClaimFile& content) {
    const int fd =
        ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode_of_new_files());
    if (fd < 0 && errno == EEXIST) return nullptr;
    if (fd < 0) system_fail(path, "cannot be made", errno);
    auto handle = std::make_unique<Handle>(path, fd);
    handle->renew(content);
    return handle;
  }

  fs::path folder_;
};

}  // namespace

std::unique_ptr<ClaimPlace> claim_folder(fs::path folder) {
  return std::make_unique<Folder>(std::move(folder));
}

}  // namespace dissent
