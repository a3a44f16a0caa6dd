#include "dissent/study/study_summary.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include <boost/math/distributions/students_t.hpp>

#include "dissent/core/error.h"
#include "dissent/io/json_number.h"
#include "dissent/study/run_options.h"

namespace dissent {
namespace {

constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

std::string value_of(const std::map<std::string, std::string>& options, const std::string& name) {
  const auto found = options.find(name);
  return found == options.end() ? std::string() : found->second;
}

const Published* published_of(const StudyTable& table, const std::map<std::string, std::string>& options,
                              const std::string& metric) {
  for (const Published& entry : table.published) {
    const bool belongs = std::all_of(entry.options.begin(), entry.options.end(), [&](const auto& wanted) {
      return value_of(options, wanted.first) == wanted.second;
    });
    if (belongs && entry.values.count(metric) > 0) return &entry;
  }
  return nullptr;
}

Json summary_json(const SeedSummary& summary) {
  return {{"seeds", summary.seeds},
          {"mean", number(summary.mean)},
          {"sd", number(summary.sd)},
          {"interval", {number(summary.low), number(summary.high)}}};
}

}  // namespace

SeedSummary summarise_seeds(std::span<const double> values) {
  std::vector<double> known;
  std::copy_if(values.begin(), values.end(), std::back_inserter(known),
               [](double v) { return !std::isnan(v); });
  SeedSummary summary{known.size(), kNoNumber, kNoNumber, kNoNumber, kNoNumber};
  if (known.empty()) return summary;
  const MeanSd over = mean_sd(known);
  summary.mean = over.mean;
  summary.sd = over.sd;
  if (known.size() < 2) return summary;
  const auto n = static_cast<double>(known.size());
  const double reach = boost::math::quantile(boost::math::students_t(n - 1), 0.975) * over.sd / std::sqrt(n);
  summary.low = over.mean - reach;
  summary.high = over.mean + reach;
  return summary;
}

TableResult make_table(const StudyTable& table, const StudyValues& values) {
  TableResult result;
  result.table = &table;
  struct Group {
    std::map<std::string, std::string> options;  // of its first run
    std::vector<std::size_t> runs;
  };
  std::vector<std::vector<std::string>> labels;                 // of rows
  std::vector<std::string> across;                              // values side by side
  std::map<std::pair<std::size_t, std::size_t>, Group> groups;  // by row and column
  const auto place_of = [](auto& list, const auto& value) {
    const auto found = std::find(list.begin(), list.end(), value);
    if (found != list.end()) return static_cast<std::size_t>(found - list.begin());
    list.push_back(value);
    return list.size() - 1;
  };
  for (std::size_t i = 0; i < values.runs().size(); ++i) {
    const std::map<std::string, std::string> options = study_options(values.runs()[i].spec);
    if (!table.where.matches(options)) continue;
    std::vector<std::string> label;
    for (const std::string& name : table.rows) label.push_back(value_of(options, name));
    Group& group = groups[{place_of(labels, label), place_of(across, value_of(options, table.across))}];
    if (group.runs.empty()) group.options = options;
    group.runs.push_back(i);
  }
  for (std::size_t row = 0; row < labels.size(); ++row) {
    TableRow line{labels[row], {}};
    for (std::size_t column = 0; column < across.size(); ++column) {
      const auto group = groups.find({row, column});
      for (const std::string& metric : table.metrics) {
        std::vector<double> numbers;
        TableCell cell;
        cell.across = across[column];
        cell.metric = metric;
        if (group != groups.end()) {
          for (const std::size_t run : group->second.runs) numbers.push_back(values.value(run, metric));
          cell.published = published_of(table, group->second.options, metric);
        }
        cell.ours = summarise_seeds(numbers);
        line.cells.push_back(std::move(cell));
      }
    }
    result.rows.push_back(std::move(line));
  }
  return result;
}

Json table_json(const TableResult& result) {
  Json rows = Json::array();
  for (const TableRow& row : result.rows) {
    Json line = {{"options", Json::object()}, {"cells", Json::array()}};
    for (std::size_t i = 0; i < row.options.size(); ++i)
      line["options"][result.table->rows[i]] = row.options[i];
    for (const TableCell& cell : row.cells) {
      Json json = {{"metric", cell.metric}, {"ours", summary_json(cell.ours)}};
      if (!result.table->across.empty()) json["across"] = cell.across;
      if (cell.published != nullptr) {
        const auto& [mean, sd] = cell.published->values.at(cell.metric);
        json["published"] = {{"mean", mean}, {"sd", number(sd)}};
        if (cell.published->seeds > 0) json["published"]["seeds"] = cell.published->seeds;
      }
      line["cells"].push_back(std::move(json));
    }
    rows.push_back(std::move(line));
  }
  return {{"name", result.table->name},     {"title", result.table->title},     {"rows", result.table->rows},
          {"across", result.table->across}, {"metrics", result.table->metrics}, {"lines", std::move(rows)}};
}

namespace {

// The runs that have all of the metrics, compared; the others are counted.
void compare_finished(const StudyTest& test, const TestOptions& options, const StudyValues& values,
                      TestResult& found) {
  std::vector<FinishedRun> runs;
  std::map<std::string, std::size_t> at;  // by folder
  std::size_t incomplete = 0;
  for (std::size_t i = 0; i < values.runs().size(); ++i) {
    const FinishedRun& run = values.runs()[i];
    if (!test.where.matches(study_options(run.spec))) continue;
    const bool whole =
        std::all_of(options.metrics.begin(), options.metrics.end(),
                    [&](const std::string& metric) { return std::isfinite(values.value(i, metric)); });
    if (!whole) {
      ++incomplete;
      continue;
    }
    at[run.folder.string()] = i;
    runs.push_back(run);
  }
  PairOptions pairs = test.pairs;
  pairs.drop_unpaired = true;  // of a study that is not complete; they are counted
  const Pairing pairing = pair_runs(runs, pairs);
  found.unpaired = std::max(found.unpaired, incomplete + pairing.unpaired);
  CompareResult result =
      compare_runs(pairing, options,
                   {[&](const std::string& metric) { return values.column(metric).better(); },
                    [&](const FinishedRun& run, const std::string& metric) {
                      return values.value(at.at(run.folder.string()), metric);
                    }});
  std::move(result.comparisons.begin(), result.comparisons.end(),
            std::back_inserter(found.result.comparisons));
  found.result.family = std::max(found.result.family, result.family);
  for (std::string& warning : result.warnings) {
    const auto& known = found.result.warnings;
    if (std::find(known.begin(), known.end(), warning) == known.end()) {
      found.result.warnings.push_back(std::move(warning));
    }
  }
}

}  // namespace

TestResult make_test(const StudyTest& test, const StudyValues& values) {
  TestResult found;
  found.test = &test;
  // Families of one metric each are apart, so that a run that lacks one metric still counts for the others.
  std::vector<TestOptions> families;
  if (test.compare.family == "all") {
    families.push_back(test.compare);
  } else {
    for (const std::string& metric : test.compare.metrics) {
      families.push_back(test.compare);
      families.back().metrics = {metric};
    }
  }
  for (const TestOptions& family : families) {
    try {
      compare_finished(test, family, values, found);
    } catch (const Error& error) {
      found.nothing = error.what();
    }
  }
  if (!found.result.comparisons.empty()) found.nothing.clear();
  return found;
}

}  // namespace dissent
