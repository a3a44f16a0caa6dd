#include "dissent/study/results.h"

#include <algorithm>
#include <map>
#include <set>
#include <system_error>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/io/file.h"
#include "dissent/io/json.h"
#include "dissent/io/system_error.h"
#include "dissent/io/temporary.h"
#include "dissent/run/run_folder.h"
#include "dissent/study/results_json.h"

namespace dissent {
namespace fs = std::filesystem;
namespace {

void make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) system_fail(folder, "cannot be made", error.value());
}

// Other than the marker, or the marker on its way.
bool holds_other_things(const fs::path& folder) {
  const fs::directory_iterator entries(folder);
  return std::any_of(begin(entries), end(entries), [](const fs::directory_entry& entry) {
    return entry.path().filename() != kResultsMarker && !is_temporary(entry.path());
  });
}

}  // namespace

ResultsFolder::ResultsFolder(fs::path path)
    : path_(std::move(path)), pack_(std::make_shared<const RunPack>(runs())) {
  std::error_code error;
  if (!fs::exists(path_, error)) return;
  if (!fs::is_directory(path_)) fail("{}: a file, where a folder for results is wanted", path_.string());
  const fs::path marker = path_ / kResultsMarker;
  // Another process may be making it now: the marker comes before everything else, so that what is there is
  // looked at before the marker is.
  const bool foreign = holds_other_things(path_);
  if (fs::exists(marker)) {
    const JsonSource source{marker.string(), "copy the folder again, or give another -o"};
    const Json json = parse_json(read_file(marker), marker);
    const int format = read_results_format(JsonValue(json, source));
    if (format != kResultsFormat) {
      fail(
          "{}: results of format {}, and this version reads and writes format {}; give another -o, or use "
          "the "
          "version that wrote it",
          path_.string(), format, kResultsFormat);
    }
  } else if (foreign) {
    fail("{}: not empty, and not a folder of results (it has no {}); give another -o", path_.string(),
         kResultsMarker);
  }
}

void ResultsFolder::make() const {
  make_folder(path_);
  // First the marker, so that a folder with anything in it has one.
  if (const fs::path marker = path_ / kResultsMarker; !fs::exists(marker)) {
    write_file(marker, results_marker_json(kResultsFormat).dump() + "\n");
  }
  for (const char* folder : {"runs", "claims", "failed"}) make_folder(path_ / folder);
}

void ResultsFolder::keep_study(const Study& study) const {
  make_folder(path_ / study.name);
  write_file(path_ / study.name / kStudyFile, study.text);
}

RunFiles ResultsFolder::files(const std::string& name) const {
  return files_of_run(runs(), pack_, name);
}

bool ResultsFolder::done(const StudyRun& run) const {
  return files(run.name).has(RunFileNames::record);
}

std::vector<FinishedRun> ResultsFolder::finished(std::span<const StudyRun> runs) const {
  std::vector<FinishedRun> found;
  for (const StudyRun& run : runs) {
    if (done(run)) found.push_back(read_run(files(run.name)));
  }
  return found;
}

std::set<std::string> ResultsFolder::run_names() const {
  const std::vector<std::string> packed = pack_->runs();
  std::set<std::string> names(packed.begin(), packed.end());
  if (!fs::exists(runs())) return names;
  for (const fs::directory_entry& entry : fs::directory_iterator(runs())) {
    if (entry.is_directory()) names.insert(entry.path().filename().string());
  }
  return names;
}

std::vector<FinishedRun> ResultsFolder::all_finished() const {
  std::vector<FinishedRun> found;
  for (const std::string& name : run_names()) {
    if (const RunFiles run = files(name); run.has(RunFileNames::record)) found.push_back(read_run(run));
  }
  return found;
}

std::map<std::string, std::string> ResultsFolder::failures() const {
  std::map<std::string, std::string> reasons;
  if (!fs::exists(path_ / "failed")) return reasons;
  for (const fs::directory_entry& entry : fs::directory_iterator(path_ / "failed"))
    reasons[entry.path().filename().string()] = trim(read_file(entry.path()));
  return reasons;
}

std::optional<std::string> ResultsFolder::failure(const StudyRun& run) const {
  const fs::path file = path_ / "failed" / run.name;
  if (!fs::exists(file)) return std::nullopt;
  return std::string(trim(read_file(file)));
}

void ResultsFolder::put_failure(const std::string& name, const std::string& reason) const {
  write_file(path_ / "failed" / name, reason + "\n");
}

void ResultsFolder::clear_failure(const std::string& name) const {
  std::error_code ignored;
  fs::remove(path_ / "failed" / name, ignored);
}

void ResultsFolder::clear_temporaries() const {
  for (const fs::path& folder : {path_, runs(), path_ / "failed"}) dissent::clear_temporaries(folder);
}

void ResultsFolder::check_same_data(std::span<const StudyRun> wanted) const {
  std::map<std::string, std::string> hashes;
  for (const StudyRun& run : wanted) hashes[run.spec.data] = run.spec.data_hash;
  for (const std::string& name : run_names()) {
    const std::optional<RunSpec> spec = stated_spec(files(name));
    if (!spec) continue;
    const auto now = hashes.find(spec->data);
    const std::string& then = spec->data_hash;
    if (now == hashes.end() || now->second == then) continue;
    fail(
        "{}: its content is not what the runs in {} were trained on (its hash begins {}, theirs {}): put the "
        "old file "
        "back, or give another -o",
        now->first, path_.string(), now->second.substr(0, 12), then.substr(0, 12));
  }
}

void ResultsFolder::check_space(double bytes) const {
  std::error_code error;
  fs::path there = fs::absolute(path_);  // or what of it is there already
  while (!fs::exists(there, error) && there != there.root_path()) there = there.parent_path();
  const fs::space_info space = fs::space(there, error);
  if (error || static_cast<double>(space.available) >= bytes) return;
  fail(
      "{}: {} are free, and the missing runs take about {}; make room, give another -o, or keep less "
      "(`checkpoints: none`)",
      path_.string(), size_text(space.available), size_text(static_cast<std::uint64_t>(bytes)));
}

}  // namespace dissent
