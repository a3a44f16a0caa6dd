#include "dissent/predictions/matched_predictions.h"

#include <algorithm>
#include <utility>

#include "dissent/core/choices.h"
#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/predictions/class_columns.h"
#include "dissent/predictions/class_names.h"
#include "dissent/predictions/matched_items.h"

namespace dissent {
namespace {

// Of a file with one column of numbers from 0 to 1, which is named as one of two classes: that class, else
// -1.
int class_of_one_column(const PredictionFile& file, const ClassSpace& classes) {
  if (file.classes != 1 || classes.size() != 2 || file.class_names.size() != 1) return -1;
  const bool shares = std::visit(
      [](const auto& span) {
        return std::all_of(span.begin(), span.end(), [](auto q) { return q >= 0 && q <= 1; });
      },
      file.cells);
  const bool stated = file.stated == StatedKind::logits;
  return shares && !stated ? class_called(classes, file.class_names.front()) : -1;
}

// The columns of both classes, from that of class k.
Cells both_columns(const PredictionFile& file, std::size_t k, MatchedPredictions& matched) {
  auto& cells = matched.cells.emplace<std::vector<double>>(2 * file.rows);
  std::visit(
      [&](const auto& span) {
        for (std::size_t row = 0; row < file.rows; ++row) {
          cells[2 * row + k] = static_cast<double>(span[row]);
          cells[2 * row + 1 - k] = 1 - static_cast<double>(span[row]);
        }
      },
      file.cells);
  return std::span<const double>(cells);
}

// The file's cells, or a copy with a column for each class of the votes, in their order.
Cells class_cells(const PredictionFile& file, const ClassSpace& classes, MatchedPredictions& matched,
                  std::vector<std::string>& remarks) {
  if (!file.labels.empty()) {
    const LabelClasses labels = label_classes(file, classes, remarks);
    matched.classes = labels.source;
    matched.labels = true;
    remarks.emplace_back(
        "one label an item, scored as a probability of 1: soft_nll is infinite where anyone chose another "
        "class, and confidence and entropy say nothing");
    auto& cells = matched.cells.emplace<std::vector<float>>(labels.of.size() * classes.size());
    for (std::size_t row = 0; row < labels.of.size(); ++row) cells[row * classes.size() + labels.of[row]] = 1;
    return std::span<const float>(cells);
  }
  if (const int k = class_of_one_column(file, classes); k >= 0) {
    matched.classes = file.classes_given ? ClassSource::given : ClassSource::named;
    remarks.push_back(fmt::format("one column, taken for the probability of {}; that of {} is the rest to 1",
                                  in_quotes(classes.names[static_cast<std::size_t>(k)]),
                                  in_quotes(classes.names[static_cast<std::size_t>(1 - k)])));
    return both_columns(file, static_cast<std::size_t>(k), matched);
  }
  const ClassColumns columns = class_columns(file, classes, remarks);
  matched.classes = columns.source;
  if (columns.as_they_are(file.classes)) return file.cells;
  return std::visit(
      [&]<class Cell>(const std::span<const Cell>& from) -> Cells {
        auto& cells = matched.cells.emplace<std::vector<Cell>>();
        cells.reserve(file.rows * classes.size());
        for (std::size_t row = 0; row < file.rows; ++row) {
          for (const std::size_t column : columns.column_of_class) {
            cells.push_back(from[row * file.classes + column]);
          }
        }
        return std::span<const Cell>(cells);
      },
      file.cells);
}

// Why logits cannot be what the file holds; empty where they can.
std::string no_logits(const PredictionFile& file, const Cells& cells, std::size_t classes,
                      const RowRule& rule) {
  if (!file.labels.empty()) return "holds labels, and no numbers";
  if (file.stated == StatedKind::probabilities) return "says itself that it holds probabilities";
  if (file.stated == StatedKind::logits || classes < 2) return {};
  if (guess_kind(cells, classes, rule) != PredictionKind::probabilities) return {};
  return "holds distributions in every row";
}

PredictionKind settle_kind(const PredictionFile& file, const Cells& cells, std::size_t classes,
                           const RowRule& rule, const MatchOptions& options,
                           std::vector<std::string>& remarks) {
  if (options.logits) {
    const std::string reason = no_logits(file, cells, classes, rule);
    if (reason.empty()) return PredictionKind::logits;
    if (!options.several) fail("{}: {}; leave {} away", file.path, reason, option("logits"));
    remarks.push_back(fmt::format("{} was not applied: the file {}", option("logits"), reason));
    return PredictionKind::probabilities;
  }
  if (file.stated == StatedKind::logits) return PredictionKind::logits;
  if (file.stated == StatedKind::probabilities) return PredictionKind::probabilities;
  if (const auto kind = guess_kind(cells, classes, rule)) return *kind;
  return PredictionKind::probabilities;  // the check of the rows says which one is none, and why
}

void check_rows(const PredictionFile& file, const Cells& cells, std::size_t classes, PredictionKind kind,
                const RowRule& rule) {
  const auto bad = first_bad_row(cells, classes, kind, rule);
  if (!bad) return;
  const bool unsure =
      file.stated == StatedKind::unknown && !first_bad_row(cells, classes, PredictionKind::logits);
  fail("{}: {}{}", file.place(bad->row), bad->reason,
       unsure ? fmt::format("; if these are logits, say {}", option("logits")) : "");
}

void add_rule_remarks(const PredictionRows& rows, const RowRule& rule, std::vector<std::string>& remarks) {
  if (rule.total != 1) {
    remarks.push_back(fmt::format("rows sum to {}: taken for percentages", rule.total));
  }
  if (rows.largest_miss() <= 1e-6) return;
  remarks.push_back(
      fmt::format("rows were divided by their sums, which miss {} by up to {:.2g}{}", rule.total,
                  rule.total * rows.largest_miss(),
                  rule.tolerance > kRowTolerance
                      ? fmt::format(" (numbers of {} digits after the point: {:.2g} is allowed)", rule.digits,
                                    rule.total * rule.tolerance)
                      : ""));
}

// A run that was evaluated on its dev part calls those items "evaluation".
[[noreturn]] void fail_no_rows(const PredictionFile& file, std::string_view wanted) {
  std::vector<std::string> there;
  for (const std::string& split : file.split) {
    if (std::find(there.begin(), there.end(), split) == there.end() && there.size() < 8)
      there.push_back(split);
  }
  const bool evaluated = std::find(there.begin(), there.end(), "evaluation") != there.end();
  fail("{}: no item is of the split {}; its items are of {}{}", file.path, in_quotes(wanted),
       in_quotes(join(there, ", "), 200),
       evaluated && wanted != "train"
           ? fmt::format(": the part that a run was evaluated on is called 'evaluation', say {} evaluation",
                         option("split"))
           : "");
}

// The rows to score, by the file's own word on which items were trained on.
std::vector<std::uint32_t> chosen_rows(const PredictionFile& file, const MatchOptions& options,
                                       std::vector<std::string>& remarks) {
  std::string_view wanted = name_of(options.split);
  if (options.split == SplitChoice::automatic) {
    const bool some = std::find(file.split.begin(), file.split.end(), "evaluation") != file.split.end();
    wanted = some ? "evaluation" : "all";
    if (!some && std::find(file.split.begin(), file.split.end(), "train") != file.split.end()) {
      fail(
          "{}: holds items that were trained on, and none for evaluation; say which are meant: {} train, "
          "dev, "
          "test or all",
          file.path, option("split"));
    }
  }
  std::vector<std::uint32_t> rows;
  if (wanted != "all" && file.split.empty()) {
    fail("{}: does not say which items were trained on; leave {} away", file.path, option("split"));
  }
  for (std::uint32_t row = 0; row < file.rows; ++row) {
    if (wanted == "all" || file.split[row] == wanted) rows.push_back(row);
  }
  if (rows.empty()) fail_no_rows(file, wanted);
  if (rows.size() < file.rows) {
    remarks.push_back(fmt::format(
        "{} of {} items: those of the split {}{}", rows.size(), file.rows, in_quotes(wanted),
        options.split == SplitChoice::automatic ? fmt::format("; {} all scores all", option("split")) : ""));
  }
  return rows;
}

}  // namespace

MatchedPredictions match_predictions(const PredictionFile& file, const VoteTable& votes,
                                     const ItemIndex& index, const MatchOptions& options) {
  std::vector<std::string> remarks = file.remarks;
  const std::size_t classes = votes.classes();
  MatchedPredictions matched{
      {}, PredictionKind::probabilities, PredictionRows({}, classes, PredictionKind::probabilities)};
  const Cells cells = class_cells(file, votes.class_space(), matched, remarks);
  const RowRule rule = row_rule(cells, classes);
  const PredictionKind kind = matched.kind = settle_kind(file, cells, classes, rule, options, remarks);
  check_rows(file, cells, classes, kind, rule);
  std::vector<std::uint32_t> rows = chosen_rows(file, options, remarks);
  match_items(file, votes, index, options, rows, matched, remarks);
  matched.rows = PredictionRows(cells, classes, kind, std::move(rows), rule);
  if (kind == PredictionKind::probabilities) add_rule_remarks(matched.rows, rule, remarks);
  for (std::string& remark : remarks) remark = decorated(remark, options.option_name);
  matched.remarks = std::move(remarks);
  return matched;
}

}  // namespace dissent
