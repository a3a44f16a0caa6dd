#include "dissent/run/run_folder.h"

#include <system_error>
#include <utility>

#include "dissent/core/error.h"
#include "dissent/core/hash.h"
#include "dissent/io/file.h"
#include "dissent/io/temporary.h"
#include "dissent/run/run_record_json.h"
#include "dissent/run/run_spec_json.h"

namespace dissent {
namespace fs = std::filesystem;
namespace {

constexpr const char* kSpec = "spec.json";
constexpr const char* kState = "state.safetensors";
constexpr const char* kLock = "lock";

void same_or_fail(const fs::path& folder, const Json& there, const RunSpec& spec) {
  const std::string difference = first_difference(there, canonical(spec));
  if (!difference.empty()) {
    fail("{}: holds another run ({}); choose another {}, or remove it", folder.string(), difference,
         option("output"));
  }
}

Json parse_record(const RunFiles& files) {
  return parse_json(files.read(RunFileNames::record), files.place(RunFileNames::record));
}

// What is read from a record's JSON; a record that is none is an error that names the file.
template <class Read>
auto from_record(const RunFiles& files, const Read& read) {
  try {
    return read(parse_record(files));
  } catch (const Json::exception& error) {
    fail("{}: not a run's record: {}", files.place(RunFileNames::record), error.what());
  }
}

}  // namespace

RunFolder::RunFolder(fs::path path) : path_(std::move(path)) {
  if (!path_.has_filename()) path_ = path_.parent_path();  // "runs/a/"
  partial_ = path_;
  partial_ += ".partial";
}

RunFolder::~RunFolder() {
  if (!lock_ || has_state()) return;
  std::error_code ignored;
  for (const char* file : {kSpec, kLock}) fs::remove(partial_ / file, ignored);
  fs::remove(partial_, ignored);  // unless there is something else in it
}

fs::path RunFolder::state() const {
  return partial_ / kState;
}

bool RunFolder::complete(const RunSpec& spec) const {
  if (!fs::exists(path_)) return false;
  if (!fs::exists(path_ / RunFileNames::record)) {
    fail("{}: exists, and is not a run's folder; choose another {}", path_.string(), option("output"));
  }
  same_or_fail(path_, from_record(RunFiles(path_), [](const Json& json) { return recorded_spec(json); }),
               spec);
  return true;
}

void RunFolder::open(const RunSpec& spec) {
  std::error_code error;
  fs::create_directories(partial_, error);
  if (error) system_fail(partial_, "cannot be made", error.value());
  lock_ = std::make_unique<FileLock>(partial_ / kLock, "choose a folder that can be written", [&] {
    throw RunFolderBusy(
        fmt::format("{}: another process is training this run; wait for it, or choose another {}",
                    partial_.string(), option("output")));
  });
  const fs::path file = partial_ / kSpec;
  if (fs::exists(file) && has_state()) {
    same_or_fail(partial_, parse_json(read_file(file), file), spec);
  } else {
    write_file(file, canonical(spec).dump(2) + "\n");
  }
}

std::string best_checkpoint(const RunSpec& spec) {
  return trains_encoder(spec.train.model) ? "best/model.safetensors" : RunFileNames::best;
}

RunRecord RunFolder::finish(RunRecord record) {
  for (const std::string& file : {best_checkpoint(record.spec), std::string(RunFileNames::last)}) {
    if (fs::exists(partial_ / file)) record.checksums[file] = sha256(MappedFile(partial_ / file).bytes());
  }
  write_file(partial_ / RunFileNames::record, run_record_json(record).dump(2) + "\n");
  sync_folder(partial_);
  rename_or_fail(partial_, path_);
  sync_folder(path_.parent_path());
  // Only now: a process that is killed before the rename must find all it needs to go on.
  clear_leftovers();
  lock_.reset();
  return record;
}

void RunFolder::clear_leftovers() const {
  std::error_code ignored;
  for (const char* file : {kSpec, kState, kLock}) fs::remove(path_ / file, ignored);
  clear_temporaries(path_);
  if (!fs::exists(partial_, ignored)) return;
  try {  // of one that lost the run to another and was killed
    const FileLock lock(partial_ / kLock, "", [] { throw RunFolderBusy("its process lives"); });
    fs::remove_all(partial_, ignored);
  } catch (const SystemError&) {
  }
}

RunRecord read_run_record(const RunFiles& files) {
  if (!files.has(RunFileNames::record)) {
    const fs::path& folder = files.folder();
    fs::path partial = folder;
    partial += ".partial";
    if (fs::exists(partial)) {
      fail("{}: the run is not finished; give its `dissent train` command again to go on", folder.string());
    }
    fail("{}: not a run's folder: it has no {}", folder.string(), RunFileNames::record);
  }
  return from_record(files, [](const Json& json) { return read_run_record(json); });
}

std::optional<RunSpec> stated_spec(const RunFiles& files) {
  try {
    if (files.has(RunFileNames::record)) return read_run_spec(recorded_spec(parse_record(files)));
    if (const fs::path file = files.path(kSpec); fs::exists(file))
      return read_run_spec(parse_json(read_file(file), file));
  } catch (const Json::exception&) {
    // Not a spec: whoever reads the run says so.
  }
  return std::nullopt;
}

fs::path checkpoint_path(const fs::path& folder, const std::string& file) {
  if (!fs::exists(folder / file)) {
    fail("{}: has no {}: its weights were not kept, or not copied here; train the run again", folder.string(),
         file);
  }
  return folder / file;
}

void check_checkpoint_sum(const fs::path& folder, const RunRecord& record, const std::string& file) {
  const std::string sum = record.checksum(file);
  if (!sum.empty() && sum != sha256(MappedFile(folder / file).bytes())) {
    fail(
        "{}: not the file that the run wrote (its SHA-256 is another); copy it again, or train the run again",
        (folder / file).string());
  }
}

}  // namespace dissent
