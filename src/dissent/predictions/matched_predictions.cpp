#include "dissent/predictions/matched_predictions.h"

#include <algorithm>
#include <utility>

#include "dissent/core/choices.h"
#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/predictions/class_columns.h"
#include "dissent/predictions/class_names.h"

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

struct Pair {
  std::uint32_t item, row;
};

std::string named(const std::vector<std::string>& names, std::size_t count) {
  return fmt::format("{}{}", join(names, ", "), count > names.size() ? ", ..." : "");
}

// Whether all items are whole numbers, and one more or one less of each is the item of the votes.
bool is_shifted_by_one(const PredictionFile& file, const ItemIndex& index) {
  if (file.rows != index.size() || file.rows < 3) return false;
  for (const std::int64_t shift : {1, -1}) {
    const auto is_shifted = [&](std::size_t row) {
      const auto number = parse_int(file.items[row]);
      return number && index.find(std::to_string(*number + shift)) != Interner::kAbsent;
    };
    std::size_t row = 0;
    while (row < file.rows && is_shifted(row)) ++row;
    if (row == file.rows) return true;
  }
  return false;
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
    if (predicted[item]) {
      fail("{}: item {} stands here again under another spelling; give every row its own item",
           file.place(row), in_quotes(file.items[row]));
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
        "names them; where none does and the rows stand in the order of the votes, leave the column out",
        file.path, in_quotes(file.items[rows.front()]), in_quotes(votes.item_name(0)),
        option("pred-item-column"), option("item-column"));
  }
  if (matched.without_votes > 0 && matched.without_prediction > 0 && is_shifted_by_one(file, index)) {
    fail(
        "{}: its items begin with {} and those of the votes with {}: they are numbered from different ends, "
        "and would be joined one row off; number them alike, or leave the column of items out where the rows "
        "stand in the order of the votes",
        file.path, in_quotes(file.items[0]), in_quotes(votes.item_name(0)));
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

// Whether the file's items are to be joined by name. Numbers of rows are names only where they are the names
// of all items.
bool has_items(const PredictionFile& file, const ItemIndex& index) {
  if (file.items.empty() || !file.row_numbers) return !file.items.empty();
  if (file.rows != index.size()) return false;
  for (std::size_t row = 0; row < file.rows; ++row) {
    if (index.find(file.items[row]) == Interner::kAbsent) return false;
  }
  return true;
}

void check_row_count(const PredictionFile& file, const VoteTable& votes) {
  if (file.rows == votes.items()) return;
  fail("{}: {} rows {}, and the votes have {} items; {}", file.path, file.rows,
       file.row_numbers ? "that are only numbered" : "without names", votes.items(),
       file.row_numbers ? "call the column 'item' where its numbers name the items"
                        : "name the items, or give a row for each");
}

// Items without votes: left out where that was said, else an error.
void leave_out_empty(const PredictionFile& file, const VoteTable& votes, const MatchOptions& options,
                     MatchedPredictions& matched, std::vector<std::uint32_t>& rows) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < matched.items.size(); ++i) {
    if (votes.is_empty(matched.items[i])) {
      if (options.missing == MissingItems::error) {
        fail("{}: item {} has no votes; score the others with {} drop", file.path,
             in_quotes(votes.item_name(matched.items[i])), option("missing"));
      }
      ++matched.without_votes;
      continue;
    }
    matched.items[kept] = matched.items[i];
    rows[kept++] = rows[i];
  }
  matched.items.resize(kept);
  rows.resize(kept);
  if (kept == 0)
    fail("{}: none of its items has votes, so that there is nothing to score against", file.path);
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
  if (!has_items(file, index)) {
    check_row_count(file, votes);
    remarks.emplace_back(
        file.row_numbers ? "rows are taken in the order of the votes: a column counts them, and none names "
                           "the items"
                         : "rows are taken in the order of the votes: the file names no items");
    matched.items = rows;
  } else {
    const std::vector<Pair> pairs = join_by_name(file, votes, index, options, rows, matched);
    rows.clear();
    for (const Pair& pair : pairs) {
      matched.items.push_back(pair.item);
      rows.push_back(pair.row);
    }
  }
  leave_out_empty(file, votes, options, matched, rows);
  if (matched.without_votes > 0)
    remarks.push_back(fmt::format("{} predictions left out: no votes", matched.without_votes));
  if (matched.without_prediction > 0) {
    remarks.push_back(fmt::format("{} items left out: no prediction", matched.without_prediction));
  }
  matched.rows = PredictionRows(cells, classes, kind, std::move(rows), rule);
  if (kind == PredictionKind::probabilities) add_rule_remarks(matched.rows, rule, remarks);
  for (std::string& remark : remarks) remark = decorated(remark, options.option_name);
  matched.remarks = std::move(remarks);
  return matched;
}

}  // namespace dissent
