#include "dissent/store/ledger_json.h"

#include <limits>

namespace dissent {
namespace {

constexpr WholeRange<std::int64_t> kAnyTime = {std::numeric_limits<std::int64_t>::min(),
                                               std::numeric_limits<std::int64_t>::max()};

}  // namespace

Json ledger_json(const std::map<std::string, LedgerEntry>& entries) {
  Json files = Json::object();
  for (const auto& [name, entry] : entries) {
    files[name] = {{"bytes", entry.bytes},
                   {"changed_ns", entry.changed_ns},
                   {"sha256", entry.sha256},
                   {"from", entry.from}};
  }
  return {{"files", std::move(files)}};
}

std::map<std::string, LedgerEntry> read_ledger(const JsonValue& json) {
  std::map<std::string, LedgerEntry> entries;
  for (const auto& [name, file] : json.at("files").members()) {
    entries[name] = {file.at("bytes").whole<std::uint64_t>(),
                     file.at("changed_ns").whole<std::int64_t>(kAnyTime), file.at("sha256").sha256(),
                     file.at("from").text()};
  }
  return entries;
}

}  // namespace dissent
