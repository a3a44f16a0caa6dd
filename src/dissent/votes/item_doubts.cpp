#include "dissent/votes/item_doubts.h"

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/votes/column_content.h"
#include "dissent/votes/column_names.h"

namespace dissent {
namespace {

constexpr std::size_t kMoreRecords = 20000;  // looked at where the first ones may mislead

class ItemDoubts {
 public:
  ItemDoubts(const Source& source, RoleSearch& search)
      : source_(source), records_(source.sample()), search_(search), columns_(search.columns) {}

  void settle() {
    if (records_.size() < 10 || columns_.annotator < 0) return;
    const std::size_t items = distinct(records_, columns_.item);
    if (items == records_.size()) {
      ask_what_comes_back();
      return;
    }
    const std::size_t votes = distinct_tuples(records_, {columns_.item, columns_.annotator});
    if (votes * 10 < records_.size() * 9 && !take_finer(items)) ask_what_belongs_to_it();
  }

 private:
  const std::string& header(int column) const { return source_.header()[static_cast<std::size_t>(column)]; }
  std::string name_of(int column) const { return in_quotes(header(column)); }
  int width() const { return static_cast<int>(source_.header().size()); }
  bool is_taken(int c) const {
    return c == columns_.item || c == columns_.annotator || c == columns_.label || c == columns_.weight;
  }

  // Every row has an item of its own, as a number of the vote would be.
  void ask_what_comes_back() {
    std::vector<int> candidates;
    for (int c = 0; c < width(); ++c) {
      const bool text = rank_of_name(header(c), kTextNames) >= 0;
      if (!is_taken(c) && (text || names_item_column(header(c)))) candidates.push_back(c);
    }
    if (candidates.empty()) return;
    const Cells more = source_.look(kMoreRecords);
    if (distinct(more, columns_.item) < more.size()) return;
    for (const int c : candidates) {
      const bool once_each = distinct_tuples(more, {c, columns_.annotator}) * 10 >= more.size() * 9;
      if (distinct(more, c) * 2 > more.size() || !once_each) continue;
      search_.question =
          fmt::format("every row has its own {}, but the values of {} come back; say {} {} or {} {}",
                      name_of(columns_.item), name_of(c), option("item-column"), name_of(c),
                      option("item-column"), name_of(columns_.item));
      return;
    }
  }

  // Another id that has one value of the chosen column for each of its own, and one vote of each annotator.
  bool take_finer(std::size_t items) {
    for (int c = 0; c < width(); ++c) {
      if (is_taken(c) || !names_item_column(header(c)) || distinct(records_, c) <= items) continue;
      if (!is_function_of(records_, columns_.item, c)) continue;
      if (distinct_tuples(records_, {c, columns_.annotator}) * 20 < records_.size() * 19) continue;
      search_.remark =
          fmt::format("items are told by {}, which is finer than {}", name_of(c), name_of(columns_.item));
      columns_.item = c;
      return true;
    }
    return false;
  }

  // A column with few values, of which an annotator answered each once: the question.
  void ask_what_belongs_to_it() {
    for (int c = 0; c < width(); ++c) {
      const std::size_t values = is_taken(c) ? 0 : distinct(records_, c);
      if (values < 2 || values * 3 > records_.size() || is_function_of(records_, c, columns_.item)) continue;
      if (distinct_tuples(records_, {columns_.item, columns_.annotator, c}) * 100 < records_.size() * 99)
        continue;
      search_.question = fmt::format(
          "one annotator answers several times on one {}, once for each {}; say {} {},{} where each is an "
          "item, or {} {} to count all of them",
          name_of(columns_.item), name_of(c), option("item-column"), header(columns_.item), header(c),
          option("item-column"), header(columns_.item));
      return;
    }
  }

  const Source& source_;
  const Cells& records_;
  RoleSearch& search_;
  LongColumns& columns_;
};

}  // namespace

void doubt_item(const Source& source, RoleSearch& search) {
  ItemDoubts(source, search).settle();
}

}  // namespace dissent
