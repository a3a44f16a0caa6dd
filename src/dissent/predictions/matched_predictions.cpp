#include "dissent/predictions/matched_predictions.h"

#include <algorithm>
#include <utility>

#include "dissent/core/choices.h"
#include "dissent/core/error.h"
#include "dissent/core/text.h"

namespace dissent {
namespace {

// "0", "1", "2", ...: what pandas and numpy name columns that have no names.
bool only_numbered(const std::vector<std::string>& names) {
  for (std::size_t k = 0; k < names.size(); ++k) {
    if (names[k] != std::to_string(k)) return false;
  }
  return true;
}

void check_classes(const PredictionFile& file, const ClassSpace& classes, std::vector<std::string>& remarks) {
  const auto listed = [](const std::vector<std::string>& names) { return in_quotes(join(names, ", "), 200); };
  if (file.classes != classes.size()) {
    fail("{}: predicts {} classes{}, and the votes have {} ({}); {} names those of the votes", file.path,
         file.classes, file.class_names.empty() ? "" : fmt::format(" ({})", listed(file.class_names)),
         classes.size(), listed(classes.names), option("classes"));
  }
  if (file.class_names.empty() || file.class_names == classes.names) return;
  const bool votes_numbered = std::all_of(classes.names.begin(), classes.names.end(),
                                          [](const auto& name) { return parse_double(name); });
  if (!votes_numbered && only_numbered(file.class_names)) {
    remarks.push_back(fmt::format("columns {} are taken for the classes {} in this order",
                                  listed(file.class_names), listed(classes.names)));
    return;
  }
  std::vector<std::string> here = file.class_names, there = classes.names;
  std::sort(here.begin(), here.end());
  std::sort(there.begin(), there.end());
  if (here == there) {
    fail(
        "{}: its classes are in the order {}, and those of the votes in the order {}; read the votes with "
        "{} {}",
        file.path, listed(file.class_names), listed(classes.names), option("classes"),
        join(file.class_names, ","));
  }
  std::vector<std::string> only_here;
  std::set_difference(here.begin(), here.end(), there.begin(), there.end(), std::back_inserter(only_here));
  fail("{}: its classes are {}, and those of the votes {}; {} is not among the votes' classes", file.path,
       listed(file.class_names), listed(classes.names), in_quotes(only_here.front()));
}

PredictionKind settle_kind(const PredictionFile& file, const MatchOptions& options) {
  if (options.logits) {
    if (file.stated == StatedKind::probabilities) {
      fail("{}: says itself that it holds probabilities; leave {} away", file.path, option("logits"));
    }
    return PredictionKind::logits;
  }
  if (file.stated == StatedKind::logits) return PredictionKind::logits;
  if (file.stated == StatedKind::probabilities) return PredictionKind::probabilities;
  if (const auto kind = guess_kind(file.cells, file.classes)) return *kind;
  return PredictionKind::probabilities;  // the check of the rows says which one is none, and why
}

void check_rows(const PredictionFile& file, PredictionKind kind) {
  const auto bad = first_bad_row(file.cells, file.classes, kind);
  if (!bad) return;
  const bool unsure =
      file.stated == StatedKind::unknown && !first_bad_row(file.cells, file.classes, PredictionKind::logits);
  fail("{}: {}{}", file.place(bad->row), bad->reason,
       unsure ? fmt::format("; if these are logits, say {}", option("logits")) : "");
}

// The rows to score, by the file's own word on which items were trained on.
std::vector<std::uint32_t> chosen_rows(const PredictionFile& file, const MatchOptions& options,
                                       std::vector<std::string>& remarks) {
  std::string_view wanted = name_of(options.split);
  if (options.split == SplitChoice::automatic) {
    const bool some = std::find(file.split.begin(), file.split.end(), "evaluation") != file.split.end();
    wanted = some ? "evaluation" : "all";
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
  check_classes(file, votes.class_space(), remarks);
  const PredictionKind kind = settle_kind(file, options);
  check_rows(file, kind);
  MatchedPredictions matched{{}, kind, PredictionRows({}, file.classes, kind), 0, 0, {}};
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
  matched.rows = PredictionRows(file.cells, file.classes, kind, std::move(rows));
  if (matched.rows.largest_miss() > 1e-6) {
    remarks.push_back(fmt::format("rows were divided by their sums, which miss 1 by up to {:.2g}",
                                  matched.rows.largest_miss()));
  }
  for (std::string& remark : remarks) remark = decorated(remark, options.option_name);
  matched.remarks = std::move(remarks);
  return matched;
}

}  // namespace dissent
