// What `dissent predict` does: a run's logits and probabilities of every item.
#include <string>
#include <vector>

#include <fmt/format.h>

#include "dissent/cli/terminal.h"
#include "dissent/cli/torch/encoding.h"
#include "dissent/cli/torch_commands.h"
#include "dissent/core/error.h"
#include "dissent/predictions/predictions.h"
#include "dissent/store/loaders.h"
#include "dissent/train/predictor.h"
#include "dissent/train/trainer.h"

namespace dissent::cli {
void run_predict(const PredictArguments& arguments) {
  std::filesystem::path output = arguments.output;
  if (output.empty()) {  // beside the run's record, where `dissent compare` looks for it
    if (arguments.new_items) fail("--new-items: predictions of other data need a file of their own; give -o");
    if (arguments.checkpoint != "best")
      fail("--checkpoint {}: give -o; a run keeps its best", arguments.checkpoint);
    output = arguments.run / RunFileNames::predictions;
  }
  if (output.extension() != ".npz") fail("{}: predictions are written as .npz", output.string());
  prepare_torch(arguments.execution);
  const Predictor predictor(arguments.run, arguments.checkpoint, use_cuda(arguments.execution));
  const Dataset dataset = load_dataset_named(arguments.data.empty() ? predictor.spec().data : arguments.data);
  inputs_with_progress(dataset, predictor.spec(), use_cuda(arguments.execution));
  const ItemPredictions result = predictor.predict(dataset, arguments.new_items, arguments.features);

  PredictionArrays arrays{
      {}, result.split, predictor.classes(), result.predictions.logits, result.predictions.features};
  for (std::size_t i = 0; i < dataset.items(); ++i) arrays.items.emplace_back(dataset.votes.item_name(i));
  write_predictions(output, arrays);
  if (arguments.json) {
    fmt::print("{}\n", Json{{"output", output.string()},
                            {"run", predictor.id()},
                            {"checkpoint", arguments.checkpoint},
                            {"items", dataset.items()},
                            {"classes", predictor.classes()}}
                           .dump(2));
  } else {
    fmt::print(stderr, "{}: {} items, {} classes, {} checkpoint\n", output.string(), grouped(dataset.items()),
               dataset.classes(), arguments.checkpoint);
  }
}

}  // namespace dissent::cli
