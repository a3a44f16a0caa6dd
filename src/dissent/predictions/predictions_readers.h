// The readers behind read_predictions(), one a kind of file, and what they share. Each fills a PredictionFile
// whose path is set.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "dissent/core/names.h"
#include "dissent/predictions/predictions.h"
#include "dissent/votes/source.h"

namespace dissent {

// In predictions_arrays.cpp, predictions_table.cpp and predictions_json.cpp.
void read_npy_predictions(PredictionFile& file, std::string_view bytes, const PredictionOptions& options,
                          const PredictionContext& context);
void read_npz_predictions(PredictionFile& file, std::string_view bytes, const PredictionOptions& options,
                          const PredictionContext& context);
void read_safetensors_predictions(PredictionFile& file, std::string_view bytes,
                                  const PredictionOptions& options, const PredictionContext& context);
void read_table_predictions(PredictionFile& file, const Source& source, const PredictionOptions& options,
                            const PredictionContext& context);
void read_json_predictions(PredictionFile& file, const Source& source, const PredictionOptions& options,
                           const PredictionContext& context);

StatedKind kind_stated_by(std::string_view name);
// Cells that were converted or read from text.
template <class Cell>
void own_cells(PredictionFile& file, std::vector<Cell> cells) {
  file.cells = std::span<const Cell>(file.backing.owned.emplace<std::vector<Cell>>(std::move(cells)));
}
// The item of a row, rows coming in order; empty or for the second time it is an error that names the places.
void add_item(Interner& items, const PredictionFile& file, std::size_t row, std::string_view name);
// The label of the file's next row; an empty one is an error.
void add_label(PredictionFile& file, std::string_view label);
// Class names, of the number of the classes; an empty or repeated one is an error at `place`.
void set_class_names(PredictionFile& file, std::vector<std::string> names, std::string_view place);
// Fails where a file has more classes than there can be; `place` opens the message.
void check_class_count(std::size_t classes, std::string_view place);

}  // namespace dissent
