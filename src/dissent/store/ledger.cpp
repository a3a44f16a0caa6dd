#include "dissent/store/ledger.h"

#include <utility>

#include <sys/stat.h>

#include "dissent/core/error.h"
#include "dissent/io/file.h"
#include "dissent/io/json.h"

namespace dissent {
namespace fs = std::filesystem;
namespace {

fs::path ledger_path(const fs::path& folder) {
  return folder / ".ledger.json";
}

}  // namespace

std::optional<LedgerEntry> file_stamp(const fs::path& file) {
  struct stat info {};
  if (::stat(file.c_str(), &info) != 0 || !S_ISREG(info.st_mode)) return std::nullopt;
  LedgerEntry entry;
  entry.bytes = static_cast<std::uint64_t>(info.st_size);
  entry.changed_ns = std::int64_t{info.st_mtim.tv_sec} * 1'000'000'000 + info.st_mtim.tv_nsec;
  return entry;
}

Ledger::Ledger(fs::path folder) : folder_(std::move(folder)) {
  std::error_code none;
  if (!fs::is_regular_file(ledger_path(folder_), none)) return;
  try {
    const Json ledger = parse_json(read_file(ledger_path(folder_)), ledger_path(folder_));
    for (const auto& [name, file] : ledger.at("files").items()) {
      entries_[name] = {file.at("bytes").get<std::uint64_t>(), file.at("changed_ns").get<std::int64_t>(),
                        file.at("sha256").get<std::string>(), file.at("from").get<std::string>()};
    }
  } catch (const std::exception&) {
    entries_.clear();
  }
}

const LedgerEntry* Ledger::find(const std::string& file) const {
  const auto found = entries_.find(file);
  return found == entries_.end() ? nullptr : &found->second;
}

void Ledger::save() const {
  Json files = Json::object();
  for (const auto& [name, entry] : entries_) {
    files[name] = {{"bytes", entry.bytes},
                   {"changed_ns", entry.changed_ns},
                   {"sha256", entry.sha256},
                   {"from", entry.from}};
  }
  write_file(ledger_path(folder_), Json{{"files", files}}.dump(2) + "\n");
}

}  // namespace dissent
