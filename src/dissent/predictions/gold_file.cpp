// Gold labels from a file: a table or records with item and label, {item: label}, or a label a line or a cell
// in the order of the votes.
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/io/csv.h"
#include "dissent/io/npy.h"
#include "dissent/predictions/attributes.h"
#include "dissent/predictions/class_names.h"
#include "dissent/predictions/sampled_fields.h"
#include "dissent/votes/vote_builder.h"

namespace dissent {
namespace {

// A label for each item of the votes, empty where there is none; and what was taken for granted.
struct GoldTexts {
  std::vector<std::string> labels;  // [items of the votes]
  std::vector<std::string> remarks{};
};

constexpr std::string_view kInOrder =
    "gold labels are taken in the order of the votes: the file names no items";

GoldTexts in_order_of_votes(const std::string& path, std::vector<std::string> labels,
                            const VoteTable& votes) {
  if (labels.size() != votes.items()) {
    fail("{}: {} labels without items, where one for each of the {} items is wanted; name the items", path,
         labels.size(), votes.items());
  }
  return {std::move(labels), {std::string(kInOrder)}};
}

GoldTexts gold_array(const Source& source, const VoteTable& votes) {
  const std::string path = source.path().string();
  const NpyArray array = read_npy(source.bytes(), path);
  const bool column = array.shape().size() == 2 && array.shape()[1] == 1;
  if ((array.shape().size() != 1 && !column) || array.shape()[0] != votes.items()) {
    fail("{}: an array {}, where a label for each of the {} items is wanted", path, array.header.shape_text(),
         votes.items());
  }
  std::vector<std::string> labels;
  if (array.is_floating()) {  // NaN: no label
    for (const double value : array.as_doubles()) labels.push_back(std::isnan(value) ? "" : shortest(value));
  } else {
    labels = array.as_texts();
  }
  return in_order_of_votes(path, std::move(labels), votes);
}

// {"x": "cat", "y": "dog"}: the names of items, and no record.
bool are_labels_by_item(const Source& source, const ItemIndex& index) {
  if (source.kind() != Source::Kind::json || !source.document().is_object()) return false;
  const Json& document = source.document();
  const bool scalars = std::none_of(document.begin(), document.end(),
                                    [](const Json& value) { return value.is_array() || value.is_object(); });
  const auto& members = document.get_ref<const Json::object_t&>();
  return scalars && std::any_of(members.begin(), members.end(), [&](const auto& member) {
           return index.find(member.first) != Interner::kAbsent;
         });
}

GoldTexts labels_by_item(const Source& source, const VoteTable& votes, const ItemIndex& index) {
  GoldTexts texts{std::vector<std::string>(votes.items())};
  for (const auto& [name, value] : source.document().get_ref<const Json::object_t&>()) {
    const std::uint32_t item = index.find(name);
    if (item == Interner::kAbsent || value.is_null()) continue;
    texts.labels[item] = value.is_string() ? value.get<std::string>() : value.dump();
  }
  return texts;
}

// Whether the values are classes of the votes, or numbers of classes that have names; missing ones aside.
bool holds_gold(const FieldValues& field, const ClassSpace& classes) {
  std::size_t labels = 0;
  for (const std::string& value : field.values) {
    if (is_missing_label(value)) continue;
    const auto number = parse_double(value);
    const bool index = number && !all_numbers(classes.names) && *number >= 0 &&
                       *number < static_cast<double>(classes.size()) && *number == std::floor(*number);
    if (!index && class_called(classes, value) < 0) return false;
    ++labels;
  }
  return labels > 0;
}

// The field of the labels: by its name, else the only one that holds classes of the votes.
std::string gold_field(const Source& source, const std::vector<FieldValues>& fields, int item,
                       const ClassSpace& classes) {
  static constexpr std::array<std::string_view, 8> known = {"gold",   "gold_label", "label", "true_label",
                                                            "answer", "target",     "class", "truth"};
  for (const std::string_view name : known) {
    for (const FieldValues& field : fields) {
      if (field.has_name && to_lower(field.name) == name) return field.name;
    }
  }
  std::vector<std::string> holding;
  for (std::size_t f = 0; f < fields.size(); ++f) {
    if (static_cast<int>(f) != item && holds_gold(fields[f], classes)) holding.push_back(fields[f].name);
  }
  if (holding.size() == 1) return holding.front();
  fail("{}: which column holds the gold label? It has {}; name it with {}", source.path().string(),
       in_quotes(join(field_names(source), ", "), 200), option("gold-column"));
}

GoldTexts gold_records(const Source& source, const GoldOptions& options, const VoteTable& votes,
                       const ItemIndex& index) {
  const std::vector<FieldValues> fields = sampled_fields(source);
  const ClassSpace& classes = votes.class_space();
  const bool table = source.kind() == Source::Kind::table;
  // A label a line; the first line is one, too, whatever it looks like.
  if (table && fields.size() == 1 && options.item_column.empty()) {
    std::vector<std::string> labels;
    CsvReader reader(source.bytes(), source.delimiter(), source.path(), source.body());
    while (reader.next()) labels.emplace_back(trim(reader.fields().front()));
    if (source.has_header() && labels.size() + 1 == votes.items() &&
        class_called(classes, fields[0].name) >= 0) {
      labels.insert(labels.begin(), fields[0].name);
    }
    return in_order_of_votes(source.path().string(), std::move(labels), votes);
  }
  const int item = find_item_field(fields, {&index, &classes, false});
  const std::string field =
      options.column.empty() ? gold_field(source, fields, item, classes) : options.column;
  std::string by = options.item_column;
  // The label is no item, whatever it looks like.
  if (by.empty() && item >= 0 && fields[static_cast<std::size_t>(item)].name != field)
    by = fields[static_cast<std::size_t>(item)].name;
  return {attribute_of(source, field, by, votes, index)};
}

// Numbers of classes that have names, from 0.
bool are_class_numbers(const std::vector<std::string>& labels, const ClassSpace& classes) {
  if (all_numbers(classes.names)) return false;
  return std::all_of(labels.begin(), labels.end(), [&](const std::string& label) {
    return is_missing_label(label) || (parse_double(label) && class_called(classes, label) < 0);
  });
}

}  // namespace

GoldFile read_gold_file(const std::filesystem::path& file, const GoldOptions& options, const VoteTable& votes,
                        const ItemIndex& index) {
  const ClassSpace& classes = votes.class_space();
  const MappedFile mapped(file);
  const std::filesystem::path name = file == "-" ? "standard input" : file;
  auto opened = std::make_unique<const Source>(mapped.bytes(), name);
  if (header_is_row(*opened, {&index, &classes, false})) {
    ImportOptions no_header;
    no_header.no_header = true;
    opened = std::make_unique<const Source>(mapped.bytes(), name, no_header);
  }
  const Source& source = *opened;
  GoldTexts texts = source.kind() == Source::Kind::npy  ? gold_array(source, votes)
                    : are_labels_by_item(source, index) ? labels_by_item(source, votes, index)
                                                        : gold_records(source, options, votes, index);
  GoldFile gold{std::vector<std::int32_t>(votes.items(), -1), std::move(texts.remarks)};
  const std::vector<std::string>& labels = texts.labels;
  const bool numbers = are_class_numbers(labels, classes);
  for (std::size_t item = 0; item < labels.size(); ++item) {
    if (is_missing_label(labels[item])) continue;
    if (numbers) {
      const double k = *parse_double(labels[item]);
      if (k >= 0 && k < static_cast<double>(classes.size()) && k == std::floor(k))
        gold.labels[item] = static_cast<std::int32_t>(k);
    } else {
      gold.labels[item] = class_called(classes, labels[item]);
    }
    if (gold.labels[item] >= 0) continue;
    const std::string place = fmt::format("{}: item {}", file.string(), in_quotes(votes.item_name(item)));
    if (numbers) {
      fail("{}: {} is no class index; the {} classes ({}) are numbered from 0", place, labels[item],
           classes.size(), in_quotes(join(classes.names, ", "), 200));
    }
    fail("{}: {}", place,
         unknown_name("gold label", labels[item],
                      std::vector<std::string_view>(classes.names.begin(), classes.names.end())));
  }
  if (numbers) {
    gold.remarks.push_back(fmt::format("gold labels are numbers of the classes {}, from 0",
                                       in_quotes(join(classes.names, ", "), 200)));
  } else if (source.kind() == Source::Kind::npy && all_numbers(classes.names)) {
    gold.remarks.push_back(
        fmt::format("gold labels are the classes themselves, {}", in_quotes(join(classes.names, ", "), 200)));
  }
  return gold;
}

}  // namespace dissent
