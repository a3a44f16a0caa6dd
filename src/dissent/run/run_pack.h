// Finished runs packed into zip files, so that a thousand runs are a handful of files that can be kept under
// version control. A folder of runs may hold parts (part-0001.zip, part-0002.zip, ...) beside or instead of
// the runs' own folders. An entry of a part is RUN/FILE. A part is written once and never changed: what comes
// later goes into a new part, and of a file that several parts have, the one in the last part counts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dissent/core/monitor.h"
#include "dissent/run/run_files.h"

namespace dissent {

class RunPack {
 public:
  // Reads the directories of the parts in a folder; a folder without any part, or no folder, is an empty
  // pack. A part that is damaged, or has entries that are no RUN/FILE, is an error.
  explicit RunPack(const std::filesystem::path& folder);
  ~RunPack();
  RunPack(const RunPack&) = delete;
  RunPack& operator=(const RunPack&) = delete;

  std::vector<std::string> runs() const;  // names, in their order
  std::vector<std::string> files(
      std::string_view run) const;  // of a run, in their order; empty where it is not packed
  bool has(std::string_view run, std::string_view file) const;
  // The bytes of a file, unpacked and its check sum compared. A file that is not there is an error.
  std::string read(std::string_view run, std::string_view file) const;
  // For messages: "runs/part-0001.zip, RUN/run.json".
  std::string place(std::string_view run, std::string_view file) const;
  std::size_t parts() const { return parts_.size(); }

 private:
  struct Part;
  struct Place {
    std::size_t part = 0, entry = 0;
  };
  using Files = std::map<std::string, Place, std::less<>>;
  const Place* find(std::string_view run, std::string_view file) const;

  std::vector<std::unique_ptr<Part>> parts_;
  std::map<std::string, Files, std::less<>> runs_;
};

// A run of a pack, by name, as RunFiles takes it; null where the pack has no record of it.
std::shared_ptr<const PackedRun> packed_run(std::shared_ptr<const RunPack> pack, const std::string& run);

// The files of a run in a folder of runs, packed or not; a run that is neither has no record.
RunFiles files_of_run(const std::filesystem::path& runs, const std::shared_ptr<const RunPack>& pack,
                      const std::string& run);

struct PackOptions {
  std::uint64_t part_bytes = std::uint64_t{8} << 20;  // a part is closed before it grows beyond this
  bool keep_folders = false;                          // packed runs stay as folders, too
};
struct PackResult {
  std::size_t runs = 0;                      // packed now
  std::vector<std::filesystem::path> parts;  // written now
  std::vector<std::string> kept;  // runs whose folders stay because they hold more, such as weights
};
// Packs the finished runs of a folder whose files are not in its parts yet: record, history, predictions and
// measurements, never weights. Each part is read back and compared before a folder that it replaces is
// removed; a folder that holds anything else stays as it is. A run that alone is larger than a part gets a
// part of its own. Killed at any moment, nothing is lost, and the next call goes on.
PackResult pack_runs(const std::filesystem::path& folder, const PackOptions& options = {},
                     Monitor& monitor = Monitor::quiet());

}  // namespace dissent
