#include "dissent/votes/container.h"

#include <string>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/io/output_target.h"

namespace dissent {

Container container_of(const std::filesystem::path& output) {
  if (is_standard_output(output)) return Container::text;
  const std::string extension = to_lower(output.extension().string());
  if (extension == ".csv" || extension == ".tsv") return Container::text;
  if (extension == ".json") return Container::json;
  if (extension == ".npy") return Container::npy;
  if (extension == ".npz") return Container::npz;
  fail("{}: cannot tell what to write from {}; end the name in .csv, .tsv, .npy or .npz", output.string(),
       in_quotes(extension));
}

char delimiter_of(const std::filesystem::path& output) {
  return to_lower(output.extension().string()) == ".tsv" ? '\t' : ',';
}

}  // namespace dissent
