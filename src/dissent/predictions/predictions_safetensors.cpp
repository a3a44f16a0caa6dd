// Predictions as safetensors: arrays by name, and names of items and classes in the metadata.
#include <cstring>

#include "dissent/core/error.h"
#include "dissent/io/json.h"
#include "dissent/io/safetensors.h"
#include "dissent/predictions/named_arrays.h"

namespace dissent {
namespace {

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

void read_safetensors_predictions(PredictionFile& file, std::string_view bytes,
                                  const PredictionOptions& options, const PredictionContext& context) {
  const SafetensorsContent content = parse_safetensors(bytes, file.path);
  NamedArrays arrays{file.path, {}, {}};
  for (const SafetensorsEntry& entry : content.entries)
    arrays.entries.push_back({entry.name, header_of(entry)});
  arrays.read = [&](std::size_t i) { return array_of(content.entries[i], arrays.place(arrays.entries[i])); };
  const auto items = content.metadata.find(options.item_column.empty() ? "items" : options.item_column);
  check_item_array(arrays, options, items != content.metadata.end());
  read_named_arrays(file, arrays, options, context);
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
