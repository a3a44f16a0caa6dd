#include "dissent/io/temporary.h"

#include <array>
#include <atomic>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <ctime>
#include <fstream>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <system_error>

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "dissent/core/hash.h"
#include "dissent/io/system_error.h"

namespace dissent {
namespace fs = std::filesystem;
namespace {

// --- What a signal removes. A handler may neither allocate nor wait: paths lie in a fixed table.
// ------------

enum RememberedKind : int { kFree, kFilling, kFile, kFolder };
struct Remembered {
  std::atomic<int> state = kFree;
  std::array<char, 4096> path{};
};
std::array<Remembered, 64> remembered;

// -1 where the table is full or the path too long: a signal then leaves that one to clear_temporaries().
int remember(const fs::path& path, RememberedKind kind) {
  const std::string& text = path.native();
  if (text.size() >= Remembered{}.path.size()) return -1;
  for (std::size_t i = 0; i < remembered.size(); ++i) {
    int expected = kFree;
    if (!remembered[i].state.compare_exchange_strong(expected, kFilling)) continue;
    std::memcpy(remembered[i].path.data(), text.c_str(), text.size() + 1);
    remembered[i].state = kind;
    return static_cast<int>(i);
  }
  return -1;
}

void forget(int slot) {
  if (slot >= 0) remembered[static_cast<std::size_t>(slot)].state = kFree;
}

// The files of a folder and the folder, with system calls alone.
void remove_flat_folder(const char* path) {
  const int fd = ::open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0) return;
  alignas(::dirent64) static char entries[4096];  // a signal's handler runs once
  for (long got = 0; (got = ::syscall(SYS_getdents64, fd, entries, sizeof entries)) > 0;) {
    for (long at = 0; at < got;) {
      const auto* entry = reinterpret_cast<const ::dirent64*>(entries + at);
      ::unlinkat(fd, entry->d_name, 0);
      at += entry->d_reclen;
    }
  }
  ::close(fd);
  ::rmdir(path);
}

void clean_up_and_end(int signal) {
  for (Remembered& slot : remembered) {
    const int state = slot.state;
    if (state == kFile) ::unlink(slot.path.data());
    if (state == kFolder) remove_flat_folder(slot.path.data());
  }
  std::signal(signal, SIG_DFL);
  ::raise(signal);  // delivered as soon as this handler returns
}

// --- Making
// -------------------------------------------------------------------------------------------------

// What another machine left is cleared after so long without a change.
constexpr std::time_t kForeignSeconds = 24 * 60 * 60;

// Of this machine since its start: locks of other machines may not be seen here. "" where it is not known.
const std::string& machine_mark() {
  static const std::string mark = [] {
    std::ifstream file("/proc/sys/kernel/random/boot_id");
    std::string boot;
    return std::getline(file, boot) ? sha256(boot).substr(0, 8) + "-" : std::string();
  }();
  return mark;
}

// With 60 random bits as 12 characters.
std::string random_name() {
  std::uint64_t bits = 0;
  if (::getrandom(&bits, sizeof bits, 0) != sizeof bits) fail("the system gives no random numbers");
  std::string name = std::string(kTemporaryName) + machine_mark();
  for (int i = 0; i < 12; ++i, bits >>= 5) name += "0123456789abcdefghijkmnpqrstuvwx"[bits & 31];
  return name;
}

// Whether the lock was taken, or locks are not to be had there; false: another has it. What was removed
// meanwhile, by one who found it before it was locked, is no longer ours either.
bool lock_as_maker(int fd) {
  if (::flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) return false;
  struct stat info {};
  return ::fstat(fd, &info) == 0 && info.st_nlink > 0;
}

fs::path or_here(const fs::path& folder) {
  return folder.empty() ? fs::path(".") : folder;
}

// A folder is looked through once in a process: what others leave there later is for a later process.
void clear_once(const fs::path& folder) {
  static std::mutex mutex;
  static std::set<std::string> looked_through;
  {
    const std::scoped_lock lock(mutex);
    if (!looked_through.insert(folder.native()).second) return;
  }
  clear_temporaries(folder);
}

struct Made {
  fs::path path;
  int fd;
};

// `make(path)` gives a descriptor, or -1 with errno. An error names `wanted`.
template <class Make>
Made make_temporary(const fs::path& folder, const fs::path& wanted, const Make& make) {
  clear_once(folder);
  while (true) {
    Made made{folder / random_name(), -1};
    made.fd = make(made.path);
    if (made.fd < 0 && errno == EEXIST) continue;
    if (made.fd < 0)
      system_fail(wanted, "cannot be written", errno, errno == ENOENT ? "make its folder first" : "");
    if (lock_as_maker(made.fd)) return made;
    ::close(made.fd);
  }
}

int make_file(const fs::path& path) {
  return ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
}

int make_folder(const fs::path& path) {
  if (::mkdir(path.c_str(), 0700) != 0) return -1;
  return ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

}  // namespace

bool is_temporary(const fs::path& path) {
  return path.filename().native().starts_with(kTemporaryName);
}

TemporaryFile::TemporaryFile(const fs::path& folder, const fs::path& wanted) {
  Made made = make_temporary(or_here(folder), wanted, make_file);
  path_ = std::move(made.path);
  fd_ = made.fd;
  slot_ = remember(path_, kFile);
}

TemporaryFile::~TemporaryFile() {
  if (!path_.empty()) ::unlink(path_.c_str());
  forget(slot_);
  ::close(fd_);
}

int TemporaryFile::rename_to(const fs::path& path) {
  if (::rename(path_.c_str(), path.c_str()) != 0) return errno;
  path_.clear();
  forget(std::exchange(slot_, -1));
  return 0;
}

TemporaryFolder::TemporaryFolder() : TemporaryFolder(fs::temp_directory_path()) {}

TemporaryFolder::TemporaryFolder(const fs::path& folder) {
  Made made = make_temporary(or_here(folder), folder, make_folder);
  path_ = std::move(made.path);
  fd_ = made.fd;
  slot_ = remember(path_, kFolder);
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
  forget(slot_);
  ::close(fd_);
}

void clear_temporaries(const fs::path& folder) {
  std::error_code error;
  for (fs::directory_iterator entry(or_here(folder), error), end; !error && entry != end;
       entry.increment(error)) {
    const fs::path path = entry->path();
    if (!is_temporary(path)) continue;
    const int fd = ::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0) continue;
    struct stat info {};
    const bool known = ::fstat(fd, &info) == 0 && info.st_uid == ::geteuid();
    const std::string here = std::string(kTemporaryName) + machine_mark();
    const bool of_here = !machine_mark().empty() && path.filename().native().starts_with(here);
    const bool old = std::time(nullptr) - info.st_mtim.tv_sec > kForeignSeconds;
    // A maker that lives has the lock.
    if (known && (of_here || old) && ::flock(fd, LOCK_EX | LOCK_NB) == 0) {
      std::error_code ignored;
      if (S_ISREG(info.st_mode)) fs::remove(path, ignored);
      if (S_ISDIR(info.st_mode)) fs::remove_all(path, ignored);
    }
    ::close(fd);
  }
}

void handle_end_signals(void (*handler)(int)) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before {};
    if (::sigaction(signal, nullptr, &before) == 0 && before.sa_handler == SIG_IGN) continue;  // nohup
    std::signal(signal, handler);
  }
}

void remove_temporaries_on_signals() {
  handle_end_signals(clean_up_and_end);
}

}  // namespace dissent
