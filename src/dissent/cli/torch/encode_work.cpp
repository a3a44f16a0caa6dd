// What `dissent encode` does: the features that an encoder makes of a data set's texts.
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "dissent/cli/progress.h"
#include "dissent/cli/terminal.h"
#include "dissent/cli/torch/encoding.h"
#include "dissent/cli/torch/stoppable.h"
#include "dissent/cli/torch_commands.h"
#include "dissent/core/error.h"
#include "dissent/io/npz.h"
#include "dissent/store/encoder_folder.h"
#include "dissent/store/loaders.h"
#include "dissent/train/trainer.h"

namespace dissent::cli {

const Inputs& inputs_with_progress(const Dataset& dataset, const RunSpec& spec, bool cuda) {
  const Inputs* inputs = nullptr;
  stoppable(
      [&] {
        Progress progress(fmt::format("encoding {}", dataset.name), 0);
        inputs = &run_inputs(dataset, spec, cuda ? at::Device(at::kCUDA, 0) : at::Device(at::kCPU),
                             [&](std::size_t done, std::size_t sequences) {
                               stop_if_interrupted();
                               progress.set_total(sequences);
                               progress.update(done);
                             });
      },
      "features are kept once all texts are encoded; nothing was written");
  return *inputs;
}

void run_encode(const EncodeArguments& arguments) {
  if (arguments.output.extension() != ".npz")
    fail("{}: features are written as .npz", arguments.output.string());
  prepare_torch(arguments.execution);
  const Dataset dataset = load_dataset_named(arguments.data);
  RunSpec spec;
  spec.data = arguments.data;
  spec.encoder = arguments.encoder;
  spec = resolved(std::move(spec), dataset, /*cuda=*/false);
  const Inputs& inputs = inputs_with_progress(dataset, spec, use_cuda(arguments.execution));
  const auto* features = std::get_if<FeatureInputs>(&inputs);
  if (features == nullptr) fail("{}: its inputs are {}, not texts", arguments.data, describe(dataset.inputs));
  std::vector<std::string> items;
  for (std::size_t i = 0; i < dataset.items(); ++i) items.emplace_back(dataset.votes.item_name(i));
  std::vector<std::size_t> shape{dataset.items()};
  if (features->choices > 0) shape.push_back(features->choices);
  shape.push_back(features->dimension);
  const std::vector<NpzPart> parts{npz_part("items", std::span<const std::string>(items)),
                                   npz_part("features", std::span<const float>(features->values), shape)};
  write_npz(arguments.output, parts);
  if (arguments.json) {
    fmt::print("{}\n", Json{{"output", arguments.output.string()},
                            {"data", dataset.hash},
                            {"encoder", spec.encoder_hash},
                            {"shape", shape}}
                           .dump(2));
  } else {
    fmt::print(stderr, "{}: features [{}]\n", arguments.output.string(), fmt::join(shape, ", "));
  }
}

}  // namespace dissent::cli
