// The studies of folders of results.
#pragma once

#include <filesystem>
#include <span>
#include <vector>

namespace dissent {

struct FoundStudy {
  std::filesystem::path results;  // the folder of results
  std::filesystem::path file;     // of the study
};
// Of each folder all studies that it keeps, by name, or the one whose own folder it is. `files` not empty:
// these studies instead of those that are kept. A folder that is none, and one without a study, is an error.
std::vector<FoundStudy> find_studies(std::span<const std::filesystem::path> folders,
                                     std::span<const std::filesystem::path> files = {});

}  // namespace dissent
