// `dissent predict` in `dissent-torch`: a run's logits and probabilities of every item, as a file.
#include <filesystem>

#include <fmt/format.h>

#include "dissent/cli/terminal.h"
#include "dissent/cli/torch/stoppable.h"
#include "dissent/cli/torch/work_monitor.h"
#include "dissent/cli/torch_commands.h"
#include "dissent/core/choices.h"
#include "dissent/io/json_text.h"
#include "dissent/train/item_predictions_json.h"
#include "dissent/train/predict_items.h"

namespace dissent::cli {

void run_predict(const PredictArguments& arguments) {
  PredictJob job = arguments.job;
  job.checkpoint = choice_of<Checkpoint>("checkpoint", arguments.checkpoint);
  const std::filesystem::path output = predictions_path(job, arguments.output);
  ItemPredictions predictions;
  stoppable(
      [&] {
        WorkMonitor<> monitor("predict");
        predictions = predict(job, monitor);
      },
      "features are kept once all texts are encoded; nothing was written");
  write_predictions(output, predictions);
  if (arguments.json) {
    fmt::print("{}\n", json_text(item_predictions_json(predictions, output), 2));
  } else {
    fmt::print(stderr, "{}: {} items, {} classes, {} checkpoint\n", output.string(),
               grouped(predictions.items.size()), predictions.classes.size(), arguments.checkpoint);
  }
}

}  // namespace dissent::cli
