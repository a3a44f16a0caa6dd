#include "dissent/data/dataset.h"
#include "dissent/data/row_selection.h"

namespace dissent {

Inputs select_inputs(Inputs inputs, const std::vector<std::uint32_t>& items) {
  if (auto* images = std::get_if<ImageInputs>(&inputs)) {
    images->pixels = choose_rows(images->pixels, images->height * images->width * images->channels, items);
  } else if (auto* features = std::get_if<FeatureInputs>(&inputs)) {
    features->values = choose_rows(features->values, features->width(), items);
  } else {
    for (NameList& field : std::get<TextInputs>(inputs).fields) {
      NameList chosen;
      for (const std::uint32_t i : items) chosen.add(field[i]);
      field = std::move(chosen);
    }
  }
  return inputs;
}

}  // namespace dissent
