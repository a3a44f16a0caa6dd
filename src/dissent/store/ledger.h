// What the store knows of the files in a data set's folder: digest, size and time of change when it was last
// hashed, so that a file that has not changed need not be hashed again. A file of the folder, .ledger.json.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace dissent {

struct LedgerEntry {
  std::uint64_t bytes = 0;
  std::int64_t changed_ns = 0;  // modification time, nanoseconds since 1970
  std::string sha256;
  std::string from;  // path, URL or package; for generated data its options
};

// Size and time of change of a file as it is now; nothing where there is no such regular file.
std::optional<LedgerEntry> file_stamp(const std::filesystem::path& file);

class Ledger {
 public:
  static constexpr const char* kFile = ".ledger.json";

  // Reads the folder's ledger; a missing or unreadable one is empty, since all of it can be found out again.
  explicit Ledger(std::filesystem::path folder);

  const std::map<std::string, LedgerEntry>& entries() const { return entries_; }
  const LedgerEntry* find(const std::string& file) const;
  void record(const std::string& file, LedgerEntry entry) { entries_[file] = std::move(entry); }
  void save() const;  // atomically

 private:
  std::filesystem::path folder_;
  std::map<std::string, LedgerEntry> entries_;
};

}  // namespace dissent
