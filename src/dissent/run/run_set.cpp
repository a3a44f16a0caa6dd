#include "dissent/run/run_set.h"

#include <map>
#include <memory>

#include "dissent/core/error.h"
#include "dissent/io/folder.h"
#include "dissent/run/run_folder.h"
#include "dissent/run/run_pack.h"

namespace dissent {
namespace fs = std::filesystem;

FinishedRun read_run(const fs::path& folder) {
  return read_run(RunFiles(folder));
}

FinishedRun read_run(const RunFiles& files) {
  FinishedRun run;
  run.folder = files.folder();
  run.files = files;
  run.record = read_run_record(files);
  run.spec = run.record.spec;
  run.options = run_options(run.spec);
  return run;
}

namespace {

using FoundRuns = std::map<fs::path, RunFiles>;

bool is_run(const fs::path& folder) {
  return is_there(folder / RunFileNames::record) && folder.extension() != ".partial";
}

void collect(const fs::path& folder, FoundRuns& found) {
  if (is_run(folder)) {
    found.emplace(folder, RunFiles(folder));
    return;
  }
  const auto pack = std::make_shared<const RunPack>(folder);
  for (const std::string& name : pack->runs()) {
    if (pack->has(name, RunFileNames::record)) found.emplace(folder / name, files_of_run(folder, pack, name));
  }
  for (const fs::path& entry : entries_of(folder)) {
    const bool known = found.count(entry) > 0;
    if (!known && is_folder(entry) && entry.extension() != ".partial") collect(entry, found);
  }
}

// One run by its own name: its folder, or where its folder would be if it were not packed.
bool collect_packed(const fs::path& folder, FoundRuns& found) {
  const fs::path parent = folder.has_parent_path() ? folder.parent_path() : fs::path(".");
  if (is_run(folder)) return false;
  const auto pack = std::make_shared<const RunPack>(parent);
  const std::string name = folder.filename().string();
  if (!pack->has(name, RunFileNames::record)) return false;
  found.emplace(folder, files_of_run(parent, pack, name));
  return true;
}

}  // namespace

std::vector<FinishedRun> find_runs(std::span<const fs::path> folders) {
  FoundRuns found;
  for (const fs::path& given : folders) {
    const fs::path folder = given.has_filename() ? given : given.parent_path();
    if (collect_packed(folder, found)) continue;
    if (!is_folder(folder))
      fail("{}: not a folder; give folders of runs of `dissent train`", folder.string());
    const std::size_t before = found.size();
    collect(folder, found);
    if (found.size() == before) fail("{}: holds no finished run of `dissent train`", folder.string());
  }
  std::vector<FinishedRun> runs;
  for (const auto& [folder, files] : found) runs.push_back(read_run(files));
  return runs;
}

}  // namespace dissent
