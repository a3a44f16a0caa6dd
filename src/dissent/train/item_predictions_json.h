// Predictions of a run as JSON: what they are of; not the numbers themselves.
#pragma once

#include <filesystem>

#include "dissent/io/json.h"
#include "dissent/train/predict_items.h"

namespace dissent {

// `output`: the file that the predictions were written to.
Json item_predictions_json(const ItemPredictions& predictions, const std::filesystem::path& output);

}  // namespace dissent
