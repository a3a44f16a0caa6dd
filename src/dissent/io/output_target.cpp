#include "dissent/io/output_target.h"

#include <charconv>
#include <fstream>
#include <string>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "dissent/core/error.h"
#include "dissent/io/system_error.h"

namespace dissent {
namespace fs = std::filesystem;
namespace {

constexpr int kMostLinks = 40;  // as the kernel's own limit

// The number of an open descriptor that a path such as /proc/self/fd/1 stands for; -1: none.
int descriptor_of(const fs::path& path) {
  std::error_code error;
  const fs::path folder = fs::canonical(path.parent_path(), error);
  if (error || folder != "/proc/" + std::to_string(::getpid()) + "/fd") return -1;
  const std::string name = path.filename().string();
  int number = -1;
  const auto [end, problem] = std::from_chars(name.data(), name.data() + name.size(), number);
  return problem == std::errc() && end == name.data() + name.size() ? number : -1;
}

struct Resolved {
  fs::path path;
  int descriptor = -1;  // an open one of this process, which `path` stands for
};

// Follows symbolic links; what the last one names need not be there.
Resolved resolve(const fs::path& path) {
  Resolved at{path};
  for (int links = 0; links < kMostLinks; ++links) {
    at.descriptor = descriptor_of(at.path);
    std::error_code error;
    if (at.descriptor >= 0 || !fs::is_symlink(fs::symlink_status(at.path, error))) return at;
    const fs::path target = fs::read_symlink(at.path, error);
    if (error) return at;
    at.path = target.is_absolute() ? target : at.path.parent_path() / target;
  }
  system_fail(path, "cannot be written", ELOOP);
}

}  // namespace

OutputTarget output_target(const fs::path& path) {
  const Resolved resolved = resolve(path);
  OutputTarget target{resolved.path};
  if (resolved.descriptor >= 0) {
    target.into = ::fcntl(resolved.descriptor, F_DUPFD_CLOEXEC, 3);
    if (target.into < 0) system_fail(path, "cannot be written", errno);
    return target;
  }
  struct stat info {};
  if (::stat(target.path.c_str(), &info) != 0) return target;  // whoever makes it says what is wrong
  if (S_ISDIR(info.st_mode)) fail("{}: is a folder; give the path of a file", path.string());
  if (S_ISSOCK(info.st_mode)) fail("{}: is a socket; give the path of a file or a pipe", path.string());
  if (::faccessat(AT_FDCWD, target.path.c_str(), W_OK, AT_EACCESS) != 0)
    system_fail(path, "cannot be written", errno, "choose another name, or make it writable");
  if (S_ISREG(info.st_mode)) {
    target.before = {info.st_uid, info.st_gid, info.st_mode & 0777U};
    return target;
  }
  target.into = ::open(target.path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
  if (target.into < 0) system_fail(path, "cannot be written", errno);
  return target;
}

bool is_standard_output(const fs::path& path) {
  if (path == "-") return true;
  if (path.empty()) return false;
  try {
    return resolve(path).descriptor == STDOUT_FILENO;
  } catch (const Error&) {
    return false;
  }
}

// Read where it changes nothing: umask() can only be asked by setting it, for all threads.
mode_t mode_of_new_files() {
  static const mode_t mode = [] {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
      if (line.starts_with("Umask:"))
        return static_cast<mode_t>(0666U & ~std::stoul(line.substr(6), nullptr, 8));
    }
    const mode_t mask = ::umask(0077);
    ::umask(mask);
    return static_cast<mode_t>(0666U & ~mask);
  }();
  return mode;
}

}  // namespace dissent
