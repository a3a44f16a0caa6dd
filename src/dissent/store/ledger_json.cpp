#include "dissent/store/ledger_json.h"

namespace dissent {

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

std::map<std::string, LedgerEntry> read_ledger(const Json& json) {
  std::map<std::string, LedgerEntry> entries;
  for (const auto& [name, file] : json.at("files").items()) {
    entries[name] = {file.at("bytes").get<std::uint64_t>(), file.at("changed_ns").get<std::int64_t>(),
                     file.at("sha256").get<std::string>(), file.at("from").get<std::string>()};
  }
  return entries;
}

}  // namespace dissent
