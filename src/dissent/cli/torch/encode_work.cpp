// `dissent encode` in `dissent-torch`: the features that an encoder makes of a data set's texts, as a file.
#include <array>
#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "dissent/cli/file_arguments.h"
#include "dissent/cli/torch/stoppable.h"
#include "dissent/cli/torch/work_monitor.h"
#include "dissent/cli/torch_commands.h"
#include "dissent/io/json_text.h"
#include "dissent/train/encode.h"
#include "dissent/train/encoding_json.h"

namespace dissent::cli {

void run_encode(const EncodeArguments& arguments) {
  check_encoding_path(arguments.output);
  check_files(std::array<std::filesystem::path, 1>{arguments.job.data}, std::array{arguments.output});
  Encoding encoding;
  stoppable(
      [&] {
        WorkMonitor<> monitor("encode");
        encoding = encode(arguments.job, monitor);
      },
      "features are kept once all texts are encoded; nothing was written");
  write_encoding(arguments.output, encoding);
  if (arguments.json) {
    fmt::print("{}\n", json_text(encoding_json(encoding, arguments.output), 2));
  } else {
    fmt::print(stderr, "{}: features [{}]\n", arguments.output.string(), fmt::join(encoding.shape, ", "));
  }
}

}  // namespace dissent::cli
