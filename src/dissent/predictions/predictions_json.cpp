// Predictions as JSON or JSON Lines: a record an item, or one object of items by name. A prediction is a list
// of numbers, or an object of them by class, in any order.
#include <algorithm>
#include <cstdint>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/io/json.h"
#include "dissent/predictions/item_field.h"
#include "dissent/predictions/json_rows.h"
#include "dissent/votes/json_records.h"

namespace dissent {
namespace {

std::string field_names(const Json& record) {
  std::vector<std::string> names;
  for (const auto& member : record.get_ref<const Json::object_t&>()) names.push_back(member.first);
  return names.empty() ? "none" : in_quotes(join(names, ", "), 200);
}

// The fields that may name the classes of a list of numbers beside it, as in Hugging Face's zero-shot output.
constexpr std::array<std::string_view, 4> kClassFields = {"labels", "classes", "class_names",
                                                          "candidate_labels"};

bool is_text(const Json& value) {
  return value.is_string();
}

// How a prediction names its classes: not at all, {class: number}, [{label, score}], or a list beside it.
enum class JsonForm { list, object, pairs, beside };

// Reads one record after the other; the first decides where the prediction and the item's name stand.
class JsonPredictions {
 public:
  JsonPredictions(PredictionFile& file, const PredictionOptions& options, std::string field,
                  std::string item_field)
      : file_(file), options_(options), field_(std::move(field)), item_field_(std::move(item_field)) {
    if (!options.item_column.empty()) item_field_ = options.item_column;
  }

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
    if (prediction == nullptr) {
      fail("{}: the field {} is missing, which the first record has; every item needs a prediction", here(),
           in_quotes(field_));
    }
    if (form_ == JsonForm::object ? !prediction->is_object() : !prediction->is_array()) {
      fail("{}: a prediction of type {}, where the first is an {}; write all alike", here(),
           prediction->type_name(), form_ == JsonForm::object ? "object" : "array");
    }
    if (form_ == JsonForm::list) {
      add_list(*prediction);
    } else {
      find_members(value, *prediction);
      add_members();
    }
    ++file_.rows;
  }

  void finish() {
    if (file_.rows == 0) fail("{}: no records; {}", file_.path, kExample);
    own_cells(file_, std::move(cells_));
    if (form_ != JsonForm::list) set_class_names(file_, classes_.names().strings(), file_.path);
    file_.items = std::move(items_).take();
    if (options_.item_column.empty() && !item_field_.empty()) note_row_numbers(file_, item_field_);
    file_.stated = kind_stated_by(field_);
    if (!beside_.empty()) {
      file_.remarks.push_back(
          fmt::format("the classes of each record stand in its field {}", in_quotes(beside_)));
    }
    if (!field_.empty()) file_.remarks.push_back(fmt::format("read the field {}", in_quotes(field_)));
    if (!item_field_.empty() && !file_.row_numbers)
      file_.remarks.push_back(fmt::format("items named by field {}", in_quotes(item_field_)));
  }

 private:
  std::string here() const {
    if (key_ != nullptr) return fmt::format("{}: item {}", file_.path, in_quotes(*key_));
    return file_.place(file_.rows);
  }

  void decide(const Json& first) {
    const Json* prediction = field_.empty() ? &first : find_key(first, field_);
    const Json* split = find_key(first, "split");
    has_split_ = !field_.empty() && split != nullptr && split->is_string();
    form_ = prediction->is_object() ? JsonForm::object : JsonForm::list;
    file_.classes = prediction->size();
    if (file_.classes == 0) {
      fail("{}: an empty prediction, where a number for each class is wanted; {}", here(), kExample);
    }
    check_class_count(file_.classes, file_.path);
    if (form_ == JsonForm::list && std::all_of(prediction->begin(), prediction->end(), is_label_and_score)) {
      form_ = JsonForm::pairs;
    }
    for (const std::string_view name : kClassFields) {
      const Json* names = find_key(first, name);
      if (form_ != JsonForm::list || names == nullptr || !names->is_array()) continue;
      if (names->size() != file_.classes || !std::all_of(names->begin(), names->end(), is_text)) continue;
      form_ = JsonForm::beside;
      beside_ = name;
    }
    if (form_ == JsonForm::list) return;
    find_members(first, *prediction);
    for (const Member& member : members_) classes_.intern(member.name);
    if (classes_.size() != file_.classes) {
      fail("{}: a class stands twice; give each class its own name", here());
    }
  }

  // The classes and numbers of a prediction that names them.
  void find_members(const Json& record, const Json& prediction) {
    members_.clear();
    if (form_ == JsonForm::object) {
      for (const auto& [name, value] : prediction.get_ref<const Json::object_t&>()) {
        members_.push_back({name, &value});
      }
      return;
    }
    const Json* names = form_ == JsonForm::beside ? find_key(record, beside_) : nullptr;
    if (form_ == JsonForm::beside &&
        (names == nullptr || !names->is_array() || names->size() != prediction.size())) {
      fail("{}: the field {} does not name a class for each of the {} numbers; give every record its classes",
           here(), in_quotes(beside_), prediction.size());
    }
    for (std::size_t i = 0; i < prediction.size(); ++i) {
      const Json& entry = prediction[i];
      if (names != nullptr) {
        const Json& name = (*names)[i];
        if (!name.is_string()) fail("{}: {} is no class's name", here(), in_quotes(name.dump()));
        members_.push_back({name.get_ref<const std::string&>(), &entry});
      } else {
        if (!is_label_and_score(entry)) {
          fail("{}: {} where a label and a score are wanted; write all alike", here(),
               in_quotes(entry.dump()));
        }
        const bool label_first = entry.front().is_string();
        const Json& name = label_first ? entry.front() : entry.back();
        members_.push_back(
            {name.get_ref<const std::string&>(), &(label_first ? entry.back() : entry.front())});
      }
    }
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

  void add_members() {
    const std::size_t begin = cells_.size();
    cells_.resize(begin + file_.classes);
    std::size_t next = 0;  // the class that comes next in the first prediction's order
    Interner given;
    for (const Member& member : members_) {
      const bool in_order = next < file_.classes && classes_.names()[next] == member.name;
      const std::size_t k = in_order ? next : classes_.find(member.name);
      if (k == Interner::kAbsent) {
        fail("{}: class {} is not in the first prediction; every item has the same classes", here(),
             in_quotes(member.name));
      }
      cells_[begin + k] = number(*member.value, [&] { return in_quotes(member.name); });
      next = k + 1;
      if (form_ != JsonForm::object) given.intern(member.name);  // keys of an object are distinct
    }
    const std::size_t distinct = form_ == JsonForm::object ? members_.size() : given.size();
    if (distinct == file_.classes && members_.size() == file_.classes) return;
    if (distinct < members_.size()) fail("{}: a class stands twice; give each class one number", here());
    for (const Member& member : members_) given.intern(member.name);
    for (const std::string& name : classes_.names().strings()) {
      if (given.find(name) != Interner::kAbsent) continue;
      fail("{}: class {} is missing; every class of every item needs a number", here(), in_quotes(name));
    }
  }

  struct Member {
    std::string_view name;
    const Json* value;
  };

  PredictionFile& file_;
  const PredictionOptions& options_;
  const std::string* key_ = nullptr;
  std::string field_, item_field_;  // empty: the value itself is the prediction; no field names the item
  std::string beside_;              // the field that names the classes of a list
  JsonForm form_ = JsonForm::list;
  bool has_split_ = false;
  std::vector<Member> members_;  // of the current record
  Interner items_, classes_;
  std::vector<double> cells_;
};

void read_json_rows(PredictionFile& file, const JsonRows& rows, const PredictionOptions& options,
                    const PredictionContext& context) {
  bool flat = false, any = false, named = false;
  std::string field;
  rows.each([&](const Json& first, const std::string* key) {
    any = true;
    named = key != nullptr;
    const std::string place = named ? fmt::format("{}: item {}", file.path, in_quotes(*key)) : file.place(0);
    if (!is_container(first)) {
      if (!named) fail("{}: of type {}, where a record is wanted; {}", place, first.type_name(), kExample);
      flat = true;
      return false;
    }
    if (first.is_object() && !options.array.empty() && find_key(first, options.array) == nullptr) {
      fail("{}: {}: no field {}; fields: {}", place, option("pred-array"), in_quotes(options.array),
           field_names(first));
    }
    field = prediction_field(first, options, context, place);
    const bool bare = first.is_array() || (named && is_prediction(first));
    flat = field.empty() && !bare;
    if (flat && std::all_of(first.begin(), first.end(), is_container)) {
      fail("{}: no field holds a prediction (fields: {}); {}", place, field_names(first), kExample);
    }
    return false;
  });
  if (!any) fail("{}: no records; {}", file.path, kExample);
  if (flat) return read_flat_records(file, rows, options, context);
  JsonPredictions predictions(file, options, field, named ? "" : item_field_of(rows, context));
  rows.each([&](const Json& record, const std::string* key) {
    predictions.add(record, key);
    return true;
  });
  predictions.finish();
}

}  // namespace

void read_list_lines(PredictionFile& file, std::string_view bytes, const PredictionOptions& options,
                     const PredictionContext& context) {
  read_json_rows(file, line_rows(file, bytes), options, context);
}

void read_json_predictions(PredictionFile& file, const Source& source, const PredictionOptions& options,
                           const PredictionContext& context) {
  if (source.kind() == Source::Kind::jsonl) {
    return read_json_rows(file, line_rows(file, source.bytes()), options, context);
  }
  read_json_rows(file, document_rows(file, source.document(), options, context), options, context);
  file.backing.file.reset();  // nothing points into it
}

}  // namespace dissent
