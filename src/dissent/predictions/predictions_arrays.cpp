// Predictions as arrays: npy, and arrays by name. Cells of 32 and 64 bits are used where they lie.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <optional>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/io/fortran_order.h"
#include "dissent/io/npz.h"
#include "dissent/predictions/item_field.h"
#include "dissent/predictions/named_arrays.h"
#include "dissent/predictions/predictions_cells.h"

namespace dissent {
namespace {

// The clearest first; logits lose nothing to rounding, so that they come before the probabilities made of
// them.
constexpr std::array<std::string_view, 8> kPredictionArrays = {
    "logits", "probabilities", "probs", "prob", "predictions", "pred", "softmax", "scores"};

void check_prediction_array(const NpyHeader& header, std::string_view place) {
  const std::size_t dimensions = header.shape.size();
  if (header.kind() == 'i' || header.kind() == 'u' || header.kind() == 'b') {
    fail(
        "{}: whole numbers (dtype {}), where predictions are floats of [items, classes]; save the model's "
        "probabilities or logits, not its labels",
        place, in_quotes(header.dtype));
  }
  if (header.kind() != 'f') {
    fail(
        "{}: dtype {}, where predictions are floats of [items, classes]; save the model's probabilities or "
        "logits as float32 or float64",
        place, in_quotes(header.dtype.starts_with('?') ? header.dtype.substr(1) : header.dtype));
  }
  if (dimensions != 2) {
    fail("{}: shape {}, where predictions are of [items, classes]; {}", place, header.shape_text(),
         dimensions < 2 ? "save a column for each class, e.g. np.stack([1 - p, p], axis=1) of two"
                        : "save a matrix, e.g. one model's, or the mean of several");
  }
  if (header.cells == 0) {
    fail("{}: shape {} holds no predictions; save a row an item and a column a class", place,
         header.shape_text());
  }
  check_class_count(header.shape[1], place);
}

template <class Cell>
void view_cells(PredictionFile& file, NpyArray& array) {
  const auto address = reinterpret_cast<std::uintptr_t>(array.data.data());
  if (address % alignof(Cell) == 0) {
    file.cells = std::span(reinterpret_cast<const Cell*>(array.data.data()), array.header.cells);
    file.backing.owned = std::move(array.owned);
    return;
  }
  std::vector<Cell> copy(array.header.cells);
  std::memcpy(copy.data(), array.data.data(), array.data.size());
  own_cells(file, std::move(copy));
}

void take_prediction_cells(PredictionFile& file, NpyArray array) {
  file.rows = array.shape()[0];
  file.classes = array.shape()[1];
  if (array.header.cell_bytes == sizeof(float)) return view_cells<float>(file, array);
  if (array.header.cell_bytes == sizeof(double)) return view_cells<double>(file, array);
  const std::vector<double> wide = array.as_doubles();  // of 16 bits
  std::vector<float> cells(wide.size());
  std::transform(wide.begin(), wide.end(), cells.begin(), [](double x) { return static_cast<float>(x); });
  own_cells(file, std::move(cells));
}

// One whole number or text an item: the predicted class.
bool is_label_list(const NpyHeader& header) {
  const bool labels = std::string_view("iuUS").find(header.kind()) != std::string_view::npos;
  const bool column = header.shape.size() == 2 && header.shape[1] == 1;
  return labels && (header.shape.size() == 1 || column) && header.cells > 0;
}

bool is_prediction_matrix(const NpyHeader& header) {
  return header.kind() == 'f' && header.shape.size() == 2;
}

void take_labels(PredictionFile& file, const std::vector<std::string>& labels) {
  for (const std::string& label : labels) {
    add_label(file, trim(label));
    ++file.rows;
  }
  file.remarks.emplace_back("labels read from an array of one dimension");
}

// Floats of one dimension: whole numbers are labels, others one column.
void take_float_list(PredictionFile& file, const NpyArray& array, bool may_be_labels) {
  std::vector<double> cells = array.as_doubles();
  const bool whole = std::all_of(cells.begin(), cells.end(), [](double x) { return x == std::floor(x); });
  if (whole && may_be_labels) return take_labels(file, array.as_texts());
  file.rows = cells.size();
  file.classes = 1;
  own_cells(file, std::move(cells));
}

// Whether a label or a number an item stands in the array, and was taken. What says that it holds
// probabilities or logits holds no labels.
bool take_list(PredictionFile& file, const NpyArray& array, std::string_view name) {
  const bool floats = array.is_floating() && array.shape().size() == 1 && array.header.cells > 0;
  const bool stated = kind_stated_by(name) != StatedKind::unknown;
  if (!floats && (stated || !is_label_list(array.header))) return false;
  if (floats) {
    take_float_list(file, array, !stated);
  } else {
    take_labels(file, array.as_texts());
  }
  return true;
}

// By its name an array of predicted labels.
bool names_labels(std::string_view name) {
  const std::string lower = to_lower(name);
  return lower == "predictions" || lower == "preds" ||
         std::find(kLabelFields.begin(), kLabelFields.end(), lower) != kLabelFields.end();
}

const NpzReader::Entry& choose_predictions(const NamedArrays& arrays, const PredictionOptions& options) {
  if (!options.array.empty()) {
    if (const NpzReader::Entry* entry = arrays.find(options.array)) return *entry;
    std::vector<std::string_view> known;
    for (const NpzReader::Entry& entry : arrays.entries) known.push_back(entry.name);
    fail("{}: {}: {}", arrays.file, option("pred-array"), unknown_name("array", options.array, known));
  }
  const NpzReader::Entry* named = nullptr;  // by its name the predictions, by its shape not
  for (const std::string_view name : kPredictionArrays) {
    const NpzReader::Entry* entry = arrays.find(name);
    if (entry != nullptr && is_prediction_matrix(entry->header)) return *entry;
    if (named == nullptr) named = entry;
  }
  const NpzReader::Entry* only = nullptr;
  std::size_t matrices = 0;
  std::vector<std::string> all;
  for (const NpzReader::Entry& entry : arrays.entries) {
    all.push_back(fmt::format("{} {}", entry.name, entry.header.shape_text()));
    if (!is_prediction_matrix(entry.header)) continue;
    only = &entry;
    ++matrices;
  }
  if (matrices == 1) return *only;
  for (const NpzReader::Entry& entry : arrays.entries) {
    if (matrices == 0 && is_label_list(entry.header) && names_labels(entry.name)) return entry;
  }
  if (matrices == 0 && named != nullptr) return *named;  // to say what is wrong with it
  fail("{}: {} among {}; choose one with {}, or save it as logits or probabilities", arrays.file,
       matrices == 0 ? "no array of floats of [items, classes]" : "several arrays could be the predictions",
       in_quotes(join(all, ", "), 200), option("pred-array"));
}

// Text of one dimension that has `length` entries: what an array of an ambiguous name must be to be taken.
bool is_list_of(const NpyHeader& header, std::size_t length) {
  return header.shape.size() == 1 && header.cells == length && (header.kind() == 'U' || header.kind() == 'S');
}

std::vector<std::string> read_list(const NamedArrays& arrays, const NpzReader::Entry& entry,
                                   std::size_t wanted, std::string_view what) {
  if (entry.header.shape.size() != 1 || entry.header.cells != wanted) {
    fail("{}: shape {} does not fit the predictions, which have {} {}; save as many names",
         arrays.place(entry), entry.header.shape_text(), wanted, what);
  }
  return arrays.array(entry).as_texts();
}

constexpr std::size_t kLooked = 1000;

// The array that names the items, where one does: text or whole numbers, one for each row.
const NpzReader::Entry* item_array(const PredictionFile& file, const NamedArrays& arrays,
                                   const NpzReader::Entry& predictions, const PredictionOptions& options,
                                   const PredictionContext& context) {
  if (!options.item_column.empty()) return arrays.find(options.item_column);
  std::vector<FieldValues> fields;
  std::vector<const NpzReader::Entry*> entries;
  for (const NpzReader::Entry& entry : arrays.entries) {
    const bool clear =
        file.rows != file.classes || to_lower(entry.name) != "names" || context.items != nullptr;
    const bool names = std::string_view("USiuO").find(entry.header.kind()) != std::string_view::npos;
    if (&entry == &predictions || entry.name == "split" || !names || !clear) continue;
    const bool called_items = find_item_field(std::vector{FieldValues{entry.name, {}, true}}, {}) >= 0;
    const bool fits = entry.header.shape.size() == 1 && entry.header.cells == file.rows;
    if (!fits && !(called_items && entry.name.starts_with("item"))) continue;
    if (entry.header.kind() == 'O') {
      if (!called_items) continue;
      fail(
          "{}: an array of Python objects, where names of items are wanted; save them as text: "
          "{}.astype(str)",
          arrays.place(entry), entry.name);
    }
    entries.push_back(&entry);
    FieldValues& field = fields.emplace_back(FieldValues{entry.name, {}, true});
    if (!fits) continue;
    field.values = arrays.array(entry).as_texts();
    if (field.values.size() > kLooked) field.values.resize(kLooked);  // enough to tell
  }
  const int found = find_item_field(fields, context);
  return found < 0 ? nullptr : entries[static_cast<std::size_t>(found)];
}

void take_array_names(PredictionFile& file, const NamedArrays& arrays, const NpzReader::Entry& predictions,
                      const PredictionOptions& options, const PredictionContext& context) {
  if (const NpzReader::Entry* items = item_array(file, arrays, predictions, options, context)) {
    set_items(file, read_list(arrays, *items, file.rows, "rows"));
    if (options.item_column.empty()) note_row_numbers(file, items->name);
    if (!file.row_numbers)
      file.remarks.push_back(fmt::format("items named by the array {}", in_quotes(items->name)));
  }
  const NpzReader::Entry* classes = nullptr;
  for (const std::string_view name : {"classes", "class_names", "label_names"}) {
    classes = classes != nullptr ? classes : arrays.find(name);
  }
  for (const std::string_view name : {"labels", "names"}) {
    const NpzReader::Entry* entry = arrays.find(name);
    const bool clear = file.rows != file.classes;  // whether they are the names of items or of classes
    if (classes == nullptr && entry != nullptr && clear && is_list_of(entry->header, file.classes))
      classes = entry;
  }
  if (classes != nullptr && file.labels.empty()) {
    set_class_names(file, read_list(arrays, *classes, file.classes, "columns"), arrays.place(*classes));
  }
  const NpzReader::Entry* split = arrays.find("split");
  const bool is_text = split != nullptr && (split->header.kind() == 'U' || split->header.kind() == 'S');
  if (is_text) file.split = read_list(arrays, *split, file.rows, "rows");
}

}  // namespace

void set_items(PredictionFile& file, const std::vector<std::string>& names) {
  Interner items;
  for (std::size_t row = 0; row < names.size(); ++row) add_item(items, file, row, names[row]);
  file.items = std::move(items).take();
}

void read_named_arrays(PredictionFile& file, const NamedArrays& arrays, const PredictionOptions& options,
                       const PredictionContext& context) {
  const NpzReader::Entry& entry = choose_predictions(arrays, options);
  const bool list = entry.header.shape.size() == 1 || is_label_list(entry.header);
  if (!list || !take_list(file, arrays.array(entry), entry.name)) {
    check_prediction_array(entry.header, arrays.place(entry));
    take_prediction_cells(file, arrays.array(entry));
    file.stated = kind_stated_by(entry.name);
  }
  file.remarks.push_back(fmt::format("read the array {}", in_quotes(entry.name)));
  take_array_names(file, arrays, entry, options, context);
}

void check_item_array(const NamedArrays& arrays, const PredictionOptions& options, bool elsewhere) {
  if (options.item_column.empty() || elsewhere || arrays.find(options.item_column) != nullptr) return;
  std::vector<std::string_view> known;
  for (const NpzReader::Entry& entry : arrays.entries) known.push_back(entry.name);
  fail("{}: {}: {}", arrays.file, option("pred-item-column"),
       unknown_name("array", options.item_column, known));
}

void read_npy_predictions(PredictionFile& file, std::string_view bytes, const PredictionOptions& options,
                          const PredictionContext&) {
  for (const auto& [key, value] :
       {std::pair("pred-array", &options.array), std::pair("pred-item-column", &options.item_column)}) {
    if (value->empty()) continue;
    fail("{}: {} {}: an npy file holds one array, and no names; leave the flag out", file.path, option(key),
         in_quotes(*value));
  }
  const std::optional<std::string> turned = in_c_order(bytes, file.path);
  NpyArray array = read_npy(turned ? std::string_view(*turned) : bytes, file.path);
  if (take_list(file, array, "")) return;
  check_prediction_array(array.header, file.path);
  if (turned) {  // its bytes do not stay
    file.rows = array.shape()[0];
    file.classes = array.shape()[1];
    own_cells(file, array.as_doubles());
    file.remarks.emplace_back("read column by column: the array is in Fortran order");
    return;
  }
  take_prediction_cells(file, std::move(array));
}

void read_npz_predictions(PredictionFile& file, std::string_view bytes, const PredictionOptions& options,
                          const PredictionContext& context) {
  const NpzReader npz(bytes, file.path);
  const NamedArrays arrays{file.path, npz.entries(),
                           [&](std::size_t i) { return npz.read(npz.entries()[i]); }};
  check_item_array(arrays, options, false);
  read_named_arrays(file, arrays, options, context);
  file.backing.file.reset();  // all of it was unpacked
}

}  // namespace dissent
