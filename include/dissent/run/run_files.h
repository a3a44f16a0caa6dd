// The files of a finished run: in a folder of its own, or packed together with those of other runs. Whoever
// reads a run's record, history, predictions or measurements reads them through RunFiles and need not know.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

namespace dissent {

struct RunFileNames {
  static constexpr const char* record = "run.json";              // what the run was and what it scored
  static constexpr const char* history = "history.csv";          // a row an epoch
  static constexpr const char* predictions = "predictions.npz";  // of every item, by the best weights
  static constexpr const char* best = "best.safetensors";        // weights of the lowest evaluation soft NLL
  static constexpr const char* last = "last.safetensors";        // weights at the end
};

// The files of one run inside a larger file. Several threads may read at once.
class PackedRun {
 public:
  virtual ~PackedRun() = default;
  virtual bool has(const std::string& name) const = 0;
  virtual std::string read(const std::string& name) const = 0;   // an error where it is not there, or damaged
  virtual std::string place(const std::string& name) const = 0;  // for messages
};

// A value: copies read the same files.
class RunFiles {
 public:
  RunFiles() = default;
  // `packed` may be null. A file in the folder comes before the packed one of that name: what is measured of
  // a packed run later lies in its folder. The folder of a packed run need not exist.
  explicit RunFiles(std::filesystem::path folder, std::shared_ptr<const PackedRun> packed = nullptr);

  bool has(const std::string& name) const;
  // The file's bytes. A file that is not there or cannot be read is an error.
  std::string read(const std::string& name) const;
  // Where the file lies, or would lie, for messages: "runs/soft-seed0/run.json".
  std::string place(const std::string& name) const;
  // The file in the run's folder, whether it is there or not: checkpoints are only there, and what is written
  // is written there.
  std::filesystem::path path(const std::string& name) const { return folder_ / name; }
  const std::filesystem::path& folder() const { return folder_; }

 private:
  bool in_folder(const std::string& name) const;

  std::filesystem::path folder_;
  std::shared_ptr<const PackedRun> packed_;
};

}  // namespace dissent
