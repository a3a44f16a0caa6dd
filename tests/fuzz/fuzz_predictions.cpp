// A model's predictions in any format: what is read has all its cells, and names that fit them.
#include <variant>

#include "dissent/predictions/predictions.h"
#include "fuzz.h"

using namespace dissent;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  return fuzz::read_or_refuse([&] {
    const PredictionFile file = read_predictions_from(fuzz::view(bytes, size), fuzz::kName);
    fuzz::expect(file.rows > 0 && (file.classes > 0 || !file.labels.empty()), "not empty");
    fuzz::expect(file.labels.empty() || file.labels.size() == file.rows, "a label for each row, or none");
    std::size_t numbers = 0;
    std::visit(
        [&](auto cells) {
          fuzz::expect(cells.size() == file.rows * file.classes, "all cells are there");
          for (const auto cell : cells) numbers += cell == cell;
        },
        file.cells);
    fuzz::expect(numbers <= file.rows * file.classes, "each is a number or not");
    fuzz::expect(file.items.empty() || file.items.size() == file.rows, "an item for each row, or none");
    fuzz::expect(file.split.empty() || file.split.size() == file.rows, "a split for each row, or none");
    fuzz::expect(file.labels.empty() || file.classes == 0, "labels or cells");
    fuzz::expect(file.class_names.empty() || file.class_names.size() == file.classes,
                 "a name for each class, or none");
    fuzz::expect(file.place(file.rows - 1).starts_with(fuzz::kName), "a row has a place");
  });
}
