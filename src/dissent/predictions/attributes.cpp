#include "dissent/predictions/attributes.h"

#include <algorithm>
#include <array>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/io/npy.h"
#include "dissent/manifest/records.h"
#include "dissent/predictions/predictions_readers.h"
#include "dissent/votes/json_records.h"
#include "dissent/votes/table_meaning.h"
#include "dissent/votes/vote_rows.h"

namespace dissent {
namespace {

std::vector<std::string> field_names(const Source& source) {
  if (source.kind() == Source::Kind::table) return source.header();
  std::vector<std::string> names;
  if (const Json* record = sample_record(source); record != nullptr && record->is_object()) {
    for (const auto& [key, value] : record->items()) names.push_back(key);
  }
  return names;
}

std::string first_of(const std::vector<std::string>& names, std::span<const std::string_view> candidates) {
  for (const std::string_view candidate : candidates) {
    const auto found = std::find_if(names.begin(), names.end(),
                                    [&](const std::string& name) { return to_lower(name) == candidate; });
    if (found != names.end()) return *found;
  }
  return {};
}

std::string item_field_of(const Source& source) {
  const std::string found = first_of(field_names(source), kItemFields);
  if (!found.empty()) return found;
  if (source.kind() == Source::Kind::table) {
    if (const int column = find_item_column(source, {}); column >= 0) {
      return source.header()[static_cast<std::size_t>(column)];
    }
  }
  fail("{}: which column names the item? It has {}; call it 'item'", source.path().string(),
       in_quotes(join(field_names(source), ", "), 200));
}

std::vector<std::string> attribute_of(const Source& source, const std::string& field,
                                      const std::string& item_field, const VoteTable& votes,
                                      const ItemIndex& index) {
  std::vector<std::string> values(votes.items());
  bool any = false;
  const std::string by = item_field.empty() ? item_field_of(source) : item_field;
  for_each_record(source, {by, field}, "", [&](const Record& record) {
    const std::uint32_t item = index.find(trim(record[0]));
    const std::string_view value = trim(record[1]);
    if (item == Interner::kAbsent || value.empty()) return;
    any = true;
    if (!values[item].empty() && values[item] != value) {
      fail("{}: item {} has {} {} here and {} before; an item has one", record.place(), in_quotes(record[0]),
           field, in_quotes(value), in_quotes(values[item]));
    }
    values[item] = value;
  });
  if (!any) {
    fail("{}: names none of the items of the votes under {}; the first of those is {}",
         source.path().string(), in_quotes(by), in_quotes(votes.item_name(0)));
  }
  return values;
}

std::vector<std::string> gold_array(const Source& source, const VoteTable& votes) {
  const NpyArray array = read_npy(source.bytes(), source.path().string());
  if (array.shape() != std::vector<std::size_t>{votes.items()}) {
    fail("{}: an array {}, where a label for each of the {} items is wanted", source.path().string(),
         array.header.shape_text(), votes.items());
  }
  std::vector<std::string> labels = array.as_texts();
  if (array.is_text()) return labels;
  for (std::string& label : labels) {
    const auto k = parse_int(label);
    if (!k || *k < 0 || static_cast<std::size_t>(*k) >= votes.classes()) {
      fail("{}: {} is no class index; the {} classes are numbered from 0", source.path().string(), label,
           votes.classes());
    }
    label = votes.class_name(static_cast<std::size_t>(*k));
  }
  return labels;
}

}  // namespace

std::vector<std::string> item_attribute(const std::filesystem::path& file, const std::string& field,
                                        const std::string& item_field, const VoteTable& votes,
                                        const ItemIndex& index) {
  return attribute_of(Source(file), field, item_field, votes, index);
}

std::vector<std::int32_t> read_gold_file(const std::filesystem::path& file, const GoldOptions& options,
                                         const VoteTable& votes, const ItemIndex& index) {
  const Source source(file);
  std::vector<std::string> labels;
  if (source.kind() == Source::Kind::npy) {
    labels = gold_array(source, votes);
  } else {
    static constexpr std::array<std::string_view, 8> known = {"gold",   "gold_label", "label", "true_label",
                                                              "answer", "target",     "class", "truth"};
    const std::string field = options.column.empty() ? first_of(field_names(source), known) : options.column;
    if (field.empty()) {
      fail("{}: which column holds the gold label? It has {}; name it with {}", file.string(),
           in_quotes(join(field_names(source), ", "), 200), option("gold-column"));
    }
    labels = attribute_of(source, field, options.item_column, votes, index);
  }
  std::vector<std::int32_t> gold(votes.items(), -1);
  for (std::size_t item = 0; item < labels.size(); ++item) {
    if (is_missing_label(labels[item])) continue;
    gold[item] = class_index(votes.class_space(), labels[item]);
    if (gold[item] < 0) {
      const auto& names = votes.class_space().names;
      fail("{}: item {}: {}", file.string(), in_quotes(votes.item_name(item)),
           unknown_name("gold label", labels[item],
                        std::vector<std::string_view>(names.begin(), names.end())));
    }
  }
  return gold;
}

}  // namespace dissent
