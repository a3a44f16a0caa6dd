#include "dissent/votes/item_doubts.h"

#include <algorithm>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/votes/column_content.h"
#include "dissent/votes/column_names.h"

namespace dissent {
namespace {

constexpr std::size_t kMoreRecords = 20000;  // looked at where the first ones may mislead

}  // namespace

// An annotator votes once on an item. Where the chosen column says otherwise, another one identifies the item
// better, alone or together with it; and where every row has an item of its own, another one comes back.
void doubt_item(const Source& source, RoleSearch& search) {
  LongColumns& columns = search.columns;
  Cells more;
  const Cells* records = &source.sample();
  if (records->size() < 10 || columns.annotator < 0) return;
  const auto name_of = [&](int c) { return in_quotes(source.header()[static_cast<std::size_t>(c)]); };
  const auto is_taken = [&](int c) {
    return c == columns.item || c == columns.annotator || c == columns.label || c == columns.weight;
  };
  const std::size_t items = distinct(*records, columns.item);
  if (items == records->size()) {
    std::vector<int> candidates;
    for (std::size_t i = 0; i < source.header().size(); ++i) {
      const int c = static_cast<int>(i);
      const bool text = rank_of_name(source.header()[i], kTextNames) >= 0;
      if (!is_taken(c) && (text || names_item_column(source.header()[i]))) candidates.push_back(c);
    }
    if (candidates.empty()) return;
    more = source.look(kMoreRecords);
    if (distinct(more, columns.item) < more.size()) return;
    for (const int c : candidates) {
      if (distinct(more, c) * 2 > more.size() ||
          distinct_tuples(more, {c, columns.annotator}) * 10 < more.size() * 9)
        continue;
      search.question =
          fmt::format("every row has its own {}, but the values of {} come back; say {} {} or {} {}",
                      name_of(columns.item), name_of(c), option("item-column"), name_of(c),
                      option("item-column"), name_of(columns.item));
      return;
    }
    return;
  }
  const std::size_t votes = distinct_tuples(*records, {columns.item, columns.annotator});
  if (votes * 10 >= records->size() * 9) return;
  for (std::size_t i = 0; i < source.header().size(); ++i) {
    const int c = static_cast<int>(i);
    if (is_taken(c) || !names_item_column(source.header()[i]) || distinct(*records, c) <= items) continue;
    if (!is_function_of(*records, columns.item, c)) continue;
    if (distinct_tuples(*records, {c, columns.annotator}) * 20 < records->size() * 19) continue;
    search.remark =
        fmt::format("items are told by {}, which is finer than {}", name_of(c), name_of(columns.item));
    columns.item = c;
    return;
  }
  for (std::size_t i = 0; i < source.header().size(); ++i) {
    const int c = static_cast<int>(i);
    const std::size_t values = is_taken(c) ? 0 : distinct(*records, c);
    if (values < 2 || values * 3 > records->size() || is_function_of(*records, c, columns.item)) continue;
    if (distinct_tuples(*records, {columns.item, columns.annotator, c}) * 100 < records->size() * 99)
      continue;
    search.question = fmt::format(
        "one annotator answers several times on one {}, once for each {}; say {} {},{} where each is an "
        "item, "
        "or {} {} to count all of them",
        name_of(columns.item), name_of(c), option("item-column"),
        source.header()[static_cast<std::size_t>(columns.item)], source.header()[i], option("item-column"),
        source.header()[static_cast<std::size_t>(columns.item)]);
    return;
  }
}

}  // namespace dissent
