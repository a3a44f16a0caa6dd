#include "dissent/run/run_set.h"

#include <algorithm>
#include <set>

#include "dissent/core/error.h"

namespace dissent {
namespace fs = std::filesystem;

std::string option_text(const Json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

std::map<std::string, std::string> run_options(const RunSpec& spec) {
  const Json form = canonical(spec);
  std::map<std::string, std::string> options;
  for (const char* part : {"split", "votes", "delivery", "train", "encoder"}) {
    if (!form.contains(part)) continue;
    for (const auto& [name, value] : form.at(part).items()) options[name] = option_text(value);
  }
  options["optimizer"] = spec.train.optimizer;  // also where the canonical form leaves it out
  options["delivery"] = options.at("method");
  options.erase("method");
  options["data_hash"] = option_text(form.at("data_hash"));
  options["seed"] = option_text(form.at("seed"));
  return options;
}

FinishedRun read_run(const fs::path& folder) {
  return read_run(RunFiles(folder));
}

FinishedRun read_run(const RunFiles& files) {
  FinishedRun run;
  run.folder = files.folder();
  run.files = files;
  run.record = read_run_record(files);
  try {
    run.spec = read_run_spec(run.record.at("spec"));
    run.options = run_options(run.spec);
    run.record.at("best");
  } catch (const Json::exception& error) {
    fail("{}: not a run's record: {}", files.place(RunFileNames::record), error.what());
  }
  return run;
}

namespace {

bool is_run(const fs::path& folder) {
  return fs::exists(folder / RunFileNames::record) && folder.extension() != ".partial";
}

void collect(const fs::path& folder, std::set<fs::path>& found) {
  if (is_run(folder)) {
    found.insert(folder);
    return;
  }
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (entry.is_directory() && entry.path().extension() != ".partial") collect(entry.path(), found);
  }
}

}  // namespace

std::vector<FinishedRun> find_runs(std::span<const fs::path> folders) {
  std::set<fs::path> found;
  for (const fs::path& folder : folders) {
    if (!fs::is_directory(folder))
      fail("{}: not a folder; give folders of runs of `dissent train`", folder.string());
    const std::size_t before = found.size();
    try {
      collect(folder.has_filename() ? folder : folder.parent_path(), found);
    } catch (const fs::filesystem_error& error) {
      fail("{}: cannot be read: {}", folder.string(), error.code().message());
    }
    if (found.size() == before) fail("{}: holds no finished run of `dissent train`", folder.string());
  }
  std::vector<FinishedRun> runs;
  for (const fs::path& folder : found) runs.push_back(read_run(folder));
  return runs;
}

}  // namespace dissent
