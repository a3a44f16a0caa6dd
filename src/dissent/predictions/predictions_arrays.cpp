// Predictions as arrays: npy, npz and safetensors. Cells of 32 and 64 bits are used where they lie.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <optional>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/io/json.h"
#include "dissent/io/npz.h"
#include "dissent/io/safetensors.h"
#include "dissent/predictions/fortran_order.h"
#include "dissent/predictions/predictions_readers.h"

namespace dissent {
namespace {

// The clearest first; logits lose nothing to rounding, so that they come before the probabilities made of
// them.
constexpr std::array<std::string_view, 8> kPredictionArrays = {
    "logits", "probabilities", "probs", "prob", "predictions", "pred", "softmax", "scores"};

// The arrays of an npz or safetensors, seen alike.
struct NamedArrays {
  std::string file;
  std::vector<NpzReader::Entry> entries;
  std::function<NpyArray(std::size_t)> read;  // of an entry's index

  const NpzReader::Entry* find(std::string_view name) const {
    const auto found = std::find_if(entries.begin(), entries.end(), [&](auto& e) { return e.name == name; });
    return found == entries.end() ? nullptr : &*found;
  }
  NpyArray array(const NpzReader::Entry& entry) const {
    return read(static_cast<std::size_t>(&entry - entries.data()));
  }
  std::string place(const NpzReader::Entry& entry) const {
    return fmt::format("{}, array {}", file, in_quotes(entry.name));
  }
};

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
  return labels && header.shape.size() == 1 && header.cells > 0;
}

bool is_prediction_matrix(const NpyHeader& header) {
  return header.kind() == 'f' && header.shape.size() == 2;
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

void set_items(PredictionFile& file, const std::vector<std::string>& names) {
  Interner items;
  for (std::size_t row = 0; row < names.size(); ++row) add_item(items, file, row, names[row]);
  file.items = std::move(items).take();
}

void take_array_names(PredictionFile& file, const NamedArrays& arrays, const PredictionOptions& options) {
  const auto first_of = [&](std::initializer_list<std::string_view> names) {
    const NpzReader::Entry* entry = nullptr;
    for (const std::string_view name : names) entry = entry != nullptr ? entry : arrays.find(name);
    return entry;
  };
  const auto list_of = [&](std::string_view name, std::size_t length) {
    const NpzReader::Entry* entry = arrays.find(name);
    const bool clear = file.rows != file.classes;  // whether they are the names of items or of classes
    return entry != nullptr && clear && is_list_of(entry->header, length) ? entry : nullptr;
  };
  const NpzReader::Entry* items = first_of({"items", "item", "ids", "id"});
  if (items == nullptr) items = list_of("names", file.rows);
  if (!options.item_column.empty()) items = arrays.find(options.item_column);
  if (items != nullptr) set_items(file, read_list(arrays, *items, file.rows, "rows"));

  const NpzReader::Entry* classes = first_of({"classes", "class_names"});
  if (classes == nullptr) classes = list_of("labels", file.classes);
  if (classes != nullptr) {
    set_class_names(file, read_list(arrays, *classes, file.classes, "columns"), arrays.place(*classes));
  }
  const NpzReader::Entry* split = arrays.find("split");
  const bool is_text = split != nullptr && (split->header.kind() == 'U' || split->header.kind() == 'S');
  if (is_text) file.split = read_list(arrays, *split, file.rows, "rows");
}

void read_named_arrays(PredictionFile& file, const NamedArrays& arrays, const PredictionOptions& options) {
  const NpzReader::Entry& entry = choose_predictions(arrays, options);
  check_prediction_array(entry.header, arrays.place(entry));
  take_prediction_cells(file, arrays.array(entry));
  file.stated = kind_stated_by(entry.name);
  file.remarks.push_back(fmt::format("read the array {}", in_quotes(entry.name)));
  take_array_names(file, arrays, options);
}

void check_item_array(const NamedArrays& arrays, const PredictionOptions& options, bool elsewhere) {
  if (options.item_column.empty() || elsewhere || arrays.find(options.item_column) != nullptr) return;
  std::vector<std::string_view> known;
  for (const NpzReader::Entry& entry : arrays.entries) known.push_back(entry.name);
  fail("{}: {}: {}", arrays.file, option("pred-item-column"),
       unknown_name("array", options.item_column, known));
}

// An entry as NumPy would describe it; BF16 as the 32 bits that it is widened to.
NpyHeader header_of(const SafetensorsEntry& entry) {
  struct Name {
    std::string_view safetensors, npy;
  };
  constexpr Name kNames[] = {{"F16", "<f2"}, {"BF16", "<f4"}, {"F32", "<f4"}, {"F64", "<f8"}, {"I8", "|i1"},
                             {"I16", "<i2"}, {"I32", "<i4"},  {"I64", "<i8"}, {"U8", "|u1"},  {"U16", "<u2"},
                             {"U32", "<u4"}, {"U64", "<u8"},  {"BOOL", "|b1"}};
  NpyHeader header;
  header.dtype = "?" + entry.dtype;  // one that is not read
  for (const Name& name : kNames) {
    if (name.safetensors == entry.dtype) header.dtype = name.npy;
  }
  header.shape = entry.shape;
  header.cell_bytes = entry.dtype == "BF16" ? sizeof(float) : safetensors_dtype_bytes(entry.dtype);
  header.cells = entry.data.size() / safetensors_dtype_bytes(entry.dtype);
  return header;
}

NpyArray array_of(const SafetensorsEntry& entry, std::string place) {
  NpyArray array;
  array.header = header_of(entry);
  array.place = std::move(place);
  array.data = entry.data;
  if (entry.dtype != "BF16") return array;
  array.owned.resize(array.header.data_bytes());
  for (std::size_t i = 0; i < array.header.cells; ++i) {  // the upper half of the bits of a float
    std::memcpy(array.owned.data() + 4 * i + 2, entry.data.data() + 2 * i, 2);
  }
  array.data = {array.owned.data(), array.owned.size()};
  return array;
}

// A list in the metadata: JSON, or names with commas between them.
std::vector<std::string> metadata_list(const std::string& text, std::size_t wanted, std::string_view what,
                                       const std::string& place) {
  std::vector<std::string> names;
  if (trim(text).starts_with('[')) {
    const Json list = parse_json(text, place);
    for (const Json& name : list) names.push_back(scalar_text(name, "a name", place));
  } else {
    for (const std::string& name : split(text, ',')) names.emplace_back(trim(name));
  }
  if (names.size() != wanted) {
    fail("{}: {} names, and the predictions have {} {}; save as many names", place, names.size(), wanted,
         what);
  }
  return names;
}

}  // namespace

void read_npy_predictions(PredictionFile& file, std::string_view bytes, const PredictionOptions& options) {
  for (const auto& [key, value] :
       {std::pair("pred-array", &options.array), std::pair("pred-item-column", &options.item_column)}) {
    if (value->empty()) continue;
    fail("{}: {} {}: an npy file holds one array, and no names; leave the flag out", file.path, option(key),
         in_quotes(*value));
  }
  const std::optional<std::string> turned = in_c_order(bytes, file.path);
  NpyArray array = read_npy(turned ? std::string_view(*turned) : bytes, file.path);
  if (is_label_list(array.header)) {
    for (const std::string& label : array.as_texts()) {
      add_label(file, trim(label));
      ++file.rows;
    }
    file.remarks.emplace_back("labels read from an array of one dimension");
    return;
  }
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

void read_npz_predictions(PredictionFile& file, std::string_view bytes, const PredictionOptions& options) {
  const NpzReader npz(bytes, file.path);
  const NamedArrays arrays{file.path, npz.entries(),
                           [&](std::size_t i) { return npz.read(npz.entries()[i]); }};
  check_item_array(arrays, options, false);
  read_named_arrays(file, arrays, options);
  file.backing.file.reset();  // all of it was unpacked
}

void read_safetensors_predictions(PredictionFile& file, std::string_view bytes,
                                  const PredictionOptions& options) {
  const SafetensorsContent content = parse_safetensors(bytes, file.path);
  NamedArrays arrays{file.path, {}, {}};
  for (const SafetensorsEntry& entry : content.entries)
    arrays.entries.push_back({entry.name, header_of(entry)});
  arrays.read = [&](std::size_t i) { return array_of(content.entries[i], arrays.place(arrays.entries[i])); };
  const auto items = content.metadata.find(options.item_column.empty() ? "items" : options.item_column);
  check_item_array(arrays, options, items != content.metadata.end());
  read_named_arrays(file, arrays, options);
  if (file.items.empty() && items != content.metadata.end()) {
    const std::string place = fmt::format("{}, metadata {}", file.path, in_quotes(items->first));
    set_items(file, metadata_list(items->second, file.rows, "rows", place));
  }
  const auto classes = content.metadata.find("classes");
  if (file.class_names.empty() && classes != content.metadata.end()) {
    const std::string place = fmt::format("{}, metadata 'classes'", file.path);
    set_class_names(file, metadata_list(classes->second, file.classes, "columns", place), place);
  }
}

}  // namespace dissent
