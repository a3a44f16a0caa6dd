#include "dissent/predictions/item_field.h"

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "dissent/core/text.h"
#include "dissent/predictions/predictions_cells.h"
#include "dissent/votes/column_names.h"
#include "dissent/votes/vote_rows.h"

namespace dissent {
namespace {

// The names that files of predictions use most, the clearest first; then those that votes use, too.
constexpr std::array<std::string_view, 16> kItemFields = {
    "item", "item_id",  "id",   "uid",   "guid", "example_id", "example", "pair_id",
    "name", "filename", "file", "image", "path", "key",        "idx",     "index"};

constexpr int kClearest = 6;  // the first of these name an item and nothing else

// 0 is the clearest; -1: no such name. Arrays are called "ids" and "filenames".
int name_rank(std::string_view name) {
  const std::string plain = plain_name(name);
  const std::string single = plain.ends_with('s') ? plain.substr(0, plain.size() - 1) : plain;
  for (const std::string_view known : {std::string_view(plain), std::string_view(single)}) {
    if (const int rank = rank_of_name(known, kItemFields); rank >= 0) return rank;
    const int rank = rank_of_name(known, kItemNames);
    if (rank >= 0) return static_cast<int>(kItemFields.size()) + rank;
  }
  if (rank_of_name(name, kAnnotatorNames) >= 0) return -1;
  return to_lower(trim(name)).ends_with("_id") ? 1000 : -1;
}

bool is_index_name(std::string_view name) {
  const std::string lower = to_lower(trim(name));
  return lower.empty() || lower.starts_with("unnamed: ") || lower == "index" || lower == "idx";
}

bool is_fraction_text(std::string_view text) {
  const auto number = parse_double(text);
  return number && std::isfinite(*number) && *number != std::floor(*number);
}

bool any_fraction(const FieldValues& field) {
  return std::any_of(field.values.begin(), field.values.end(), is_fraction_text);
}

// "0", "1", "2", ... or "1", "2", ...: the number of the first; -1 where the values do not count.
template <class Names>
int counts_from(const Names& names, std::size_t size) {
  const int first = size > 0 && names[0] == "1" ? 1 : 0;
  for (std::size_t i = 0; i < size; ++i) {
    if (names[i] != std::to_string(i + static_cast<std::size_t>(first))) return -1;
  }
  return first;
}

// The share of values that are items of the votes; 0 where they repeat.
double share_of_items(const FieldValues& field, const PredictionContext& context) {
  std::unordered_set<std::string_view> seen;
  std::size_t known = 0;
  for (const std::string& value : field.values) {
    const std::string_view name = trim(value);
    if (!seen.insert(name).second || is_fraction_text(name)) return 0;
    known += context.items->find(name) != Interner::kAbsent;
  }
  return known == 0 ? 0 : static_cast<double>(known) / static_cast<double>(field.values.size());
}

bool has_repeats(const FieldValues& field) {
  std::unordered_set<std::string_view> seen;
  return !std::all_of(field.values.begin(), field.values.end(),
                      [&](const std::string& value) { return seen.insert(trim(value)).second; });
}

bool all_are_numbers(const FieldValues& field) {
  return std::all_of(field.values.begin(), field.values.end(),
                     [](const std::string& value) { return parse_double(value).has_value(); });
}

// What numbers beside predictions usually are, when they are no items.
bool names_a_measure(std::string_view name) {
  constexpr std::array<std::string_view, 16> kMeasures = {
      "rank", "order",  "position", "len",   "length", "n",    "count",   "votes",
      "size", "weight", "score",    "batch", "fold",   "seed", "cluster", "epoch"};
  return rank_of_name(name, kMeasures) >= 0;
}

// Numbers under a name that says nothing of items may be labels, ranks or lengths, and numbers of items by
// chance.
bool may_name_items(std::span<const FieldValues> fields, const FieldValues& field,
                    const PredictionContext& context) {
  if (!field.has_name) return true;
  if (name_rank(field.name) >= 0 || is_index_name(field.name) || !all_are_numbers(field)) return true;
  const auto named = [](const FieldValues& other) { return name_rank(other.name) >= 0; };
  if (std::any_of(fields.begin(), fields.end(), named) || names_a_measure(field.name)) return false;
  const std::string lower = to_lower(field.name);
  const bool label = std::find(kLabelFields.begin(), kLabelFields.end(), lower) != kLabelFields.end();
  return !label && (context.classes == nullptr || class_index(*context.classes, field.name) < 0);
}

}  // namespace

int find_item_field(std::span<const FieldValues> fields, const PredictionContext& context) {
  int best = -1;
  double most = 0.5;
  const auto clearer = [&](std::size_t f) {
    const auto rank = [&](std::size_t i) {
      const int known = fields[i].has_name ? name_rank(fields[i].name) : -1;
      // What counts the rows says less than what does not.
      const bool counts = counts_from(fields[i].values, fields[i].values.size()) >= 0;
      return (known < 0 ? 10'000 : known) + (counts ? 20'000 : 0);
    };
    return best < 0 || rank(f) < rank(static_cast<std::size_t>(best));
  };
  for (std::size_t f = 0; f < fields.size() && context.items != nullptr; ++f) {
    const double share = may_name_items(fields, fields[f], context) ? share_of_items(fields[f], context) : 0;
    if (share < most || (share == most && !clearer(f))) continue;
    most = share;
    best = static_cast<int>(f);
  }
  if (best >= 0) return best;
  for (std::size_t f = 0; f < fields.size(); ++f) {
    if (!fields[f].has_name || name_rank(fields[f].name) < 0 || any_fraction(fields[f])) continue;
    // {"task": "nli"} in every record names no item; an "id" that comes back is told where it is read.
    if (name_rank(fields[f].name) >= kClearest && has_repeats(fields[f])) continue;
    if (clearer(f)) best = static_cast<int>(f);
  }
  return best;
}

bool usually_names_items(std::string_view name) {
  return name_rank(name) >= 0;
}

bool is_item_or_index(std::string_view name) {
  const int rank = name_rank(name);
  return is_index_name(name) || (rank >= 0 && rank < kClearest);
}

void note_row_numbers(PredictionFile& file, std::string_view field) {
  file.row_numbers = is_index_name(field) && counts_from(file.items, file.items.size()) >= 0;
}

}  // namespace dissent
