// A model's predictions as a file states them: a row an item, a column a class (or one label an item), from
// npy, npz, safetensors, CSV, TSV, JSON or JSON Lines. Shapes and names are checked; whether the numbers are
// probabilities is decided in matched_predictions.h.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <variant>
#include <vector>

#include "dissent/core/names.h"
#include "dissent/core/settings.h"
#include "dissent/io/file.h"
#include "dissent/predictions/item_index.h"

namespace dissent {

struct PredictionOptions {
  std::string item_column;  // found by its name where none is given
  std::string array;        // the same
  std::vector<std::string> classes{};

  static constexpr auto fields() {
    using O = PredictionOptions;
    return std::tuple{
        Field{"pred-item-column", &O::item_column,
              "name of the column, field or array that names the item in a file of predictions"},
        Field{"pred-array", &O::array,
              "name of the array (npz, safetensors), field (JSON) or column (of lists or labels) that holds "
              "the "
              "predictions"},
        Field{
            "pred-classes", &O::classes,
            "the classes in the order of the predictions' columns, where the file does not name them; of one "
            "column and two classes, the class that it is the probability of"},
    };
  }
};

// What the name of the array, field or columns says of the numbers. Log-probabilities are logits.
enum class StatedKind { unknown, probabilities, logits };

// Moves without its cells moving in memory: `cells` stays valid.
struct PredictionFile {
  std::string path;
  std::size_t rows = 0;     // at least 1
  std::size_t classes = 0;  // at least 1; 0 where there are labels
  // [rows, classes], aligned; into the mapped file where it holds such cells, else into `backing.owned`.
  std::variant<std::span<const float>, std::span<const double>> cells;
  NameList items;                        // [rows] distinct; empty where the file names none
  bool row_numbers = false;              // items are the numbers of the rows, in a column without a name
  std::vector<std::string> class_names;  // [classes] distinct; empty where the file names none
  bool classes_given = false;            // class_names are those of PredictionOptions::classes
  std::vector<std::string> labels;       // [rows] the class of each item, in place of cells; else empty
  std::vector<std::string> split;        // [rows] "train", "evaluation", "dev", "test", "new"; may be empty
  StatedKind stated = StatedKind::unknown;
  std::vector<std::string> remarks;  // e.g. which array was taken

  // For messages: "pred.csv, line 4", "pred.npz: item 'x'" or "pred.npy: row 3 (from 0)", as far as is known.
  std::string place(std::size_t row) const;

  // What the cells and place() need to stay.
  struct Backing {
    std::unique_ptr<MappedFile> file;
    std::shared_ptr<const void> text;  // what locate() reads, where that is not in the file
    std::variant<std::vector<char>, std::vector<float>, std::vector<double>> owned;
    std::function<std::string(std::size_t)> locate;  // "line 4" of a row; reads the text again to find it
  };
  Backing backing;
};

// What is known of the votes tells which field names the items and which numbers are of classes.
PredictionFile read_predictions(const std::filesystem::path& path, const PredictionOptions& options = {},
                                const PredictionContext& context = {});
// The same from bytes already in memory, which must outlive the result; `name` stands for the path in
// messages.
PredictionFile read_predictions_from(std::string_view bytes, const std::filesystem::path& name,
                                     const PredictionOptions& options = {},
                                     const PredictionContext& context = {});

// What a network said of items, as one npz that read_predictions() understands: items, split, classes,
// logits, probabilities and, where there are some, features.
struct PredictionArrays {
  std::vector<std::string> items;    // [rows]
  std::vector<std::string> split;    // [rows] "train", "evaluation", "dev", "test", "new"
  std::vector<std::string> classes;  // [classes]
  std::span<const float> logits;     // [rows, classes]
  std::span<const float> features;   // [rows, width]; may be empty
};
void write_predictions(const std::filesystem::path& path, const PredictionArrays& arrays);

}  // namespace dissent
