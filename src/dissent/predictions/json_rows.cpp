#include "dissent/predictions/json_rows.h"

#include <algorithm>
#include <array>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/predictions/item_field.h"
#include "dissent/votes/json_records.h"

namespace dissent {
namespace {

// The clearest first, and of two the one that loses nothing to rounding.
constexpr std::array<std::string_view, 13> kPredictionFields = {
    "logits", "logprobs",   "log_probs",   "log_probabilities", "probabilities", "probs", "prob",
    "p",      "prediction", "predictions", "softmax",           "scores",        "shares"};
// What may as well be the annotators' own, where another field could hold the prediction.
constexpr std::array<std::string_view, 4> kSoftLabels = {"soft_label", "soft_labels", "soft", "distribution"};

constexpr std::size_t kSample = 200;

bool is_json_number(const Json& value) {
  return value.is_number();
}

}  // namespace

bool is_container(const Json& value) {
  return value.is_array() || value.is_object();
}

bool is_label_and_score(const Json& value) {
  if (!value.is_object() || value.size() != 2) return false;
  const auto& first = value.front();
  const auto& second = value.back();
  return (first.is_string() && second.is_number()) || (first.is_number() && second.is_string());
}

bool is_prediction(const Json& value) {
  if (!is_container(value) || value.empty()) return false;
  return std::all_of(value.begin(), value.end(), is_json_number) ||
         (value.is_array() && std::all_of(value.begin(), value.end(), is_label_and_score));
}

bool looks_like_list_lines(std::string_view bytes) {
  const std::string_view text = trim(bytes.starts_with("\xEF\xBB\xBF") ? bytes.substr(3) : bytes);
  const std::size_t end = text.find('\n');
  if (!text.starts_with('[') || end == std::string_view::npos) return false;
  return trim(text.substr(0, end)).ends_with(']') && trim(text.substr(end)).starts_with('[');
}

std::string prediction_field(const Json& record, const PredictionOptions& options,
                             const PredictionContext& context, std::string_view place) {
  if (!record.is_object()) return {};
  if (!options.array.empty()) {
    const Json* value = find_key(record, options.array);
    return value != nullptr && is_container(*value) ? options.array : "";
  }
  for (const std::string_view name : kPredictionFields) {
    const Json* value = find_key(record, name);
    if (value != nullptr && is_container(*value)) return std::string(name);
  }
  std::vector<std::string> others;
  for (const auto& [name, value] : record.items()) {
    if (!is_prediction(value)) continue;
    const bool soft = std::find(kSoftLabels.begin(), kSoftLabels.end(), name) != kSoftLabels.end();
    if (soft || (context.classes != nullptr && value.size() == context.classes->size()))
      others.push_back(name);
  }
  if (others.size() > 1) {
    fail("{}: the fields {} and {} could both be the predictions; choose one with {}", place,
         in_quotes(others[0]), in_quotes(others[1]), option("pred-array"));
  }
  return others.empty() ? "" : others.front();
}

std::string item_field_of(const JsonRows& rows, const PredictionContext& context) {
  std::vector<FieldValues> fields;
  std::size_t records = 0;
  rows.each([&](const Json& record, const std::string*) {
    if (!record.is_object()) return false;
    if (records++ == 0) {
      for (const auto& [name, value] : record.items()) {
        if (!is_container(value) && !value.is_null()) fields.push_back({name, {}, true});
      }
    }
    for (FieldValues& field : fields) {
      const Json* value = find_value(record, field.name);
      const bool scalar = value != nullptr && !is_container(*value);
      field.values.push_back(!scalar ? "" : value->is_string() ? value->get<std::string>() : value->dump());
    }
    return records < kSample;
  });
  const int found = find_item_field(fields, context);
  return found < 0 ? "" : fields[static_cast<std::size_t>(found)].name;
}

namespace {

// JSON Lines of a single line look like one object of items: a record has a prediction, and more than lists.
bool is_one_record(const Json& document, const PredictionOptions& options, const PredictionContext& context,
                   const std::string& place) {
  if (!options.array.empty() && find_key(document, options.array) != nullptr) return true;
  const bool containers = std::all_of(document.begin(), document.end(), is_container);
  if (!containers && std::none_of(document.begin(), document.end(), is_container)) {
    // {"x": "cat", "y": "dog"}, or {"item": "x", "label": "cat"}.
    std::vector<FieldValues> fields;
    for (const auto& member : document.items()) fields.push_back({member.key(), {}, true});
    const bool items =
        context.items != nullptr && std::any_of(fields.begin(), fields.end(), [&](const FieldValues& field) {
          return context.items->find(field.name) != Interner::kAbsent;
        });
    return !items && find_item_field(fields, {}) >= 0;
  }
  if (prediction_field(document, options, {}, place).empty()) return false;
  return document.size() == 1 || !containers;
}

// {"model": "x", "predictions": [records]}: the one list of records among what else a document says. Null
// where there is none.
const Json* wrapped_records(const Json& document) {
  const Json* only = nullptr;
  for (const Json& value : document) {
    const bool records =
        value.is_array() && !value.empty() && value.front().is_object() && !is_label_and_score(value.front());
    if (value.is_object() || (records && only != nullptr)) return nullptr;
    if (records) only = &value;
  }
  return only;
}

std::string line_of(std::string_view bytes, std::size_t row) {
  std::size_t line = 0;
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t end = std::min(bytes.find('\n', at), bytes.size());
    ++line;
    if (!trim(bytes.substr(at, end - at)).empty() && row-- == 0) break;
    at = end + 1;
  }
  return fmt::format("line {}", line);
}

}  // namespace

JsonRows line_rows(PredictionFile& file, std::string_view bytes) {
  file.backing.locate = [bytes](std::size_t row) { return line_of(bytes, row); };
  return {[bytes, path = file.path](const JsonRows::Visit& visit) {
    for (JsonLines lines(bytes, path); lines.next();) {
      if (!visit(lines.record(), nullptr)) return;
    }
  }};
}

JsonRows document_rows(PredictionFile& file, const Json& document, const PredictionOptions& options,
                       const PredictionContext& context) {
  const Json* list = document.is_object() ? wrapped_records(document) : &document;
  const bool one = list == nullptr && is_one_record(document, options, context, file.path);
  if (list == nullptr && !one) {
    return {[&document](const JsonRows::Visit& visit) {
      for (const auto& [name, value] : document.get_ref<const Json::object_t&>()) {
        if (!visit(value, &name)) return;
      }
    }};
  }
  file.backing.locate = [](std::size_t row) { return fmt::format("record {}", row + 1); };
  if (one) return {[&document](const JsonRows::Visit& visit) { visit(document, nullptr); }};
  return {[list](const JsonRows::Visit& visit) {
    for (const Json& record : *list) {
      if (!visit(record, nullptr)) return;
    }
  }};
}

}  // namespace dissent
