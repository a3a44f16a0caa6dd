// Predictions as JSON or JSON Lines: a record an item, or one object of items by name. A prediction is a list
// of numbers, or an object of them by class, in any order.
#include <algorithm>
#include <cstdint>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/io/json.h"
#include "dissent/predictions/predictions_cells.h"
#include "dissent/votes/json_records.h"

namespace dissent {
namespace {

// The clearest first, and of two the one that loses nothing to rounding.
constexpr std::array<std::string_view, 9> kPredictionFields = {
    "logits", "probabilities", "probs", "prob", "p", "prediction", "predictions", "softmax", "scores"};
constexpr std::string_view kExample =
    R"(write a record an item: {"item": "x", "probabilities": {"cat": 0.9, "dog": 0.1}})";

bool is_container(const Json& value) {
  return value.is_array() || value.is_object();
}

// The field that holds the prediction; a label or a score beside it is not one. Empty where there is none.
std::string_view prediction_field(const Json& record) {
  for (const std::string_view name : kPredictionFields) {
    const Json* value = find_key(record, name);
    if (value != nullptr && is_container(*value)) return name;
  }
  return {};
}

// The field that holds a label, where there is no prediction of numbers.
std::string_view label_field(const Json& record) {
  if (!record.is_object()) return {};
  for (const std::string_view name : kLabelFields) {
    const Json* value = find_key(record, name);
    if (value != nullptr && (value->is_string() || value->is_number_integer())) return name;
  }
  return {};
}

std::string field_names(const Json& record) {
  std::vector<std::string> names;
  for (const auto& member : record.get_ref<const Json::object_t&>()) names.push_back(member.first);
  return names.empty() ? "none" : in_quotes(join(names, ", "), 200);
}

// Reads one record after the other; the first decides where the prediction and the item's name stand.
class JsonPredictions {
 public:
  JsonPredictions(PredictionFile& file, const PredictionOptions& options) : file_(file), options_(options) {}

  // `key` is the name of the value in an object of items, or null.
  void add(const Json& value, const std::string* key) {
    key_ = key;
    if (file_.rows == 0) decide(value);
    if (!field_.empty() && !value.is_object()) {
      fail("{}: of type {}, where a record with the field {} is wanted; {}", here(), value.type_name(),
           in_quotes(field_), kExample);
    }
    add_name(value);
    add_split(value);
    const Json* prediction = field_.empty() ? &value : find_key(value, field_);
    if (prediction != nullptr && labels_) {
      add_label(file_, is_container(*prediction) ? "" : trim(scalar_text(*prediction, field_, here())));
      ++file_.rows;
      return;
    }
    if (prediction == nullptr) {
      fail("{}: the field {} is missing, which the first record has; every item needs a prediction", here(),
           in_quotes(field_));
    }
    if (prediction->is_array() && !by_name_) {
      add_list(*prediction);
    } else if (prediction->is_object() && by_name_) {
      add_object(*prediction);
    } else {
      fail("{}: a prediction of type {}, where the first is an {}; write all alike", here(),
           prediction->type_name(), by_name_ ? "object" : "array");
    }
    ++file_.rows;
  }

  void finish() {
    if (file_.rows == 0) fail("{}: no records; {}", file_.path, kExample);
    if (!labels_) own_cells(file_, std::move(cells_));
    if (by_name_) set_class_names(file_, classes_.names().strings(), file_.path);
    file_.items = std::move(items_).take();
    if (!labels_) file_.stated = kind_stated_by(field_);
    if (!field_.empty()) file_.remarks.push_back(fmt::format("read the field {}", in_quotes(field_)));
    if (!item_field_.empty())
      file_.remarks.push_back(fmt::format("items named by field {}", in_quotes(item_field_)));
  }

 private:
  std::string here() const {
    if (key_ != nullptr) return fmt::format("{}: item {}", file_.path, in_quotes(*key_));
    return file_.place(file_.rows);
  }

  void decide(const Json& first) {
    item_field_ = options_.item_column;
    field_ = options_.array;
    if (!is_container(first)) {
      fail("{}: of type {}, where a record is wanted; {}", here(), first.type_name(), kExample);
    }
    if (first.is_object()) {
      if (field_.empty()) field_ = prediction_field(first);
      if (item_field_.empty() && key_ == nullptr) {
        const auto found = std::find_if(kItemFields.begin(), kItemFields.end(), [&](std::string_view name) {
          const Json* value = find_value(first, name);
          return value != nullptr && !is_container(*value);
        });
        if (found != kItemFields.end()) item_field_ = *found;
      }
      const Json* split = find_key(first, "split");
      has_split_ = !field_.empty() && split != nullptr && split->is_string();
    }
    const Json* prediction = field_.empty() ? &first : find_key(first, field_);
    const auto is_number = [](const Json& value) { return value.is_number(); };
    const bool bare =
        first.is_array() || (key_ != nullptr && std::all_of(first.begin(), first.end(), is_number));
    if (prediction == nullptr) {
      fail("{}: {}: no field {}; fields: {}", here(), option("pred-array"), in_quotes(field_),
           field_names(first));
    }
    if (field_.empty() && !bare && !label_field(first).empty()) {
      field_ = label_field(first);
      labels_ = true;
      return;
    }
    if (field_.empty() && !bare) {
      fail("{}: no field holds a prediction (fields: {}); {}", here(), field_names(first), kExample);
    }
    by_name_ = prediction->is_object();
    file_.classes = is_container(*prediction) ? prediction->size() : 0;
    if (file_.classes == 0) {
      fail("{}: {}, where a number for each class is wanted; {}", here(),
           is_container(*prediction) ? "an empty prediction" : in_quotes(prediction->dump()), kExample);
    }
    check_class_count(file_.classes, file_.path);
    if (!by_name_) return;
    for (const auto& member : prediction->get_ref<const Json::object_t&>()) classes_.intern(member.first);
  }

  void add_name(const Json& value) {
    if (item_field_.empty()) {
      if (key_ != nullptr) add_item(items_, file_, file_.rows, *key_);
      return;
    }
    const Json* name = find_key(value, item_field_);
    if (name == nullptr) {
      fail("{}: no field {}, which names the item; every record needs it{}", here(), in_quotes(item_field_),
           options_.item_column.empty() ? "" : fmt::format(" ({})", option("pred-item-column")));
    }
    add_item(
        items_, file_, file_.rows,
        name->is_string() ? name->get_ref<const std::string&>() : scalar_text(*name, item_field_, here()));
  }

  void add_split(const Json& value) {
    if (!has_split_) return;
    const Json* split = find_key(value, "split");
    if (split == nullptr || !split->is_string()) {
      fail("{}: no text under 'split', which the first record has; give every record one", here());
    }
    file_.split.push_back(split->get<std::string>());
  }

  template <class Name>
  double number(const Json& value, const Name& name) const {
    if (value.is_number()) return value.get<double>();
    fail("{}: class {} is {}, where a number is wanted; {}", here(), name(), in_quotes(value.dump()),
         is_container(value) ? kExample : std::string_view("every class of every item needs one"));
  }

  void add_list(const Json& list) {
    if (list.size() != file_.classes) {
      fail("{}: {} numbers, where the first prediction has {}; every item has the same classes", here(),
           list.size(), file_.classes);
    }
    for (const Json& value : list) {
      const auto name = [&] { return fmt::format("{} (from 0)", cells_.size() % file_.classes); };
      cells_.push_back(number(value, name));
    }
  }

  void add_object(const Json& by_class) {
    const auto& members = by_class.get_ref<const Json::object_t&>();
    const std::size_t begin = cells_.size();
    cells_.resize(begin + file_.classes);
    std::size_t next = 0;  // the class that comes next in the first prediction's order
    for (const auto& [name, value] : members) {
      const bool in_order = next < file_.classes && classes_.names()[next] == name;
      const std::size_t k = in_order ? next : classes_.find(name);
      if (k == Interner::kAbsent) {
        fail("{}: class {} is not in the first prediction; every item has the same classes", here(),
             in_quotes(name));
      }
      cells_[begin + k] = number(value, [&text = name] { return in_quotes(text); });
      next = k + 1;
    }
    if (members.size() == file_.classes) return;  // all known and none twice: all are there
    Interner given;
    for (const auto& member : members) given.intern(member.first);
    for (const std::string& name : classes_.names().strings()) {
      if (given.find(name) != Interner::kAbsent) continue;
      fail("{}: class {} is missing; every class of every item needs a number", here(), in_quotes(name));
    }
  }

  PredictionFile& file_;
  const PredictionOptions& options_;
  const std::string* key_ = nullptr;
  std::string field_, item_field_;  // empty: the value itself is the prediction; no field names the item
  bool by_name_ = false, has_split_ = false, labels_ = false;
  Interner items_, classes_;
  std::vector<double> cells_;
};

// JSON Lines of a single line look like one object of items: a record has a prediction, and more than lists.
bool is_one_record(const Json& document, const PredictionOptions& options) {
  if (!options.array.empty() && find_key(document, options.array) != nullptr) return true;
  if (prediction_field(document).empty()) return false;
  return document.size() == 1 || !std::all_of(document.begin(), document.end(), is_container);
}

void read_lines(PredictionFile& file, const Source& source, JsonPredictions& predictions) {
  file.backing.locate = [bytes = source.bytes()](std::size_t row) {
    std::size_t line = 0;
    for (std::size_t at = 0; at < bytes.size();) {
      const std::size_t end = std::min(bytes.find('\n', at), bytes.size());
      ++line;
      if (!trim(bytes.substr(at, end - at)).empty() && row-- == 0) break;
      at = end + 1;
    }
    return fmt::format("line {}", line);
  };
  for (JsonLines lines(source.bytes(), source.path()); lines.next();)
    predictions.add(lines.record(), nullptr);
}

}  // namespace

void read_json_predictions(PredictionFile& file, const Source& source, const PredictionOptions& options) {
  JsonPredictions predictions(file, options);
  if (source.kind() == Source::Kind::jsonl) {
    read_lines(file, source, predictions);
  } else if (source.document().is_object() && !is_one_record(source.document(), options)) {
    for (const auto& member : source.document().get_ref<const Json::object_t&>()) {
      predictions.add(member.second, &member.first);
    }
  } else {
    file.backing.locate = [](std::size_t row) { return fmt::format("record {}", row + 1); };
    if (source.document().is_object())
      predictions.add(source.document(), nullptr);
    else
      for (const Json& record : source.document()) predictions.add(record, nullptr);
  }
  predictions.finish();
  if (source.kind() == Source::Kind::json) file.backing.file.reset();  // nothing points into it
}

}  // namespace dissent
