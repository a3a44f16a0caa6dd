// The networks that can be trained, in one list (src/dissent/catalog/models.def), and what holds of each.
// Known without torch; room model makes them.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "dissent/catalog/catalog.h"
#include "dissent/catalog/training_choices.h"

namespace dissent {

enum class ModelInput { images, numbers, tokens };

// Training items a second, for a guess where no run is done: of one core (2.5 GHz, AVX2), and of one H200
// with several runs side by side.
struct TrainingSpeed {
  double core = 100'000;
  double gpu = 1'000'000;
  double pixels = 0;  // of an image at which this was measured; 0: whatever the input
};

struct ModelEntry {
  std::string_view name;  // as in options, files and tables
  std::string_view help;
  ModelInput takes = ModelInput::numbers;
  bool has_maps = false;        // convolutions' feature maps, for Grad-CAM
  bool trains_encoder = false;  // the encoder of texts is trained, not only layers on its features
  OptimizerKind optimizer = OptimizerKind::sgd;  // what `auto` stands for
  Schedule schedule = Schedule::cosine;
  TrainingSpeed speed = {};
};

std::span<const ModelEntry> models();
// Throws for an unknown name, with the list of those that are known.
const ModelEntry& find_model(std::string_view name);
// Whether a model of this name trains the encoder of texts; of an unknown name false.
bool trains_encoder(std::string_view name);

// For help texts: "resnet18-cifar or resnet8 of images, mlp or linear of numbers, ...".
std::string models_by_input();
std::string models_on_features();          // "mlp or linear"
std::string models_that_train_encoders();  // "bert"
std::string models_on_encoders();          // "mlp or linear learn on its features, bert trains it"
std::string default_optimizers();          // "adamw for bert, sgd for all others"
std::string default_schedules();

}  // namespace dissent
