#include "dissent/run/run_folder.h"

#include <system_error>
#include <utility>

#include "dissent/core/error.h"
#include "dissent/core/hash.h"
#include "dissent/io/file.h"
#include "dissent/io/folder.h"
#include "dissent/io/json_text.h"
#include "dissent/io/temporary.h"
#include "dissent/run/run_record_json.h"
#include "dissent/run/run_spec_json.h"

namespace dissent {
namespace fs = std::filesystem;
namespace {

constexpr const char* kSpec = "spec.json";
constexpr const char* kState = "state.safetensors";
constexpr const char* kPreviousState = "state.previous.safetensors";
constexpr const char* kDamaged = ".damaged";
constexpr const char* kLock = "lock";

void same_or_fail(const fs::path& folder, const Json& there, const RunSpec& spec) {
  const std::string difference = first_difference(there, canonical(spec));
  if (!difference.empty()) {
    fail("{}: holds another run ({}); choose another {}, or remove it", folder.string(), difference,
         option("output"));
  }
}

// The spec of a state is for saying in what another run differs; a damaged one is written anew, since the
// state itself states whose it is.
std::optional<Json> readable_json(const fs::path& file) {
  const std::string text = read_file(file);
  try {
    return parse_json(text, file);
  } catch (const Error&) {
    return std::nullopt;
  }
}

// What is read from a record's JSON.
template <class Read>
auto from_record(const RunFiles& files, const Read& read) {
  const JsonSource source{files.place(RunFileNames::record), "copy the run again, or train it again"};
  const Json json = parse_json(files.read(RunFileNames::record), source.place);
  return read(JsonValue(json, source));
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

std::vector<fs::path> RunFolder::states() const {
  std::vector<fs::path> there;
  for (const char* file : {kState, kPreviousState}) {
    if (is_there(partial_ / file)) there.push_back(partial_ / file);
  }
  return there;
}

fs::path RunFolder::next_state() const {
  const fs::path state = partial_ / kState;
  if (is_there(state)) rename_or_fail(state, partial_ / kPreviousState);
  return state;
}

std::string RunFolder::set_aside(const fs::path& state) const {
  const std::string name = state.filename().string() + kDamaged;
  rename_or_fail(state, partial_ / name);
  return name;
}

bool RunFolder::complete(const RunSpec& spec) const {
  if (!is_there(path_)) return false;
  if (!is_there(path_ / RunFileNames::record)) {
    fail("{}: exists, and is not a run's folder; choose another {}", path_.string(), option("output"));
  }
  const auto there = [](const JsonValue& record) { return recorded_spec(record).json(); };
  same_or_fail(path_, from_record(RunFiles(path_), there), spec);
  return true;
}

void RunFolder::open(const RunSpec& spec) {
  make_folders(partial_);
  lock_ = std::make_unique<FileLock>(partial_ / kLock, "choose a folder that can be written", [&] {
    throw RunFolderBusy(
        fmt::format("{}: another process is training this run; wait for it, or choose another {}",
                    partial_.string(), option("output")));
  });
  if (fs::exists(path_ / RunFileNames::record))
    throw RunFolderBusy(fmt::format("{}: another process has just finished this run", path_.string()));
  const fs::path file = partial_ / kSpec;
  const std::optional<Json> there = is_there(file) && has_state() ? readable_json(file) : std::nullopt;
  if (there) {
    same_or_fail(partial_, *there, spec);
  } else {
    write_file(file, json_text(canonical(spec), 2) + "\n");
  }
}

std::string best_checkpoint(const RunSpec& spec) {
  return trains_encoder(spec.train.model) ? "best/model.safetensors" : RunFileNames::best;
}

RunRecord RunFolder::finish(RunRecord record) {
  for (const std::string& file : {best_checkpoint(record.spec), std::string(RunFileNames::last),
                                  std::string(RunFileNames::predictions)}) {
    if (is_there(partial_ / file)) record.checksums[file] = sha256(MappedFile(partial_ / file).bytes());
  }
  write_file(partial_ / RunFileNames::record, json_text(run_record_json(record), 2) + "\n");
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
  for (const char* file : {kState, kPreviousState}) {
    fs::remove(path_ / file, ignored);
    fs::remove(path_ / (std::string(file) + kDamaged), ignored);
  }
  for (const char* file : {kSpec, kLock}) fs::remove(path_ / file, ignored);
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
    if (is_there(partial)) {
      fail("{}: the run is not finished; give its `dissent train` command again to go on", folder.string());
    }
    fail("{}: not a run's folder: it has no {}", folder.string(), RunFileNames::record);
  }
  return from_record(files, [](const JsonValue& json) { return read_run_record(json); });
}

std::optional<RunSpec> stated_spec(const RunFiles& files) {
  const bool finished = files.has(RunFileNames::record);
  if (!finished && !files.has(kSpec)) return std::nullopt;
  const char* file = finished ? RunFileNames::record : kSpec;
  const JsonSource source{files.place(file), "remove it"};
  const std::string text = files.read(file);
  try {
    const Json json = parse_json(text, source.place);
    const JsonValue whole(json, source);
    return read_run_spec(finished ? recorded_spec(whole) : whole);
  } catch (const Error&) {
    return std::nullopt;  // whoever reads the run says what is wrong with it
  }
}

fs::path checkpoint_path(const fs::path& folder, const std::string& file) {
  if (!is_there(folder / file)) {
    fail("{}: has no {}: its weights were not kept, or not copied here; train the run again", folder.string(),
         file);
  }
  return folder / file;
}

void check_sum(const RunFiles& files, const RunRecord& record, const std::string& file,
               std::string_view bytes) {
  const std::string sum = record.checksum(file);
  if (sum.empty() || sum == sha256(bytes)) return;
  fail("{}: not the file that the run wrote (its SHA-256 is another); copy it again, or {}",
       files.place(file),
       file == RunFileNames::predictions
           ? fmt::format("make it anew with `dissent predict {}`", files.folder().string())
           : "train the run again");
}

void restate_sum(const RunFiles& files, const std::string& file) {
  const std::string sum = sha256(MappedFile(files.path(file)).bytes());
  if (read_run_record(files).checksum(file) == sum) return;
  const Json record = from_record(files, [](const JsonValue& json) { return json.json(); });
  write_file(files.path(RunFileNames::record), json_text(with_checksum(record, file, sum), 2) + "\n");
}

void check_checkpoint_sum(const fs::path& folder, const RunRecord& record, const std::string& file) {
  if (!record.checksum(file).empty())
    check_sum(RunFiles(folder), record, file, MappedFile(folder / file).bytes());
}

}  // namespace dissent
