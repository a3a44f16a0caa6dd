// A model's predictions in any format: what is read has all its cells, and names that fit them; and what is
// read beside votes, which tell items and classes by their content, can be matched with them or is refused.
#include <variant>
#include <vector>

#include "dissent/predictions/matched_predictions.h"
#include "dissent/predictions/predictions.h"
#include "fuzz.h"

using namespace dissent;

namespace {

VoteTable few_votes() {
  NameList items;
  for (const char* name : {"a", "b", "x", "1"}) items.add(name);
  const std::vector<std::int64_t> counts{2, 1, 0, 4, 3, 3, 1, 0};
  return VoteTable::from_counts(counts, std::move(items), {{"cat", "dog"}, {}, false});
}

void match(std::string_view bytes) {
  static const VoteTable votes = few_votes();
  static const ItemIndex index(votes);
  const PredictionFile file =
      read_predictions_from(bytes, fuzz::kName, {}, {&index, &votes.class_space(), false});
  MatchOptions options;
  options.missing = MissingItems::drop;
  const MatchedPredictions matched = match_predictions(file, votes, index, options);
  fuzz::expect(matched.items.size() == matched.rows.items() && !matched.items.empty(), "a row for each item");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  fuzz::read_or_refuse([&] { match(fuzz::view(bytes, size)); });
  return fuzz::read_or_refuse([&] {
    const PredictionFile file = read_predictions_from(fuzz::view(bytes, size), fuzz::kName);
    fuzz::expect(file.rows > 0 && (file.classes > 0 || !file.labels.empty()), "not empty");
    fuzz::expect(file.labels.empty() || file.labels.size() == file.rows, "a label for each row, or none");
    std::size_t numbers = 0;
    std::visit(
        [&](auto cells) {
          fuzz::expect(cells.size() == file.rows * file.classes, "all cells are there");
          for (const auto cell : cells) numbers += cell == cell;
        },
        file.cells);
    fuzz::expect(numbers <= file.rows * file.classes, "each is a number or not");
    fuzz::expect(file.items.empty() || file.items.size() == file.rows, "an item for each row, or none");
    fuzz::expect(file.split.empty() || file.split.size() == file.rows, "a split for each row, or none");
    fuzz::expect(file.labels.empty() || file.classes == 0, "labels or cells");
    fuzz::expect(file.class_names.empty() || file.class_names.size() == file.classes,
                 "a name for each class, or none");
    fuzz::expect(file.place(file.rows - 1).starts_with(fuzz::kName), "a row has a place");
  });
}
