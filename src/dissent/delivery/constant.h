// Targets that are the same in every epoch, computed once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "dissent/core/large_vector.h"
#include "dissent/delivery/delivery.h"

namespace dissent {

std::unique_ptr<Delivery> constant_rows(LargeVector<float> rows, std::size_t classes,
                                        std::vector<DeliveryFact> facts = {});

// The majority labels of the training items, and how many of them were drawn.
struct TrainingMajority {
  LargeVector<std::int32_t> labels;  // [positions]
  std::size_t ties = 0;
};
TrainingMajority training_majority(const DeliverySource& source);
std::unique_ptr<Delivery> constant_labels(TrainingMajority majority);

}  // namespace dissent
