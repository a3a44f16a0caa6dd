// What `dissent eval` shows people: scores in aligned columns beside what humans and constant guesses score,
// a reliability plot, and the items on which model and humans differ most.
#include "dissent/cli/eval_view.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "dissent/cli/audit_view.h"
#include "dissent/cli/table.h"
#include "dissent/cli/terminal.h"
#include "dissent/core/text.h"

namespace dissent::cli {
namespace {

std::string value_text(double value) {
  if (std::isnan(value)) return "-";
  if (std::isinf(value)) return "inf";
  return fmt::format("{:.4f}", value);
}

std::string part_title(const SliceScores& part) {
  return fmt::format("{} ({})", part.name.empty() ? "all items" : part.name, grouped(part.items));
}

// A metric a row: each set of items with its interval, and what it is to be read beside for all items.
void print_one(const FileEvaluation& file, bool ordered) {
  constexpr std::size_t kMostParts = 4;  // more slices get a table of their own
  const std::size_t beside = file.parts.size() <= kMostParts ? file.parts.size() : 1;
  Table table;
  std::vector<std::string> head{""};
  for (std::size_t p = 0; p < beside; ++p) head.push_back(part_title(file.parts[p]));
  for (const char* name : {"human", "class shares", "uniform"}) head.emplace_back(name);
  table.add(head);
  const SliceScores& whole = file.parts[0];
  for (std::size_t m = 0; m < metric_list().size(); ++m) {
    const Metric& metric = metric_list()[m];
    if (metric.ordinal && !ordered) continue;
    std::vector<std::string> row{std::string(metric.name)};
    for (std::size_t p = 0; p < beside; ++p) {
      const SliceScores& part = file.parts[p];
      row.push_back(value_text(part.scores.*metric.value));
      if (!part.intervals.empty()) {
        row.back() +=
            fmt::format(" [{}, {}]", value_text(part.intervals[m].low), value_text(part.intervals[m].high));
      }
    }
    const auto blank_dash = [](double value) { return std::isnan(value) ? "" : value_text(value); };
    row.push_back(blank_dash(whole.human_score(metric)));
    row.push_back(blank_dash(whole.class_shares.*metric.value));
    row.push_back(blank_dash(whole.uniform.*metric.value));
    table.add(row);
  }
  fmt::print("{}", table.text());
}

constexpr std::array<std::string_view, 7> kMain = {"soft_nll", "kl",         "soft_brier",  "accuracy",
                                                   "ece",      "smooth_ece", "entropy_corr"};

std::vector<std::string> main_row(std::string name, const ScoreValues& scores, bool ordered) {
  std::vector<std::string> row{std::move(name)};
  for (const std::string_view metric : kMain) row.push_back(value_text(scores.*find_metric(metric).value));
  if (ordered) row.push_back(value_text(scores.ranked_probability));
  return row;
}

std::vector<std::string> main_head(std::string name, bool ordered) {
  std::vector<std::string> head{std::move(name)};
  head.insert(head.end(), kMain.begin(), kMain.end());
  if (ordered) head.emplace_back("ranked_probability");
  return head;
}

// The slices of one file, a slice a row.
void print_slices(const FileEvaluation& file, bool ordered) {
  Table table;
  table.add(main_head("slice", ordered));
  for (std::size_t p = 1; p < file.parts.size(); ++p) {
    table.add(main_row(part_title(file.parts[p]), file.parts[p].scores, ordered));
  }
  fmt::print("\n{}", table.text());
}

// Several files, a file a row; a table for all items, and one for each slice that all of them have.
void print_several(const EvaluationResult& result) {
  const FileEvaluation& first = result.files[0];
  const bool ordered = result.classes.ordered;
  for (const SliceScores& part : first.parts) {
    Table table;
    table.add(main_head(part_title(part), ordered));
    bool same_items = true;
    for (const FileEvaluation& file : result.files) {
      const auto found = std::find_if(file.parts.begin(), file.parts.end(),
                                      [&](const SliceScores& other) { return other.name == part.name; });
      if (found == file.parts.end()) continue;
      same_items = same_items && found->items == part.items;
      table.add(main_row(same_items ? file.name : fmt::format("{} ({})", file.name, grouped(found->items)),
                         found->scores, ordered));
    }
    ScoreValues human;
    for (const Metric& metric : metric_list()) human.*metric.value = part.human_score(metric);
    if (part.human) table.add(main_row("human reference", human, ordered));
    table.add(main_row("class shares", part.class_shares, ordered));
    table.add(main_row("uniform", part.uniform, ordered));
    fmt::print("\n");
    fmt::print("{}", table.text());
  }
}

// A bar of how often the prediction was right, with a mark where the confidence is.
std::string reliability_bar(const CalibrationBin& bin, std::size_t width) {
  const auto at = [&](double share) {
    return std::min(width - 1, static_cast<std::size_t>(share * static_cast<double>(width)));
  };
  std::string out;
  for (std::size_t c = 0; c < width; ++c) {
    const bool filled = static_cast<double>(c) + 0.5 < bin.outcome * static_cast<double>(width);
    if (!filled && c > at(bin.confidence)) break;
    out += c == at(bin.confidence) ? (filled ? "┃" : "│") : filled ? "█" : " ";
  }
  return out;
}

void print_reliability(const FileEvaluation& file, std::string_view target) {
  const bool soft = target == "soft";
  fmt::print("\n{}\n", styled(fmt::format("Reliability of {} (bar: {}; mark: confidence)", file.name,
                                          soft ? "annotators who agree" : "share that is right"),
                              Style::bold));
  fmt::print("  {}\n",
             styled(fmt::format("{:>10}  {:>10}  {:>8}", "confidence", soft ? "agree" : "right", "items"),
                    Style::dim));
  for (const CalibrationBin& bin : file.parts[0].reliability) {
    fmt::print("  {:>10.3f}  {:>10.3f}  {:>8}  {}\n", bin.confidence, bin.outcome,
               grouped(static_cast<std::uint64_t>(bin.items)), styled(reliability_bar(bin, 40), Style::blue));
  }
}

// A name short enough for a table.
std::string fit_name(const std::string& name) {
  constexpr std::size_t kMost = 32;
  return fit(name, std::min(kMost, display_width(name)));
}

std::string likeliest(const std::vector<double>& row, const ClassSpace& classes) {
  std::vector<std::size_t> order(row.size());
  for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return row[a] > row[b]; });
  std::string text;
  for (std::size_t i = 0; i < std::min<std::size_t>(3, order.size()) && row[order[i]] >= 0.005; ++i) {
    text += fmt::format("{}{} {:.2f}", text.empty() ? "" : ", ", fit_name(classes.names[order[i]]),
                        row[order[i]]);
  }
  return text;
}

void print_differing(const FileEvaluation& file, const ClassSpace& classes) {
  if (file.differ_most.empty()) return;
  fmt::print("\n{}\n",
             styled(fmt::format("Where {} and the annotators differ most", file.name), Style::bold));
  Table table(Table::kAll);
  table.add({"item", "KL", "annotators", "prediction"});
  for (const DifferingItem& item : file.differ_most) {
    table.add(
        {fit_name(item.name), value_text(item.kl), likeliest(item.p, classes), likeliest(item.q, classes)});
  }
  fmt::print("{}", table.text());
}

void print_head(const FileEvaluation& file, const EvaluationResult& result) {
  const SliceScores& whole = file.parts[0];
  fmt::print("{}  {}\n", styled(file.path, Style::bold),
             styled(fmt::format("({}, {} items, {} classes)",
                                file.kind == PredictionKind::logits ? "logits" : "probabilities",
                                grouped(whole.items), result.classes.size()),
                    Style::dim));
  for (const std::string& remark : file.remarks) fmt::print("  {}\n", remark);
  for (std::size_t m = 0; m < metric_list().size(); ++m) {
    const Metric& metric = metric_list()[m];
    if (whole.reasons[m].empty() || (metric.ordinal && !result.classes.ordered)) continue;
    if (metric.name == "kl") continue;  // as soft_nll
    fmt::print("  {}\n", styled(fmt::format("{}: {}", metric.name, whole.reasons[m]), Style::yellow));
  }
}

}  // namespace

void print_eval(const EvaluationResult& result) {
  if (result.audit) {
    for (const std::string& line : audit_lines(*result.audit)) {
      fmt::print(stderr, "{}: {}\n", result.votes, line);
    }
  }
  for (const FileEvaluation& file : result.files) print_head(file, result);
  const FileEvaluation& first = result.files[0];
  std::string target = result.accuracy_target;
  if (first.without_gold > 0)
    target += fmt::format(" (majority where there is none: {})", grouped(first.without_gold));
  if (first.majority_ties > 0)
    target += fmt::format(" (ties drawn by item: {})", grouped(first.majority_ties));
  fmt::print("  accuracy against {}; calibration against {}; natural logarithms\n", target,
             result.calibration_target);
  if (first.replicates > 0) {
    fmt::print("  [95 % intervals] from {} resamplings of the items\n", grouped(first.replicates));
  }
  if (!result.human_reason.empty()) fmt::print("  no human reference: {}\n", result.human_reason);
  if (result.files.size() > 1) return print_several(result);
  fmt::print("\n");
  print_one(first, result.classes.ordered);
  if (first.parts.size() > 4) print_slices(first, result.classes.ordered);
  print_reliability(first, result.calibration_target);
  print_differing(first, result.classes);
}

}  // namespace dissent::cli
