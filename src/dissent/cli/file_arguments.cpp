#include "dissent/cli/file_arguments.h"

#include <system_error>

#include "dissent/core/error.h"

namespace dissent::cli {
namespace {

namespace fs = std::filesystem;

bool counts(const fs::path& path) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  return !path.empty() && path != "-" && (!fs::exists(status) || fs::is_regular_file(status));
}

// Also by a link, and where neither is there yet.
bool same_file(const fs::path& a, const fs::path& b) {
  if (!counts(a) || !counts(b)) return false;
  std::error_code error;
  if (fs::equivalent(a, b, error)) return true;
  const fs::path one = fs::weakly_canonical(fs::absolute(a, error), error);
  const fs::path other = fs::weakly_canonical(fs::absolute(b, error), error);
  return !error && one == other;
}

}  // namespace

void check_files(std::span<const fs::path> inputs, std::span<const fs::path> outputs) {
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    for (const fs::path& input : inputs) {
      if (same_file(input, outputs[i]))
        fail("{}: is read, and would be replaced by what is written; give the output another name",
             outputs[i].string());
    }
    for (std::size_t j = 0; j < i; ++j) {
      if (same_file(outputs[j], outputs[i]))
        fail("{}: would be written twice; give each output a name of its own", outputs[i].string());
    }
  }
}

}  // namespace dissent::cli
