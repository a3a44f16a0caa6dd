#include "dissent/store/ledger.h"

#include <utility>

#include <sys/stat.h>

#include "dissent/core/error.h"
#include "dissent/io/file.h"
#include "dissent/io/json_text.h"
#include "dissent/store/ledger_json.h"

namespace dissent {
namespace fs = std::filesystem;
namespace {

fs::path ledger_path(const fs::path& folder) {
  return folder / Ledger::kFile;
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
  const JsonSource source{ledger_path(folder_).string(), "remove it"};
  try {
    const Json json = parse_json(read_file(source.place), source.place);
    entries_ = read_ledger(JsonValue(json, source));
  } catch (const Error&) {
    entries_.clear();
  }
}

const LedgerEntry* Ledger::find(const std::string& file) const {
  const auto found = entries_.find(file);
  return found == entries_.end() ? nullptr : &found->second;
}

void Ledger::save() const {
  write_file(ledger_path(folder_), json_text(ledger_json(entries_), 2) + "\n");
}

}  // namespace dissent
