#include "dissent/predictions/matched_predictions.h"

#include <algorithm>
#include <utility>

#include "dissent/core/choices.h"
#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/predictions/class_columns.h"

namespace dissent {
namespace {

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

PredictionKind settle_kind(const PredictionFile& file, const Cells& cells, std::size_t classes,
                           const RowRule& rule, const MatchOptions& options) {
  if (options.logits && !file.labels.empty()) {
    fail("{}: holds labels, and no numbers; leave {} away", file.path, option("logits"));
  }
  if (options.logits) {
    if (file.stated == StatedKind::probabilities) {
      fail("{}: says itself that it holds probabilities; leave {} away", file.path, option("logits"));
    }
    return PredictionKind::logits;
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
  if (rows.empty()) fail("{}: no item is of the split {}", file.path, in_quotes(wanted));
  if (rows.size() < file.rows) {
    remarks.push_back(fmt::format(
        "{} of {} items: those of the split {}{}", rows.size(), file.rows, in_quotes(wanted),
        options.split == SplitChoice::automatic ? fmt::format("; {} all scores all", option("split")) : ""));
  }
  return rows;
}

struct Pair {
  std::uint32_t item, row;
};

std::string named(const std::vector<std::string>& names, std::size_t count) {
  return fmt::format("{}{}", join(names, ", "), count > names.size() ? ", ..." : "");
}

std::vector<Pair> join_by_name(const PredictionFile& file, const VoteTable& votes, const ItemIndex& index,
                               const MatchOptions& options, const std::vector<std::uint32_t>& rows,
                               MatchedPredictions& matched) {
  constexpr std::size_t kNamed = 3;
  std::vector<Pair> pairs;
  std::vector<bool> predicted(votes.items());
  std::vector<std::string> extra, missing;
  for (const std::uint32_t row : rows) {
    const std::uint32_t item = index.find(file.items[row]);
    if (item == Interner::kAbsent) {
      if (matched.without_votes++ < kNamed) extra.push_back(in_quotes(file.items[row]));
      continue;
    }
    predicted[item] = true;
    pairs.push_back({item, row});
  }
  if (rows.size() == file.rows) {  // else the file has chosen its items
    for (std::uint32_t item = 0; item < votes.items(); ++item) {
      if (predicted[item]) continue;
      if (matched.without_prediction++ < kNamed) missing.push_back(in_quotes(votes.item_name(item)));
    }
  }
  if (pairs.empty()) {
    fail(
        "{}: none of its items has votes: {} there, {} in the votes; {} and {} say which column "
        "names them",
        file.path, in_quotes(file.items[rows.front()]), in_quotes(votes.item_name(0)),
        option("pred-item-column"), option("item-column"));
  }
  if (options.missing == MissingItems::error &&
      (matched.without_votes > 0 || matched.without_prediction > 0)) {
    std::string what;
    if (matched.without_prediction > 0) {
      what = fmt::format("no prediction for {} of the items with votes ({})", matched.without_prediction,
                         named(missing, matched.without_prediction));
    }
    if (matched.without_votes > 0) {
      what += fmt::format("{}no votes for {} of the predicted items ({})", what.empty() ? "" : ", ",
                          matched.without_votes, named(extra, matched.without_votes));
    }
    fail("{}: {}; score the others with {} drop", file.path, what, option("missing"));
  }
  std::sort(pairs.begin(), pairs.end(), [](const Pair& a, const Pair& b) { return a.item < b.item; });
  return pairs;
}

}  // namespace

ItemIndex::ItemIndex(const VoteTable& votes) {
  for (std::size_t item = 0; item < votes.items(); ++item) names_.intern(votes.item_name(item));
}

MatchedPredictions match_predictions(const PredictionFile& file, const VoteTable& votes,
                                     const ItemIndex& index, const MatchOptions& options) {
  std::vector<std::string> remarks = file.remarks;
  const std::size_t classes = votes.classes();
  MatchedPredictions matched{
      {}, PredictionKind::probabilities, PredictionRows({}, classes, PredictionKind::probabilities)};
  const Cells cells = class_cells(file, votes.class_space(), matched, remarks);
  const RowRule rule = row_rule(cells, classes);
  const PredictionKind kind = matched.kind = settle_kind(file, cells, classes, rule, options);
  check_rows(file, cells, classes, kind, rule);
  std::vector<std::uint32_t> rows = chosen_rows(file, options, remarks);
  if (file.items.empty()) {
    if (file.rows != votes.items()) {
      fail("{}: {} rows without names, and the votes have {} items; name the items, or give a row for each",
           file.path, file.rows, votes.items());
    }
    matched.items = rows;
  } else {
    const std::vector<Pair> pairs = join_by_name(file, votes, index, options, rows, matched);
    rows.clear();
    for (const Pair& pair : pairs) {
      matched.items.push_back(pair.item);
      rows.push_back(pair.row);
    }
    if (matched.without_votes > 0)
      remarks.push_back(fmt::format("{} predictions left out: no votes", matched.without_votes));
    if (matched.without_prediction > 0) {
      remarks.push_back(fmt::format("{} items left out: no prediction", matched.without_prediction));
    }
  }
  for (const std::uint32_t item : matched.items) {
    if (votes.is_empty(item)) {
      fail(
          "{}: item {} has no votes; leave such items out with {}, and name the items of the "
          "predictions",
          file.path, in_quotes(votes.item_name(item)), option("drop-empty"));
    }
  }
  matched.rows = PredictionRows(cells, classes, kind, std::move(rows), rule);
  if (kind == PredictionKind::probabilities) add_rule_remarks(matched.rows, rule, remarks);
  for (std::string& remark : remarks) remark = decorated(remark, options.option_name);
  matched.remarks = std::move(remarks);
  return matched;
}

}  // namespace dissent
