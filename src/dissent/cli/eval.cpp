// `dissent eval`: any model's predictions scored against the annotators.
#include <array>
#include <filesystem>
#include <memory>

#include <fmt/format.h>

#include "dissent/cli/command.h"
#include "dissent/cli/file_arguments.h"
#include "dissent/cli/option_flags.h"
#include "dissent/cli/progress.h"
#include "dissent/cli/report.h"
#include "dissent/cli/terminal.h"
#include "dissent/evaluate/evaluate.h"
#include "dissent/evaluate/evaluation_json.h"
#include "dissent/io/json_text.h"
#include "dissent/present/views/audit_view.h"
#include "dissent/present/views/evaluation_view.h"
#include "dissent/present/writers/terminal_writer.h"

namespace dissent::cli {
namespace {

struct EvalArguments {
  AnnotationSource annotations;
  std::vector<std::filesystem::path> predictions;
  EvaluateOptions evaluate;
  bool json = false;
  std::filesystem::path report;
};

void run_eval(EvalArguments arguments) {
  const ReportOutput output{arguments.report, "", "", ""};
  check_output(output);
  EvaluateOptions& options = arguments.evaluate;
  check_options(options);
  std::vector<std::filesystem::path> inputs = arguments.predictions;
  for (const std::string& file : {arguments.annotations.votes, arguments.annotations.gold, options.columns})
    inputs.emplace_back(file);
  check_files(inputs, std::array{arguments.report});
  options.keep_items = !arguments.report.empty();
  if (options.columns.empty()) {
    options.columns = arguments.annotations.votes;
    options.columns_item = arguments.annotations.import.item_column;
  }
  const Annotations annotations = read_annotations(arguments.annotations);
  ProgressMonitor monitor;
  const EvaluationResult result = evaluate(annotations, arguments.predictions, options, monitor);
  if (arguments.json) {
    fmt::print("{}\n", json_text(evaluation_json(result), 2));
  } else {
    for (const std::string& line : result.audit ? audit_lines(*result.audit) : std::vector<std::string>{})
      fmt::print(stderr, "{}: {}\n", result.votes, line);
    fmt::print("{}", terminal_text(evaluation_view(result), terminal_style()));
  }
  if (!arguments.report.empty()) write_report(evaluation_page(result, annotations), output, stderr);
}

}  // namespace

void configure_eval(CLI::App& app) {
  auto arguments = std::make_shared<EvalArguments>();
  EvaluateOptions& options = arguments->evaluate;
  add_options(app, arguments->annotations, "Options");
  app.add_option("--pred", arguments->predictions,
                 "predictions, one file or several: npy, npz (as `dissent predict` writes it), safetensors, "
                 "CSV, JSON Lines; a row an item, a column a class")
      ->required();
  add_options(app, options, "Options");
  app.get_option("--slice")->delimiter('\0')->default_str(options.slices.front());
  app.add_flag("--json", arguments->json, "print one JSON object for machines, full precision");
  app.add_option("--report", arguments->report,
                 "also write a page with pictures: one HTML file that opens anywhere");
  add_options(app, options.match, "Which items, which numbers");
  add_options(app, options.scores, "Calibration");
  add_options(app, options.reading, "How to read the predictions");
  add_options(app, arguments->annotations.gold_options, "How to read the gold labels");
  add_options(app, arguments->annotations.import, "How to read the votes");
  app.footer("Example: dissent eval --votes votes.csv --pred model.csv --gold gold.csv --slice class");
  app.callback([arguments] { run_eval(*arguments); });
}

}  // namespace dissent::cli
