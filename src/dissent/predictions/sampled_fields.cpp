#include "dissent/predictions/sampled_fields.h"

#include <algorithm>

#include "dissent/core/text.h"
#include "dissent/votes/json_records.h"

namespace dissent {
namespace {

constexpr std::size_t kSampled = 1000;
constexpr std::string_view kRecordName = "item";  // the field that the name of a record stands for

std::string text_of_scalar(const Json* value) {
  if (value == nullptr || value->is_null() || value->is_array() || value->is_object()) return {};
  return value->is_string() ? value->get<std::string>() : value->dump();
}

class JsonSample {
 public:
  bool add(const Json& record, const std::string* name) {
    if (!record.is_object()) return false;
    if (records_++ == 0) {
      if (name != nullptr && find_key(record, kRecordName) == nullptr) {
        fields_.push_back({std::string(kRecordName), {}, true});
      }
      for (const auto& member : record.items()) {
        if (!member.value().is_array() && !member.value().is_object())
          fields_.push_back({member.key(), {}, true});
      }
    }
    for (FieldValues& field : fields_) {
      const Json* value = find_key(record, field.name);
      field.values.push_back(
          value == nullptr && name != nullptr && field.name == kRecordName ? *name : text_of_scalar(value));
    }
    return records_ < kSampled;
  }
  std::vector<FieldValues> take() && { return std::move(fields_); }

 private:
  std::vector<FieldValues> fields_;
  std::size_t records_ = 0;
};

}  // namespace

std::vector<FieldValues> sampled_fields(const Source& source) {
  if (source.kind() == Source::Kind::table) {
    std::vector<FieldValues> fields;
    for (std::size_t c = 0; c < source.header().size(); ++c) {
      FieldValues& field = fields.emplace_back(FieldValues{source.header()[c], {}, source.has_header()});
      for (const TableRecord& record : source.sample()) field.values.push_back(record[c]);
    }
    return fields;
  }
  JsonSample sample;
  if (source.kind() == Source::Kind::jsonl) {
    JsonLines lines(source.bytes(), source.path());
    while (lines.next() && sample.add(lines.record(), nullptr)) {
    }
  } else if (source.kind() == Source::Kind::json) {
    const Json& document = source.document();
    const bool named =
        document.is_object() &&
        std::all_of(document.begin(), document.end(), [](const Json& value) { return value.is_object(); });
    if (document.is_object() && !named) {
      sample.add(document, nullptr);
    } else if (named) {
      for (const auto& [name, record] : document.get_ref<const Json::object_t&>()) {
        if (!sample.add(record, &name)) break;
      }
    } else {
      for (const Json& record : document) {
        if (!sample.add(record, nullptr)) break;
      }
    }
  }
  return std::move(sample).take();
}

std::vector<std::string> field_names(const Source& source) {
  std::vector<std::string> names;
  for (const FieldValues& field : sampled_fields(source)) names.push_back(field.name);
  return names;
}

bool header_is_row(const Source& source, const PredictionContext& context) {
  if (source.kind() != Source::Kind::table || !source.has_header() || context.items == nullptr) return false;
  const std::vector<FieldValues> fields = sampled_fields(source);
  const int item = find_item_field(fields, context);
  if (item < 0) return false;
  const std::string& name = fields[static_cast<std::size_t>(item)].name;
  return context.items->find(trim(name)) != Interner::kAbsent && !usually_names_items(name);
}

bool first_row_names_classes(const Source& source, const PredictionContext& context) {
  if (source.has_header() || source.sample().size() < 2) return false;
  if (context.items == nullptr || context.classes == nullptr || context.classes->size() < 2) return false;
  const TableRecord& first = source.sample().front();
  for (const std::string& name : context.classes->names) {
    const auto is_name = [&](const std::string& cell) { return trim(cell) == name; };
    if (std::none_of(first.begin(), first.end(), is_name)) return false;
  }
  // 0 and 1 are probabilities, too: what stands above the items must be none of them.
  std::vector<FieldValues> fields = sampled_fields(source);
  for (FieldValues& field : fields) field.values.erase(field.values.begin());
  const int item = find_item_field(fields, context);
  if (item < 0) return source.sample().size() == context.items->size() + 1;
  return context.items->find(trim(first[static_cast<std::size_t>(item)])) == Interner::kAbsent;
}

std::string item_field_named_by(const Source& source, const PredictionContext& context) {
  const std::vector<FieldValues> fields = sampled_fields(source);
  const int found = find_item_field(fields, context);
  return found < 0 ? "" : fields[static_cast<std::size_t>(found)].name;
}

}  // namespace dissent
