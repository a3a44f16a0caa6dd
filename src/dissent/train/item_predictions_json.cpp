#include "dissent/train/item_predictions_json.h"

namespace dissent {

Json item_predictions_json(const ItemPredictions& predictions, const std::filesystem::path& output) {
  return {{"output", output.string()},
          {"run", predictions.run},
          {"checkpoint", name_of(predictions.checkpoint)},
          {"items", predictions.items.size()},
          {"classes", predictions.classes}};
}

}  // namespace dissent
