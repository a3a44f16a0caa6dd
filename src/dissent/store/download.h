// Downloads that survive a break: bytes go to a .part file, and the next attempt, in this process or a later
// one, asks only for the rest (HTTP Range, with If-Range so that a file changed in between is fetched whole).
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include "dissent/io/source_error.h"

namespace dissent {

struct DownloadOptions {
  long connect_seconds = 15;                          // to reach the server
  long stall_seconds = 30;                            // with less than 1 kB/s, after which it is given up
  int attempts = 4;                                   // in a row that bring less than 1 MiB each
  std::uint64_t most_bytes = std::uint64_t{1} << 30;  // a server that sends more is not the one we want
  std::function<void(std::uint64_t done, std::uint64_t total)> progress;  // total 0: not known
};

// The server could not be reached at all, so that its other files need not be tried.
class UnreachableError : public SourceError {
 public:
  using SourceError::SourceError;
};

// Fetches an http, https or file URL into `part`; PART.source beside it remembers what is being resumed. On
// return the transfer is whole as far as the server said. Throws SourceError where the source does not
// deliver (`part` keeps what came) and Error where `part` cannot be written.
void download(const std::string& url, const std::filesystem::path& part, const DownloadOptions& options);

// Removes `part` and what remembers its source.
void forget_download(const std::filesystem::path& part);

}  // namespace dissent
