// `dissent geometry` and `dissent ood`: their options. The work is in cli/torch.
#include <memory>

#include "dissent/cli/command.h"
#include "dissent/cli/option_flags.h"
#include "dissent/cli/torch_commands.h"

namespace dissent::cli {

void configure_geometry(CLI::App& app) {
  auto arguments = std::make_shared<GeometryArguments>();
  app.add_option("RUNS", arguments->runs, "folders of runs of `dissent train`, or folders that hold such")
      ->required();
  app.add_option(
         "--between", arguments->between,
         "loss barrier: two deliveries, whose runs of the same seed are the ends; two runs alone, or runs "
         "of two deliveries, need none")
      ->delimiter(',')
      ->allow_extra_args(false);
  app.add_option(
      "--baseline", arguments->baseline,
      "delivery that the others' numbers are compared with, seed by seed; default: soft, where it is "
      "among the runs");
  app.add_option("--maps", arguments->maps,
                 "folder to write Grad-CAM sheets to: a PNG an item, a row a method, a column a seed");
  app.add_option("--map-items", arguments->map_items,
                 "items to draw, comma-separated; default: the 8 that annotators disagree on most")
      ->delimiter(',')
      ->allow_extra_args(false);
  app.add_flag("--fresh", arguments->fresh, "measure again what a run's folder already holds");
  add_choice(app, "--format", arguments->format, kResultForms);
  app.add_flag("--json", arguments->json,
               "as --format json: every number, every pair, the spectra and paths");
  add_options(app, arguments->geometry, "What is measured");
  add_device_options(app, arguments->execution);
  app.footer(
      "All of it is of the best checkpoint, in evaluation mode, on the evaluation items, in float32.\n"
      "Measurements are kept in RUN/geometry.json: a command that was stopped goes on where it was.\n"
      "Example: dissent geometry runs --between soft,sls --json > geometry.json");
  app.callback([arguments] { run_geometry(*arguments); });
}

void configure_ood(CLI::App& app) {
  auto arguments = std::make_shared<OodArguments>();
  app.add_option("RUNS", arguments->runs, "folders of runs of `dissent train`, or folders that hold such")
      ->required();
  app.add_option(
         "--outside", arguments->outside,
         "what is not of the run's kind, comma-separated: svhn, cifar100, another data set of `dissent data "
         "list`, a folder of images, .npy, .mat or .bin")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->required();
  app.add_option("--scores", arguments->scores, "CSV to write: every score of every image");
  add_raw_csv(app, arguments->texts);
  app.add_flag("--fresh", arguments->fresh, "measure again what a run's folder already holds");
  add_choice(app, "--format", arguments->format, kResultForms);
  app.add_flag("--json", arguments->json, "as --format json: every number of every run");
  add_options(app, arguments->ood, "Scores");
  add_device_options(app, arguments->execution);
  app.footer(
      "In-distribution are the run's own evaluation items. Measurements are kept in RUN/ood.json.\n"
      "Example: dissent ood runs --outside svhn,cifar100");
  app.callback([arguments] { run_ood(*arguments); });
}

}  // namespace dissent::cli
