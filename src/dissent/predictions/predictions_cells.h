// Predictions inside a cell of a table or after a tab: a list of numbers as text; and columns of labels.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "dissent/predictions/predictions_readers.h"

namespace dissent {

// "[0.1, 0.9]", "[0.1 0.9]" as numpy prints it, or "(0.1; 0.9)"; nothing where it is no list of numbers.
std::optional<std::vector<double>> list_of_numbers(std::string_view text);

// Names of columns and fields that hold a predicted label, the clearest first.
inline constexpr std::array<std::string_view, 10> kLabelFields = {
    "prediction", "predicted",  "pred",  "predicted_label", "pred_label",
    "y_pred",     "hard_label", "label", "class",           "answer"};

// Lines "item TAB [list]", without a header: the submissions of LeWiDi.
bool looks_like_item_lists(std::string_view bytes);
void read_item_lists(PredictionFile& file, std::string_view bytes, const PredictionOptions& options);

// Rows of lists, which must be of the same length.
class ListRows {
 public:
  explicit ListRows(PredictionFile& file) : file_(file) {}
  void add(std::string_view text);  // of the file's next row; fails with its place
  void finish() { own_cells(file_, std::move(cells_)); }

 private:
  PredictionFile& file_;
  std::vector<double> cells_;
};

}  // namespace dissent
