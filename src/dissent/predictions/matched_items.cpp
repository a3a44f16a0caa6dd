#include "dissent/predictions/matched_items.h"

#include <algorithm>

#include "dissent/core/error.h"
#include "dissent/core/text.h"

namespace dissent {
namespace {

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
  std::vector<std::uint32_t> items, kept;
  const std::uint32_t* first = nullptr;
  for (std::size_t i = 0; i < matched.items.size(); ++i) {
    if (votes.is_empty(matched.items[i])) {
      if (first == nullptr) first = &matched.items[i];
      continue;
    }
    items.push_back(matched.items[i]);
    kept.push_back(rows[i]);
  }
  if (first == nullptr) return;
  if (items.empty()) {
    fail("{}: none of the {} items to be scored has votes, so that there is nothing to score against{}",
         file.path, matched.items.size(),
         options.split == SplitChoice::automatic ? ""
                                                 : fmt::format("; choose others with {}", option("split")));
  }
  if (options.missing == MissingItems::error) {
    fail("{}: item {} has no votes; score the others with {} drop", file.path,
         in_quotes(votes.item_name(*first)), option("missing"));
  }
  matched.without_votes += matched.items.size() - items.size();
  matched.items = std::move(items);
  rows = std::move(kept);
}

}  // namespace

void match_items(const PredictionFile& file, const VoteTable& votes, const ItemIndex& index,
                 const MatchOptions& options, std::vector<std::uint32_t>& rows, MatchedPredictions& matched,
                 std::vector<std::string>& remarks) {
  if (!has_items(file, index)) {
    check_row_count(file, votes);
    remarks.emplace_back(
        file.row_numbers ? "rows are taken in the order of the votes: a column counts them, and none names "
                           "the items"
                         : "rows are taken in the order of the votes: the file names no items");
    matched.items = rows;
  } else {
    if (file.row_numbers) {
      remarks.emplace_back("items are the numbers in the column that counts the rows, as in the votes");
    }
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
}

}  // namespace dissent
