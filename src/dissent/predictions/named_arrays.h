// The arrays of a file that has several by name, npz or safetensors, seen alike; and what is made of them.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "dissent/core/text.h"
#include "dissent/io/npz.h"
#include "dissent/predictions/predictions_readers.h"

namespace dissent {

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
  std::string place(const NpzReader::Entry& entry) const { return file + ", array " + in_quotes(entry.name); }
};

// Finds the predictions, the items, the classes and the split among the arrays. In predictions_arrays.cpp.
void read_named_arrays(PredictionFile& file, const NamedArrays& arrays, const PredictionOptions& options,
                       const PredictionContext& context);
// Names for the rows, from a list of as many.
void set_items(PredictionFile& file, const std::vector<std::string>& names);
// Fails where an option names an array of items that is not there.
void check_item_array(const NamedArrays& arrays, const PredictionOptions& options, bool elsewhere);

}  // namespace dissent
