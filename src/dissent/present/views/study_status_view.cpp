#include "dissent/present/views/study_status_view.h"

#include <map>
#include <span>

#include <fmt/format.h>

#include "dissent/core/duration.h"
#include "dissent/core/text.h"
#include "dissent/run/run_methods.h"

namespace dissent {
namespace {

// What varies, a row a combination of everything but the seed.
ReportTable grid_table(const StudyStatus& status) {
  struct Line {
    std::vector<std::string> seeds;
    std::map<std::string, std::size_t> states;
  };
  std::vector<MethodKey> order;
  std::map<MethodKey, Line> lines;
  for (const RunStatus& one : status.runs) {
    const MethodKey key{one.run.spec.delivery, named_options(one.run.options, status.varying)};
    if (lines.count(key) == 0) order.push_back(key);
    Line& line = lines[key];
    line.seeds.push_back(std::to_string(one.run.spec.seed));
    if (one.state) ++line.states[std::string(name_of(*one.state))];
  }
  ReportTable table;
  table.name = "runs";
  table.columns.push_back({"delivery", "delivery", false});
  if (!status.varying.empty()) table.columns.push_back({"setting", "setting", false});
  table.columns.push_back({"seeds", "seeds", false});
  if (status.has_results) table.columns.push_back({"state", "state", false});
  for (const MethodKey& key : order) {
    const Line& line = lines.at(key);
    std::vector<ReportCell>& row = table.rows.emplace_back();
    row.push_back(text_cell(key.method));
    if (!status.varying.empty()) row.push_back(text_cell(setting_text(key.settings)));
    row.push_back(text_cell(join(std::span<const std::string>(line.seeds), " ")));
    if (!status.has_results) continue;
    std::vector<std::string> states;
    for (const auto& [state, count] : line.states) states.push_back(fmt::format("{} {}", count, state));
    row.push_back(text_cell(join(std::span<const std::string>(states), ", ")));
  }
  return table;
}

std::string what_is_left(const StudyStatus& status) {
  const std::string time =
      fmt::format("about {} of training ({})", duration_text(status.time.seconds), status.time.basis);
  if (!status.has_results) return time;
  const std::string counts =
      fmt::format("{} done, {} missing", status.runs.size() - status.missing, status.missing);
  return status.missing == 0 ? counts : fmt::format("{}; {}", counts, time);
}

}  // namespace

Report study_status_view(const StudyStatus& status) {
  Report report{"Study", status.study, status.about, {}, {}};
  ReportSection section{"runs", "", {}};
  const TrainOptions& train = status.runs.front().run.spec.train;
  section.blocks.emplace_back(
      Prose{{fmt::format("{} runs of {}, {} epochs", status.runs.size(), train.model, train.epochs)}});
  section.blocks.emplace_back(grid_table(status));
  for (const RunStatus& one : status.runs) {
    if (!one.failure.empty())
      section.blocks.emplace_back(Prose{{fmt::format("failed: {}: {}", one.run.name, one.failure)}});
  }
  Prose end{{what_is_left(status)}};
  for (const auto& [what, names] :
       {std::pair{"tables", &status.tables}, {"tests", &status.tests}, {"figures", &status.figures}}) {
    if (!names->empty())
      end.paragraphs.push_back(
          fmt::format("{:<8} {}", what, join(std::span<const std::string>(*names), ", ")));
  }
  section.blocks.emplace_back(std::move(end));
  report.sections.push_back(std::move(section));
  return report;
}

}  // namespace dissent
