// `dissent train`, `dissent encode`, `dissent predict` and `dissent selftest`: their options. The work is in
// cli/torch.
#include <memory>
#include <string>

#include "dissent/cli/command.h"
#include "dissent/cli/option_flags.h"
#include "dissent/cli/torch_commands.h"
#include "dissent/core/text.h"

namespace dissent::cli {

void configure_train(CLI::App& app) {
  auto arguments = std::make_shared<TrainArguments>();
  TrainJob& job = arguments->job;
  app.add_option("--data", job.data, "data set: a name of `dissent data list`, or a manifest")->required();
  app.add_option("--delivery", job.deliveries,
                 "how votes become targets: " + join(entry_names(deliveries()), ", "))
      ->delimiter(',')
      ->allow_extra_args(false)
      ->default_str("soft");
  app.add_option(
         "--seed", arguments->seeds,
         "decides split, cut, initial weights, batch order, augmentation and labels; 0..4 or 0,3 for several")
      ->capture_default_str();
  app.add_option("-o,--output", job.output,
                 "folder to write; of several runs, the folder that holds DELIVERY-seedN of each")
      ->required();
  app.add_flag("--json", arguments->json, "print the runs' records as JSON on standard output");
  add_options(app, job.train, "Training");
  add_options(app, job.encoder, "Texts");
  add_options(app, job.delivery, "Delivery");
  add_options(app, job.cut, "Votes");
  add_options(app, job.split, "Split");
  add_options(app, job.execution, "Execution (does not change what is computed)");
  app.footer(
      "A run that was stopped or killed goes on where its last state was saved: give the same command "
      "again.\n"
      "Example: dissent train --data shapes --model resnet8 --epochs 20 --delivery soft,majority -o runs");
  app.callback([arguments] { run_train(*arguments); });
}

void configure_encode(CLI::App& app) {
  auto arguments = std::make_shared<EncodeArguments>();
  EncodeJob& job = arguments->job;
  app.add_option("--data", job.data, "data set of texts: a name of `dissent data list`, or a manifest")
      ->required();
  app.add_option("-o,--output", arguments->output, ".npz to write: items, features [items, width] float32")
      ->required();
  app.add_flag("--json", arguments->json, "print a summary as JSON on standard output");
  add_options(app, job.encoder, "Texts");
  add_device_options(app, job.execution);
  app.footer("Example: dissent encode --data chaosnli -o chaosnli.npz");
  app.callback([arguments] { run_encode(*arguments); });
}

void configure_predict(CLI::App& app) {
  auto arguments = std::make_shared<PredictArguments>();
  PredictJob& job = arguments->job;
  app.add_option("RUN", job.run, "folder of a run of `dissent train`")->required();
  app.add_option("--data", job.data, "data set; default: the one that the run was trained on");
  app.add_option("-o,--output", arguments->output,
                 ".npz to write: items, split, classes, logits [items, classes], probabilities; default: "
                 "predictions.npz in the run's folder");
  app.add_option("--checkpoint", arguments->checkpoint, "best (lowest evaluation soft NLL) or last")
      ->capture_default_str();
  app.add_flag("--features", job.features, "also write the penultimate features [items, width]");
  app.add_flag("--new-items", job.new_items, "the data set is not the run's own: predict all of its items");
  app.add_flag("--json", arguments->json, "print a summary as JSON on standard output");
  add_device_options(app, job.execution);
  app.footer("Example: dissent predict runs/soft-seed0 -o predictions.npz");
  app.callback([arguments] { run_predict(*arguments); });
}

void configure_selftest(CLI::App& app) {
  auto arguments = std::make_shared<SelftestArguments>();
  app.add_flag("--json", arguments->json, "print the checks as JSON on standard output");
  add_device_options(app, arguments->execution);
  app.footer("Example: dissent selftest --device cuda");
  app.callback([arguments] { run_selftest(*arguments); });
}

}  // namespace dissent::cli
