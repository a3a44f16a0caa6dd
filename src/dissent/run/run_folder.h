// A run's folder: written as DIR.partial and renamed to DIR when whole, so that a folder that has its final
// name is complete. One process at a time works on it.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dissent/io/file_lock.h"
#include "dissent/io/system_error.h"
#include "dissent/run/run_files.h"
#include "dissent/run/run_record.h"

namespace dissent {

// An encoder that was trained is kept as Hugging Face keeps it: a folder best/ instead of best.safetensors.
std::string best_checkpoint(const RunSpec& spec);

// Another process has the run's folder.
class RunFolderBusy : public SystemError {
 public:
  using SystemError::SystemError;
};

class RunFolder {
 public:
  explicit RunFolder(std::filesystem::path path);
  // A working folder without a state has nothing to go on from, and goes.
  ~RunFolder();
  RunFolder(const RunFolder&) = delete;
  RunFolder& operator=(const RunFolder&) = delete;

  // Whether the run is there, whole. Another run in its place is an error that says what differs.
  bool complete(const RunSpec& spec) const;
  // Makes or takes up the working folder; another run's, or one that another process works on, is an error.
  void open(const RunSpec& spec);

  // The states that a run can go on from: the one saved last, and the one before it, which is for when the
  // last one is damaged, or was never finished.
  std::vector<std::filesystem::path> states() const;  // those that are there, the newest first
  bool has_state() const { return !states().empty(); }
  // Where the next state is to be written; what is there becomes the one before it. At any moment one is
  // there.
  std::filesystem::path next_state() const;
  // Out of the way, under another name, until the run is finished. Returns the name.
  std::string set_aside(const std::filesystem::path& state) const;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path working(const std::filesystem::path& file) const { return partial_ / file; }

  // Writes the record, with checksums of predictions and checkpoints, gives the folder its final name, and
  // clears away what only a resume needs. Returns the record as it was written.
  RunRecord finish(RunRecord record);
  // Of a complete run: clears away what a process left that was killed while it finished.
  void clear_leftovers() const;

 private:
  std::filesystem::path path_;
  std::filesystem::path partial_;
  std::unique_ptr<FileLock> lock_;
};

// The record of a complete run; a run that is not finished, or a record that is none, is an error.
RunRecord read_run_record(const RunFiles& files);
// The spec of a run, complete or begun; none where no file states it, or one that cannot be read.
std::optional<RunSpec> stated_spec(const RunFiles& files);

// An error where a file's bytes are not what the record states; a record of an older version states nothing
// of predictions.
void check_sum(const RunFiles& files, const RunRecord& record, const std::string& file,
               std::string_view bytes);
// From now on the record states the file in the run's folder as it is.
void restate_sum(const RunFiles& files, const std::string& file);

// The path of a checkpoint of a complete run; a missing one is an error.
std::filesystem::path checkpoint_path(const std::filesystem::path& folder, const std::string& file);
// An error where the checkpoint is not what the record states.
void check_checkpoint_sum(const std::filesystem::path& folder, const RunRecord& record,
                          const std::string& file);

}  // namespace dissent
