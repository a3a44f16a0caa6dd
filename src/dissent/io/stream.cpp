#include "dissent/io/stream.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <unistd.h>

#include "dissent/core/error.h"

namespace dissent {
namespace fs = std::filesystem;

bool is_stream(const fs::path& path) {
  if (path == "-") return true;
  std::error_code ignored;  // a path that is not there is the mapping's error
  const fs::file_status status = fs::status(path, ignored);
  return fs::is_fifo(status) || fs::is_character_file(status) || fs::is_socket(status);
}

std::string read_stream(const fs::path& path) {
  const bool standard = path == "-";
  const std::string name = standard ? "standard input" : path.string();
  const int fd = standard ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) fail("{}: cannot be read: {}", name, std::strerror(errno));
  std::string bytes;
  int error = 0;
  for (std::size_t room = std::size_t{1} << 16;; room = std::min(room * 2, std::size_t{1} << 26)) {
    const std::size_t before = bytes.size();
    bytes.resize(before + room);
    const ssize_t got = ::read(fd, bytes.data() + before, room);
    bytes.resize(before + static_cast<std::size_t>(got > 0 ? got : 0));
    if (got == 0) break;
    if (got < 0 && errno != EINTR) {
      error = errno;
      break;
    }
  }
  if (!standard) ::close(fd);
  if (error != 0) fail("{}: cannot be read: {}", name, std::strerror(error));
  return bytes;
}

}  // namespace dissent
