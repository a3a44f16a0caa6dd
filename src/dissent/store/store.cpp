#include "dissent/store/store.h"

#include <cstdlib>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/io/folder.h"
#include "dissent/store/ledger.h"

namespace dissent {
namespace fs = std::filesystem;
namespace {

fs::path environment_path(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? fs::path() : fs::path(value);
}

}  // namespace

bool all_there(const std::vector<FileState>& states) {
  for (const FileState& state : states) {
    if (!state.there) return false;
  }
  return true;
}

fs::path Store::default_root() {
  if (const fs::path chosen = environment_path("DISSENT_DATA"); !chosen.empty()) return chosen;
  if (const fs::path cache = environment_path("XDG_CACHE_HOME"); cache.is_absolute())
    return cache / "dissent";
  if (const fs::path home = environment_path("HOME"); !home.empty()) return home / ".cache" / "dissent";
  fail("there is no home folder to keep data sets in; set DISSENT_DATA to a folder");
}

Store::Store(const fs::path& root) : root_(whole_path(root).lexically_normal()) {}

std::vector<FileState> Store::files(const KnownDataset& dataset, bool verify) const {
  const Ledger ledger(folder(dataset));
  std::vector<FileState> states;
  for (const KnownFile& file : dataset.files) {
    FileState& state = states.emplace_back();
    state.file = &file;
    const fs::path path = folder(dataset) / file.name;
    const auto stamp = file_stamp(path);
    if (!stamp) continue;
    const LedgerEntry* known = ledger.find(std::string(file.name));
    const bool same =
        known != nullptr && known->bytes == stamp->bytes && known->changed_ns == stamp->changed_ns;
    state.fresh = verify || !same;
    state.sha256 = state.fresh ? file_sha256(path) : known->sha256;
    const KnownContent* content = accepted_content(file, state.sha256);
    // What came out of a published archive is good by the digest that was recorded then.
    state.there = content != nullptr || (known != nullptr && known->sha256 == state.sha256);
    if (content != nullptr) state.note = content->note;
  }
  return states;
}

bool Store::generated_is_whole(const KnownDataset& dataset, bool verify) const {
  const Ledger ledger(folder(dataset));
  for (const auto& [name, entry] : ledger.entries()) {
    const auto stamp = file_stamp(folder(dataset) / name);
    if (!stamp || stamp->bytes != entry.bytes) return false;
    const bool same = stamp->changed_ns == entry.changed_ns && !verify;
    if (!same && file_sha256(folder(dataset) / name) != entry.sha256) return false;
  }
  return !ledger.entries().empty();
}

bool Store::has(const KnownDataset& dataset, bool verify) const {
  return dataset.generated() ? generated_is_whole(dataset, verify) : all_there(files(dataset, verify));
}

fs::path Store::path(const KnownDataset& dataset) const {
  if (has(dataset)) return folder(dataset);
  std::vector<std::string> missing;
  for (const FileState& state : files(dataset)) {
    if (state.there) continue;
    missing.push_back(std::string(state.file->name) + (state.sha256.empty() ? "" : " (damaged)"));
  }
  const std::string lacks = missing.empty() ? "" : ", which lacks " + join(missing, ", ");
  fail("{} is not in {}{}; run `dissent data get {}`", dataset.name, folder(dataset).string(), lacks,
       dataset.name);
}

}  // namespace dissent
