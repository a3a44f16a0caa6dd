// `dissent study pack`: the finished runs of a folder of results as a few files.
#include <memory>

#include <fmt/format.h>

#include "dissent/cli/command.h"
#include "dissent/cli/progress.h"
#include "dissent/core/error.h"
#include "dissent/io/folder.h"
#include "dissent/io/json.h"
#include "dissent/io/json_text.h"
#include "dissent/run/run_pack_json.h"
#include "dissent/study/claims.h"
#include "dissent/study/results.h"

namespace dissent::cli {
namespace {

struct PackArguments {
  std::filesystem::path folder;
  bool json = false;
  PackOptions options;
};

class PackMonitor : public Monitor {
 public:
  void progress(std::string_view what, std::uint64_t done, std::uint64_t total) override {
    if (!line_) line_ = std::make_unique<Progress>(std::string(what), total);
    line_->update(done);
  }

 private:
  std::unique_ptr<Progress> line_;
};

void pack(const PackArguments& arguments) {
  const ResultsFolder results(arguments.folder);
  if (!is_folder(results.runs())) {
    fail("{}: holds no runs; a folder that `dissent study run -o` wrote is wanted",
         arguments.folder.string());
  }
  if (const auto held = Claims(results.claims()).held(); !held.empty()) {
    fail("{}: {} is being worked on; pack it when nobody is", arguments.folder.string(), held.front().name);
  }
  PackMonitor monitor;
  const PackResult result = pack_runs(results.runs(), arguments.options, monitor);
  if (arguments.json) {
    fmt::print("{}\n", json_text(pack_result_json(result), 2));
    return;
  }
  for (const std::filesystem::path& part : result.parts) fmt::print("{}\n", part.string());
  fmt::print("{} run{} packed into {} new part{}\n", result.runs, result.runs == 1 ? "" : "s",
             result.parts.size(), result.parts.size() == 1 ? "" : "s");
  if (!result.kept.empty()) {
    fmt::print("{} folder{} stay{}, because they hold more than is packed, such as weights\n",
               result.kept.size(), result.kept.size() == 1 ? "" : "s", result.kept.size() == 1 ? "s" : "");
  }
}

}  // namespace

void configure_study_pack(CLI::App& app) {
  auto arguments = std::make_shared<PackArguments>();
  app.add_option("DIR", arguments->folder, "folder of results")->required();
  app.add_flag("--keep-folders", arguments->options.keep_folders,
               "leave the runs' folders where they are, too");
  app.add_flag("--json", arguments->json, "print as JSON on standard output");
  app.footer(
      "Records, histories, predictions and measurements go into runs/part-0001.zip and so on, at most 8 MiB "
      "each, which every\n"
      "command reads like folders of runs. A part is never written again: later runs go into a new one. "
      "Weights stay.\n"
      "Example: dissent study pack results");
  app.callback([arguments] { pack(*arguments); });
}

}  // namespace dissent::cli
