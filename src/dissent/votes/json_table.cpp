#include "dissent/votes/json_table.h"

#include <algorithm>
#include <optional>
#include <set>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/votes/column_names.h"
#include "dissent/votes/json_path.h"
#include "dissent/votes/json_records.h"

namespace dissent {
namespace {

constexpr int kRecordDepth = 4;  // records lie no deeper in a document than this
constexpr std::size_t kMostColumns = 200;
constexpr std::string_view kColumns = "columns";  // pandas' "split" form
constexpr std::string_view kData = "data";
constexpr std::string_view kIndex = "index";

template <class Test>
bool all_values(const Json& value, Test test) {
  return !value.empty() && std::all_of(value.begin(), value.end(), test);
}

bool is_object(const Json& value) {
  return value.is_object();
}

bool holds_records(const Json& value) {
  return value.is_array() && all_values(value, is_object);
}

bool is_text_list(const Json& value) {
  return value.is_array() && all_values(value, [](const Json& name) { return name.is_string(); });
}

const Json::object_t::value_type& member_at(const Json& object, std::size_t index) {
  return *(object.get_ptr<const Json::object_t*>()->begin() + static_cast<std::ptrdiff_t>(index));
}

// A header of distinct names, and rows as long as it.
bool are_rows(const Json& header, const Json::const_iterator& begin, const Json::const_iterator& end) {
  if (!is_text_list(header) || header.size() < 2 || begin == end) return false;
  for (std::size_t i = 0; i < header.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (header[i] == header[j]) return false;
    }
  }
  return std::all_of(begin, end,
                     [&](const Json& row) { return row.is_array() && row.size() == header.size(); });
}

// Rows of which the first is data: a cell of it comes again in its column, or is no text. Some column is of
// texts; a matrix of numbers is something else.
bool is_nameless(const Json& rows) {
  const Json& first = rows.front();
  if (rows.size() < 3 || !first.is_array() || first.size() < 2 || first.size() > 20) return false;
  bool texts = false, again = false;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if (!rows[r].is_array() || rows[r].size() != first.size()) return false;
    for (std::size_t c = 0; c < first.size(); ++c) {
      const Json& cell = rows[r][c];
      if (!cell.is_primitive()) return false;
      texts |= cell.is_string();
      again |= r > 0 && cell == first[c] && !cell.is_null();
    }
  }
  return texts && again;
}

// The numbers of the rows, or texts of them, from 0.
bool counts_up(const Json& index) {
  for (std::size_t i = 0; i < index.size(); ++i) {
    if (!index[i].is_primitive() || (index[i] != i && index[i] != std::to_string(i))) return false;
  }
  return true;
}

// A text that is a list or an object of scalars, as JSON or as Python writes it: "[0.2, 0.8]", "['a', 'b']".
std::optional<Json> unpack(const Json& value) {
  if (!value.is_string()) return std::nullopt;
  const auto& whole = value.get_ref<const std::string&>();
  std::string text(trim(whole));
  const bool list = text.size() > 2 && text.front() == '[' && text.back() == ']';
  const bool object = text.size() > 2 && text.front() == '{' && text.back() == '}';
  if (!list && !object) return std::nullopt;
  Json parsed = Json::parse(text, nullptr, false);
  if (parsed.is_discarded() && text.find('"') == std::string::npos) {
    std::replace(text.begin(), text.end(), '\'', '"');
    parsed = Json::parse(text, nullptr, false);
  }
  const bool scalars = !parsed.is_discarded() &&
                       all_values(parsed, [](const Json& element) { return element.is_primitive(); });
  return scalars ? std::optional<Json>(std::move(parsed)) : std::nullopt;
}

bool names_a_vote(const Json& object) {
  bool item = false, label = false;
  for (const auto& [name, value] : object.items()) {
    item |= rank_of_name(name, kItemNames) >= 0;
    label |= rank_of_name(name, kLabelNames) >= 0;
  }
  return item && label;
}

bool counts_rows(const Json& column) {
  std::size_t row = 0;
  for (const auto& [name, value] : column.items()) {
    if (name != std::to_string(row++)) return false;
  }
  return row > 1;
}

// Whether a column is called as items are, and no value of it stands twice.
bool names_items(const Json& columns) {
  for (const auto& [name, column] : columns.items()) {
    if (rank_of_name(name, kItemNames) < 0) continue;
    std::set<std::string> seen;
    if (all_values(column, [&](const Json& value) {
          return value.is_primitive() && seen.insert(value.dump()).second;
        }))
      return true;
  }
  return false;
}

// {"item": [..], "label": [..]}, or pandas' {"item": {"0": ..}, "label": {"0": ..}}: a member a column.
bool are_columns(const Json& object) {
  if (object.size() < 2 || object.size() > kMostColumns) return false;
  const Json& first = object.front();
  if (first.empty() || !first.is_structured()) return false;
  // Columns that are annotators' have no name of a label among them, but they have that of the item, and rows
  // that are counted.
  if (!names_a_vote(object) && !(first.is_object() && counts_rows(first) && names_items(object)))
    return false;
  for (const Json& column : object) {
    if (column.type() != first.type() || column.size() != first.size()) return false;
    if (first.is_array()) continue;
    auto own = column.items().begin();
    for (const auto& [key, value] : first.items()) {
      if (own.key() != key) return false;
      ++own;
    }
  }
  return true;
}

// {"q1": ["yes", "no"], "q2": [..]}, in which no key means something of its own.
bool are_lists_by_name(const Json& object) {
  if (object.size() < 2) return false;
  const Json* first = nullptr;
  for (const auto& [name, list] : object.items()) {
    if (!list.is_array()) return false;
    for (const Json& element : list) {
      if (element.is_array()) return false;
      if (first == nullptr) first = &element;
      if (element.is_object() != first->is_object()) return false;
    }
    if (object.size() > kMostColumns) continue;
    const std::string one = name.ends_with('s') ? name.substr(0, name.size() - 1) : name;
    for (const std::string& known : {name, one}) {
      if (rank_of_name(known, kItemNames) >= 0 || rank_of_name(known, kAnnotatorNames) >= 0 ||
          rank_of_name(known, kLabelNames) >= 0 || rank_of_name(known, kTextNames) >= 0) {
        return false;
      }
    }
  }
  return first != nullptr;
}

bool names_an_item(const Json& object) {
  for (const auto& [name, value] : object.items()) {
    if (!value.is_primitive()) continue;
    if (rank_of_name(name, kItemNames) >= 0 || rank_of_name(name, kTextNames) >= 0) return true;
  }
  return false;
}

// A record with votes in a list, not a list of records with something beside it.
bool is_record_with_list(const Json& object, const Json& list) {
  const bool elements_name_items =
      std::any_of(list.front().items().begin(), list.front().items().end(), [](const auto& member) {
        const int rank = rank_of_name(member.key(), kItemNames);
        return rank >= 0 && plain_name(member.key()) != "id" && plain_name(member.key()) != "uid";
      });
  return !elements_name_items && names_an_item(object);
}

}  // namespace

JsonTable::JsonTable(const Source& source) : source_(source), lines_(source.bytes(), source.path()) {
  if (source.kind() == Source::Kind::jsonl)
    form_ = Form::lines;
  else if (source.kind() == Source::Kind::json)
    look(source.document(), "", 0);
  if (form_ != Form::none) find_packed();
}

void JsonTable::find_packed() {
  if (next()) {
    for (const auto& [key, value] : record_->items()) {
      if (unpack(value)) packed_.push_back(key);
    }
  }
  rewind();
}

void JsonTable::unpack_record() {
  unpacked_ = *record_;
  for (const std::string& key : packed_) {
    if (!unpacked_.contains(key)) continue;
    if (std::optional<Json> value = unpack(unpacked_[key])) unpacked_[key] = std::move(*value);
  }
  record_ = &unpacked_;
}

bool JsonTable::take(Form form, const Json& holder, const std::string& path) {
  form_ = form;
  holder_ = &holder;
  path_ = path;
  size_ = form == Form::single ? 1 : form == Form::columns ? holder.front().size() : holder.size();
  return true;
}

bool JsonTable::look(const Json& value, const std::string& path, int depth) {
  if (depth > kRecordDepth || value.empty()) return false;
  if (value.is_object()) return look_into_object(value, path, depth);
  if (!value.is_array()) return false;
  if (holds_records(value)) return take(Form::list, value, path);
  if (is_nameless(value)) return take_nameless(value, path);
  if (!are_rows(value.front(), value.begin() + 1, value.end())) return false;
  header_ = &value.front();
  return take(Form::rows, value, path);
}

bool JsonTable::take_nameless(const Json& rows, const std::string& path) {
  numbers_ = Json::array();
  for (std::size_t i = 1; i <= rows.front().size(); ++i) numbers_.push_back(std::to_string(i));
  header_ = &numbers_;
  return take(Form::rows, rows, path);
}

bool JsonTable::look_into_object(const Json& value, const std::string& path, int depth) {
  const auto child = [&](const std::string& key) { return path.empty() ? key : path + "." + key; };
  if (are_columns(value)) return take(Form::columns, value, path);
  const Json* columns = find_key(value, kColumns);
  const Json* data = find_key(value, kData);
  if (columns != nullptr && data != nullptr && data->is_array() &&
      are_rows(*columns, data->begin(), data->end())) {
    header_ = columns;
    const Json* index = find_key(value, kIndex);
    if (index != nullptr && index->is_array() && index->size() == data->size() && !counts_up(*index) &&
        all_values(*index, [](const Json& name) { return name.is_primitive() && !name.is_null(); }))
      index_ = index;
    return take(Form::rows, *data, child(std::string(kData)));
  }

  if (are_lists_by_name(value)) return take(Form::lists, value, path);
  std::vector<std::string> lists, objects;
  for (const auto& [key, inner] : value.items()) {
    if (holds_records(inner)) lists.push_back(key);
    if (inner.is_object() && !inner.empty()) objects.push_back(key);
  }
  const auto descend = [&](const std::string& key) {
    if (!look(*find_key(value, key), child(key), depth + 1)) return false;
    for (const auto& [other, inner] : value.items()) {
      if (other != key) beside_.push_back(child(other));
    }
    return true;
  };
  if (lists.size() == 1 && !is_record_with_list(value, *find_key(value, lists.front()))) {
    return descend(lists.front());
  }
  if (lists.empty() && value.size() == 1 && all_values(value.front(), is_object)) {
    return descend(value.items().begin().key());  // {"data": {"a": {..}, "b": {..}}}
  }
  if (lists.empty() && value.size() == 1 && value.front().is_structured() &&
      look(value.front(), child(value.items().begin().key()), depth + 1) && form_ != Form::single) {
    return true;
  }
  if (all_values(value, is_object)) return take(Form::named, value, path);
  if (lists.empty() && objects.size() == 1 && all_values(*find_key(value, objects.front()), is_object)) {
    return descend(objects.front());  // {"version": 1, "items": {"a": {..}}}
  }
  if (lists.empty() && objects.size() == 1 && !names_an_item(value) && descend(objects.front()) &&
      form_ != Form::single) {
    return true;  // {"note": "x", "export": {"rows": [{..}]}}
  }
  beside_.clear();
  return take(Form::single, value, path);
}

std::string JsonTable::words() const {
  const std::string under = path_.empty() ? "" : fmt::format(" under {}", in_quotes(path_));
  switch (form_) {
    case Form::lines:
      return "a record a line";
    case Form::list:
      return "an array of records" + under;
    case Form::named:
      return "an object of named records" + under;
    case Form::lists:
      return "an object of lists" + under;
    case Form::columns:
      return "an object of columns" + under;
    case Form::rows:
      return (nameless() ? "rows without names of columns" : "rows below the names of columns") + under;
    case Form::single:
      return "one record" + under;
    case Form::none:
      break;
  }
  return "no records";
}

bool JsonTable::next() {
  name_.clear();
  if (form_ == Form::lines) {
    if (!lines_.next()) return false;
    record_ = &lines_.record();
    ++number_;
  } else {
    if (number_ == size_) return false;
    if (form_ == Form::rows && holder_->front() == *header_ && number_ == 0) ++number_;
    if (number_ == size_) return false;
    make_record();
    ++number_;
  }
  if (!record_->is_object()) {
    fail("{}: of type {}, where a record (an object) is wanted", place(), record_->type_name());
  }
  if (!packed_.empty()) unpack_record();
  return true;
}

void JsonTable::make_record() {
  switch (form_) {
    case Form::list:
      record_ = &(*holder_)[number_];
      return;
    case Form::single:
      record_ = holder_;
      return;
    case Form::named: {
      const auto& member = member_at(*holder_, number_);
      name_ = member.first;
      record_ = &member.second;
      return;
    }
    case Form::lists: {
      const auto& member = member_at(*holder_, number_);
      name_ = member.first;
      made_ = Json::object();
      made_[std::string(kList)] = member.second;
      break;
    }
    case Form::columns:
      made_ = Json::object();
      for (const auto& [column, values] : holder_->items()) {
        made_[column] = values.is_array() ? values[number_] : member_at(values, number_).second;
      }
      break;
    case Form::rows:
      made_ = Json::object();
      if (index_ != nullptr)
        name_ = scalar_text((*index_)[number_], "the name of a row", source_.path().string());
      for (std::size_t i = 0; i < header_->size(); ++i) {
        made_[(*header_)[i].get_ref<const std::string&>()] = (*holder_)[number_][i];
      }
      break;
    case Form::none:
    case Form::lines:
      break;
  }
  record_ = &made_;
}

void JsonTable::rewind() {
  lines_ = JsonLines(source_.bytes(), source_.path());
  number_ = 0;
}

std::string JsonTable::place() const {
  if (form_ == Form::lines) return lines_.place();
  if (form_ == Form::named || form_ == Form::lists)
    return fmt::format("{}, record {}", source_.path().string(), in_quotes(name_));
  return fmt::format("{}, record {}", source_.path().string(), number_);
}

}  // namespace dissent
