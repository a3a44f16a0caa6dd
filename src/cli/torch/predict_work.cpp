// What `dissent predict` does: a run's logits and probabilities of every item.
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "cli/terminal.h"
#include "cli/torch_commands.h"
#include "core/error.h"
#include "data/loaders.h"
#include "io/npz.h"
#include "train/predictor.h"
#include "train/trainer.h"

namespace dissent::cli {
namespace {

std::vector<double> softmax_rows(const std::vector<float>& logits, std::size_t classes) {
  std::vector<double> rows(logits.size());
  for (std::size_t at = 0; at < logits.size(); at += classes) {
    const auto row = std::span(rows).subspan(at, classes);
    log_softmax(std::span(logits).subspan(at, classes), row);
    for (double& value : row) value = std::exp(value);
  }
  return rows;
}

}  // namespace

void run_predict(const PredictArguments& arguments) {
  if (arguments.output.extension() != ".npz") {
    fail("{}: predictions are written as .npz", arguments.output.string());
  }
  prepare_torch(arguments.execution);
  const Predictor predictor(arguments.run, arguments.checkpoint, use_cuda(arguments.execution));
  const Dataset dataset = load_dataset_named(arguments.data.empty() ? predictor.spec().data : arguments.data);
  const ItemPredictions result = predictor.predict(dataset, arguments.new_items, arguments.features);

  const std::size_t classes = dataset.classes();
  const std::vector<double> probabilities = softmax_rows(result.predictions.logits, classes);
  std::vector<std::string> items;
  for (std::size_t i = 0; i < dataset.items(); ++i) items.emplace_back(dataset.votes.item_name(i));
  const std::size_t shape[] = {dataset.items(), classes};
  const std::size_t feature_shape[] = {dataset.items(), result.predictions.feature_width};
  std::vector<NpzPart> parts;
  parts.push_back(npz_part("items", items));
  parts.push_back(npz_part("split", result.split));
  parts.push_back(npz_part("classes", predictor.classes()));
  parts.push_back(npz_part("logits", std::span<const float>(result.predictions.logits), shape));
  parts.push_back(npz_part("probabilities", std::span<const double>(probabilities), shape));
  if (arguments.features) {
    parts.push_back(npz_part("features", std::span<const float>(result.predictions.features), feature_shape));
  }
  write_npz(arguments.output, parts);
  if (arguments.json) {
    fmt::print("{}\n", Json{{"output", arguments.output.string()},
                            {"run", predictor.id()},
                            {"checkpoint", arguments.checkpoint},
                            {"items", dataset.items()},
                            {"classes", predictor.classes()}}
                           .dump(2));
  } else {
    fmt::print(stderr, "{}: {} items, {} classes, {} checkpoint\n", arguments.output.string(),
               grouped(dataset.items()), classes, arguments.checkpoint);
  }
}

}  // namespace dissent::cli
