#include "dissent/votes/column_content.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "dissent/core/text.h"
#include "dissent/votes/table_meaning.h"
#include "dissent/votes/vote_builder.h"

namespace dissent {
namespace {

bool is_mturk_worker(std::string_view text) {
  return text.size() >= 10 && text.size() <= 22 && text[0] == 'A' &&
         std::all_of(text.begin(), text.end(),
                     [](char c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z'); });
}

bool is_list(std::string_view text) {
  return text.size() >= 2 && text.front() == '[' && text.back() == ']';
}

}  // namespace

std::string_view cell(const TableRecord& record, int column) {
  return trim(record[static_cast<std::size_t>(column)]);
}

std::size_t distinct(const Cells& records, int column) {
  std::unordered_set<std::string_view> values;
  for (const TableRecord& record : records) {
    if (!is_missing_label(record[static_cast<std::size_t>(column)])) values.insert(cell(record, column));
  }
  return values.size();
}

bool is_function_of(const Cells& records, int column, int key) {
  std::unordered_map<std::string_view, std::string_view> value_of;
  for (const TableRecord& record : records) {
    const auto [at, fresh] = value_of.emplace(cell(record, key), cell(record, column));
    if (!fresh && at->second != cell(record, column)) return false;
  }
  return value_of.size() < records.size();  // told only where keys come back
}

bool holds_lists(const Cells& records, int column) {
  bool any = false;
  for (const TableRecord& record : records) {
    const bool list = is_list(cell(record, column));
    if (!list && !is_missing_label(cell(record, column))) return false;
    any |= list;
  }
  return any;
}

bool lists_in_step(const Cells& records, int labels, int annotators) {
  if (annotators < 0) return false;
  bool several = false;
  for (const TableRecord& record : records) {
    const std::string_view a = cell(record, labels), b = cell(record, annotators);
    const auto commas = std::count(a.begin(), a.end(), ',');
    if (is_list(a) || commas != std::count(b.begin(), b.end(), ',')) return false;
    several |= commas > 0;
  }
  return several;
}

bool is_annotator_like(std::string_view text) {
  return is_mturk_worker(text) || names_an_annotator(text);
}

bool is_item_like(std::string_view text) {
  return text.find("://") != std::string_view::npos || text.find(' ') != std::string_view::npos ||
         text.ends_with(".png") || text.ends_with(".jpg") || text.ends_with(".jpeg") ||
         text.ends_with(".txt") || text.size() > 60;
}

double share_of(const Cells& records, int column, bool (*test)(std::string_view)) {
  std::size_t yes = 0;
  for (const TableRecord& record : records) yes += test(cell(record, column));
  return static_cast<double>(yes) / static_cast<double>(std::max<std::size_t>(records.size(), 1));
}

std::size_t distinct_tuples(const Cells& records, const std::vector<int>& columns) {
  std::unordered_set<std::string> tuples;
  std::string tuple;
  for (const TableRecord& record : records) {
    tuple.clear();
    for (const int column : columns) tuple.append(cell(record, column)).push_back('\0');
    tuples.insert(tuple);
  }
  return tuples.size();
}

bool pairs_are_unique(const Cells& records, int a, int b) {
  return distinct_tuples(records, {a, b}) * 2 >= records.size();  // people do vote twice in some files
}

}  // namespace dissent
