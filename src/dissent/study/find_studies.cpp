#include "dissent/study/find_studies.h"

#include <algorithm>

#include "dissent/core/error.h"
#include "dissent/io/folder.h"
#include "dissent/study/results.h"

namespace dissent {
namespace {

namespace fs = std::filesystem;

bool is_results(const fs::path& folder) {
  return is_there(folder / kResultsMarker);
}

// Where `folder` is one study's own: the folder of results that it lies in; else empty.
fs::path results_around(const fs::path& folder) {
  const fs::path inside = folder / "";
  if (is_results(folder) || !is_results(whole_path(inside).parent_path().parent_path())) return {};
  return inside.parent_path().has_parent_path() ? inside.parent_path().parent_path() : fs::path(".");
}

std::vector<FoundStudy> kept_studies(const fs::path& results) {
  std::vector<FoundStudy> found;
  for (const fs::path& entry : entries_of(results)) {
    if (is_there(entry / kStudyFile)) found.push_back({results, entry / kStudyFile});
  }
  if (found.empty()) {
    fail("{}: no study of it has a study.yaml; name the study's file with {}", results.string(),
         option("study"));
  }
  return found;
}

std::vector<FoundStudy> studies_of(const fs::path& folder, std::span<const fs::path> files) {
  if (!is_folder(folder)) {
    fail("{}: {}; a folder that `dissent study run -o` wrote is wanted", folder.string(),
         is_there(folder) ? "a file" : "no such folder");
  }
  const fs::path around = results_around(folder);
  if (around.empty() && !is_results(folder)) {
    fail("{}: not a folder of results (it has no {}); `dissent study run FILE -o DIR` makes one",
         folder.string(), kResultsMarker);
  }
  const fs::path& results = around.empty() ? folder : around;
  std::vector<FoundStudy> found;
  for (const fs::path& file : files) found.push_back({results, file});
  if (!found.empty()) return found;
  if (around.empty()) return kept_studies(folder);
  if (!is_there(folder / kStudyFile))
    fail("{}: has no study.yaml; name the study's file with {}", folder.string(), option("study"));
  return {{results, folder / kStudyFile}};
}

}  // namespace

std::vector<FoundStudy> find_studies(std::span<const fs::path> folders, std::span<const fs::path> files) {
  std::vector<FoundStudy> all;
  for (const fs::path& folder : folders) {
    for (FoundStudy& one : studies_of(folder, files)) all.push_back(std::move(one));
  }
  return all;
}

}  // namespace dissent
