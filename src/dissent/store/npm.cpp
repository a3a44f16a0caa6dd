#include "dissent/store/npm.h"

#include <string>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/io/folder.h"
#include "dissent/io/subprocess.h"

namespace dissent {
namespace fs = std::filesystem;
namespace {

// The lines in which npm says what went wrong, on one line.
std::string npm_problem(const ProcessResult& result) {
  if (result.late) return "took too long";
  std::string problem;
  for (std::string_view line : split(result.errors, '\n')) {
    const std::string start = to_lower(line.substr(0, 9));
    if (!start.starts_with("npm err! ") && !start.starts_with("npm error")) continue;
    line = trim(line.substr(9));
    if (line.empty() || line.find("complete log") != std::string_view::npos) continue;
    if (!problem.empty()) problem += ", ";
    problem += line;
    if (problem.size() > 160) break;
  }
  return problem.empty() ? "exit status " + std::to_string(result.status) : problem;
}

fs::path pack(std::string_view package, const fs::path& work, const std::function<void()>& waiting) {
  const ProcessResult result =
      run_program({"npm", "pack", std::string(package), "--pack-destination", work.string(),
                   "--ignore-scripts", "--no-audit", "--no-update-notifier", "--fetch-retries=1",
                   "--fetch-retry-mintimeout=1000", "--fetch-timeout=60000"},
                  std::chrono::minutes(30), waiting);
  if (result.late || result.status != 0) source_fail("npm {}: {}", package, npm_problem(result));
  for (const fs::path& entry : entries_of(work)) {
    if (entry.extension() == ".tgz") return entry;
  }
  source_fail("npm {}: npm packed nothing into {}", package, work.string());
}

void remove_folder(const fs::path& folder) {
  std::error_code ignored;
  fs::remove_all(folder, ignored);
}

}  // namespace

NpmPackage::NpmPackage(std::string_view package, const fs::path& work, const std::function<void()>& waiting)
    : work_(work) {
  if (!program_exists("npm")) source_fail("npm {}: there is no npm client on PATH", package);
  remove_folder(work_);
  std::error_code error;
  if (!fs::create_directory(work_, error)) fail("{}: cannot be made: {}", work_.string(), error.message());
  try {
    archive_ = pack(package, work_, waiting);
  } catch (...) {
    remove_folder(work_);
    throw;
  }
}

NpmPackage::~NpmPackage() {
  remove_folder(work_);
}

}  // namespace dissent
