#include "dissent/predictions/predictions_cells.h"

#include <algorithm>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/votes/vote_rows.h"

namespace dissent {
namespace {

// The lines that are not blank, one after the other.
class Lines {
 public:
  explicit Lines(std::string_view bytes) : bytes_(bytes) {
    if (bytes_.starts_with("\xEF\xBB\xBF")) bytes_.remove_prefix(3);
  }
  bool next() {
    while (at_ < bytes_.size()) {
      const std::size_t end = std::min(bytes_.find('\n', at_), bytes_.size());
      line_ = trim(bytes_.substr(at_, end - at_));
      at_ = end + 1;
      ++number_;
      if (!line_.empty()) return true;
    }
    return false;
  }
  std::string_view line() const { return line_; }
  std::size_t number() const { return number_; }

 private:
  std::string_view bytes_, line_;
  std::size_t at_ = 0, number_ = 0;
};

}  // namespace

std::optional<std::vector<double>> list_of_numbers(std::string_view text) {
  text = trim(text);
  const bool brackets = text.starts_with('[') && text.ends_with(']');
  if (text.size() < 2 || !(brackets || (text.starts_with('(') && text.ends_with(')')))) return std::nullopt;
  text = text.substr(1, text.size() - 2);
  std::vector<double> numbers;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = text.find_first_not_of(" ,;\t\r\n", at);
    if (begin == std::string_view::npos) break;
    at = std::min(text.find_first_of(" ,;\t\r\n", begin), text.size());
    const auto number = parse_double(text.substr(begin, at - begin));
    if (!number) return std::nullopt;
    numbers.push_back(*number);
  }
  if (numbers.empty()) return std::nullopt;
  return numbers;
}

void ListRows::add(std::string_view text) {
  const auto numbers = list_of_numbers(text);
  if (!numbers) {
    fail("{}: {} is no list of numbers, as [0.1, 0.9]", file_.place(file_.rows), in_quotes(text, 80));
  }
  if (file_.rows == 0) {
    file_.classes = numbers->size();
    check_class_count(file_.classes, file_.path);
  }
  if (numbers->size() != file_.classes) {
    fail("{}: {} numbers, where the first prediction has {}; every item has the same classes",
         file_.place(file_.rows), numbers->size(), file_.classes);
  }
  cells_.insert(cells_.end(), numbers->begin(), numbers->end());
}

namespace {

// The first tab after which there is nothing but a list; npos where there is none.
std::size_t list_after_tab(std::string_view line) {
  std::size_t tab = line.find('\t');
  while (tab != std::string_view::npos && !list_of_numbers(line.substr(tab + 1)))
    tab = line.find('\t', tab + 1);
  return tab;
}

}  // namespace

bool looks_like_item_lists(std::string_view bytes) {
  Lines lines(bytes);
  if (!lines.next()) return false;
  return list_after_tab(lines.line()) != std::string_view::npos;
}

void read_item_lists(PredictionFile& file, std::string_view bytes, const PredictionOptions& options) {
  for (const auto& [key, value] :
       {std::pair("pred-array", &options.array), std::pair("pred-item-column", &options.item_column)}) {
    if (value->empty()) continue;
    fail("{}: {} {}: lines of an item and a list have no names; leave the flag out", file.path, option(key),
         in_quotes(*value));
  }
  file.backing.locate = [bytes](std::size_t row) {
    Lines lines(bytes);
    for (std::size_t i = 0; i <= row; ++i) lines.next();
    return fmt::format("line {}", lines.number());
  };
  Interner items;
  ListRows rows(file);
  std::size_t between = 0;  // lines with more than the item and the list
  for (Lines lines(bytes); lines.next(); ++file.rows) {
    const std::size_t tab = std::min(lines.line().find('\t'), lines.line().size());
    const std::size_t list = list_after_tab(lines.line());
    const std::size_t last = list == std::string_view::npos ? tab : list;
    between += last != tab;
    const std::string_view name = trim(lines.line().substr(0, tab));
    if (invalid_utf8(name)) fail_not_utf8(name, file.place(file.rows));
    add_item(items, file, file.rows, name);
    rows.add(lines.line().substr(last));
  }
  rows.finish();
  file.items = std::move(items).take();
  file.remarks.emplace_back("read lines of an item and a list, without a header");
  if (between > 0) file.remarks.emplace_back("what stands between the item and the list was left out");
}

}  // namespace dissent
