// Store: bringing data sets in.
#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/io/file.h"
#include "dissent/io/file_lock.h"
#include "dissent/io/folder.h"
#include "dissent/store/download.h"
#include "dissent/store/ledger.h"
#include "dissent/store/part_file.h"
#include "dissent/store/store.h"

namespace dissent {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view kLockCure = "set DISSENT_DATA to a folder on a local disk that can be written";

// `made` takes the place of `target`, whole before and after.
void replace_folder(const fs::path& made, const fs::path& target) {
#ifdef RENAME_EXCHANGE
  if (::renameat2(AT_FDCWD, made.c_str(), AT_FDCWD, target.c_str(), RENAME_EXCHANGE) == 0) {
    std::error_code ignored;
    fs::remove_all(made, ignored);
    return;
  }
#endif
  std::error_code ignored;
  fs::remove_all(target, ignored);
  rename_or_fail(made, target);
}

void report(const GetOptions& options, const FileState& state, const std::string& how, const fs::path& place,
            const std::string& from) {
  if (!options.on_file) return;
  const auto stamp = file_stamp(place);
  options.on_file({std::string(state.file->name), how, from, state.note, stamp ? stamp->bytes : 0});
}

// Files that could not be had, under the reason that they share.
struct Missing {
  std::string why;
  std::string files;  // "NAME (N bytes), NAME (N bytes)"
};

void add_missing(std::vector<Missing>& missing, const KnownFile& file, const std::string& why) {
  const std::string named = fmt::format("{} ({} bytes)", file.name, file.contents.front().bytes);
  for (Missing& group : missing) {
    if (group.why != why) continue;
    group.files += ", " + named;
    return;
  }
  missing.push_back({why, named});
}

// What could not be had, why, and what to do about it: on one line.
[[noreturn]] void fail_missing(const KnownDataset& dataset, const fs::path& folder, const GetOptions& options,
                               const std::vector<Missing>& missing) {
  // Reasons take many words: where somebody hears them, the error has the cure alone.
  std::string all;
  for (const Missing& group : missing) {
    const std::string told = fmt::format("{}: {}", group.files, group.why);
    if (options.on_reason) options.on_reason(told);
    all += (all.empty() ? "" : "; and ") + (options.on_reason ? group.files : told);
  }
  if (options.from.empty()) {
    fail(
        "{}: could not get {}; put what is missing into {}, or give a folder that has it: dissent data get "
        "{} {} DIR",
        dataset.name, all, folder.string(), dataset.name, option("from"));
  }
  fail("{}: could not take {}; look elsewhere, or get it from the web: dissent data get {}", dataset.name,
       all, dataset.name);
}

// A generated data set takes the place of its folder, which must then hold nothing but what was made there
// before.
void check_no_strangers(const KnownDataset& dataset, const fs::path& folder) {
  constexpr std::size_t kNamed = 5;
  const Ledger ledger(folder);
  std::vector<std::string> strangers;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    const std::string name = at->path().filename().string();
    if (name != Ledger::kFile && ledger.find(name) == nullptr) strangers.push_back(in_quotes(name));
  }
  if (error && error != std::errc::no_such_file_or_directory) {
    fail("{}: cannot be looked into: {}; {} would be made there", folder.string(), error.message(),
         dataset.name);
  }
  if (strangers.empty()) return;
  std::sort(strangers.begin(), strangers.end());
  const std::size_t more = strangers.size() - std::min(kNamed, strangers.size());
  strangers.resize(strangers.size() - more);
  fail(
      "{}: holds files that dissent did not make: {}{}; move them away, or set DISSENT_DATA to another "
      "folder",
      folder.string(), join(strangers, ", "), more == 0 ? "" : fmt::format(" and {} more", more));
}

}  // namespace

void Store::make_folder(const fs::path& made) const {
  std::error_code error;
  fs::create_directories(made, error);
  if (!error && !fs::is_directory(made, error)) error = std::make_error_code(std::errc::not_a_directory);
  if (error) {
    fail("{}: cannot be made: {}; set DISSENT_DATA to a folder that can be written", made.string(),
         error.message());
  }
}

void Store::settle(const KnownDataset& dataset, const KnownFile& file, const Fetched& fetched,
                   const fs::path& part) const {
  PartFile(part).sync();
  const fs::path target = folder(dataset) / file.name;
  rename_or_fail(part, target);
  forget_download(part);
  sync_folder(folder(dataset));
  Ledger ledger(folder(dataset));
  LedgerEntry entry = file_stamp(target).value_or(LedgerEntry{});
  entry.sha256 = fetched.sha256;
  entry.from = fetched.from;
  ledger.record(std::string(file.name), entry);
  ledger.save();
}

void Store::get(const KnownDataset& dataset, const GetOptions& options) const {
  if (dataset.generated()) fail("{}: is generated, not fetched", dataset.name);
  const auto note = [&](const std::string& text) {
    if (options.on_note) options.on_note(text);
  };
  std::vector<FileState> states = files(dataset, options.verify);
  std::unique_ptr<FileLock> lock;
  if (!all_there(states)) {
    make_folder(folder(dataset));
    lock = std::make_unique<FileLock>(root_ / fmt::format(".{}.lock", dataset.name), kLockCure, [&] {
      note(fmt::format("another process is getting {}; waiting for it", dataset.name));
    });
    states = files(dataset, options.verify);
  }

  Fetcher fetcher(folder(dataset), options.mirror, options.progress);
  std::vector<Missing> missing;
  for (FileState& state : states) {
    const KnownFile& file = *state.file;
    const fs::path place = folder(dataset) / file.name;
    if (state.there) {
      if (state.fresh) remember(dataset, state);
      report(options, state, "already there", place, "");
      continue;
    }
    if (!state.sha256.empty()) {
      if (Ledger(folder(dataset)).find(std::string(file.name)) == nullptr) {
        fail(
            "{}: is not what {} has under that name, and dissent did not put it there; move it away, or set "
            "DISSENT_DATA to another folder",
            place.string(), dataset.name);
      }
      note(fmt::format("{}: {}; getting it again", place.string(), wrong_digest(file, state.sha256)));
    }
    try {
      const Fetched fetched =
          options.from.empty() ? fetcher.from_web(file) : fetcher.from_folder(file, options.from);
      settle(dataset, file, fetched, fetcher.part(file));
      const KnownContent* content = accepted_content(file, fetched.sha256);
      if (content != nullptr) state.note = content->note;
      report(options, state, fetched.how, place, fetched.from);
    } catch (const SourceError& error) {
      add_missing(missing, file, error.message());
    }
  }
  if (!missing.empty()) fail_missing(dataset, folder(dataset), options, missing);
  if (lock) fetcher.clean_up(dataset);
}

// A store that cannot be written is as good, only slower: it is hashed every time.
void Store::remember(const KnownDataset& dataset, const FileState& state) const {
  const std::string name(state.file->name);
  Ledger ledger(folder(dataset));
  LedgerEntry entry = file_stamp(folder(dataset) / name).value_or(LedgerEntry{});
  entry.sha256 = state.sha256;
  if (const LedgerEntry* before = ledger.find(name)) entry.from = before->from;
  ledger.record(name, entry);
  try {
    ledger.save();
  } catch (const Error&) {
  }
}

bool Store::generate(const KnownDataset& dataset, const std::string& options_text,
                     const std::function<void(const fs::path&)>& write) const {
  const auto is_made = [&] {
    const Ledger ledger(folder(dataset));
    if (ledger.entries().empty() || ledger.entries().begin()->second.from != options_text) return false;
    return generated_is_whole(dataset, false);
  };
  if (is_made()) return false;
  check_no_strangers(dataset, folder(dataset));
  make_folder(root_);
  const FileLock lock(root_ / fmt::format(".{}.lock", dataset.name), kLockCure, [] {});
  if (is_made()) return false;
  check_no_strangers(dataset, folder(dataset));

  const fs::path made = root_ / fmt::format(".{}.new", dataset.name);
  std::error_code ignored;
  fs::remove_all(made, ignored);
  make_folder(made);
  try {
    write(made);
    Ledger ledger(made);
    for (const fs::path& entry : entries_of(made)) {
      auto stamp = file_stamp(entry);
      if (!stamp) continue;
      stamp->sha256 = file_sha256(entry);
      stamp->from = options_text;
      ledger.record(entry.filename().string(), *stamp);
    }
    ledger.save();
    sync_folder(made);
    if (is_there(folder(dataset))) {
      replace_folder(made, folder(dataset));
    } else {
      rename_or_fail(made, folder(dataset));
    }
    sync_folder(root_);
  } catch (...) {
    fs::remove_all(made, ignored);
    throw;
  }
  return true;
}

}  // namespace dissent
