// What a training run is told: the protocol (part of the run's identity) and how it is carried out (not).
// Known without torch, for the command line and study files.
#pragma once

#include <string>
#include <tuple>

#include "dissent/catalog/models.h"
#include "dissent/catalog/poolings.h"
#include "dissent/core/choice.h"
#include "dissent/core/settings.h"

namespace dissent {

enum class Augmentation { automatic, crop_flip, none };
template <>
struct Choices<Augmentation> {
  static constexpr Choice<Augmentation> list[] = {{Augmentation::automatic, "auto"},
                                                  {Augmentation::crop_flip, "crop-flip"},
                                                  {Augmentation::none, "none"}};
};

enum class Precision { automatic, float32, bf16 };
template <>
struct Choices<Precision> {
  static constexpr Choice<Precision> list[] = {
      {Precision::automatic, "auto"}, {Precision::float32, "float32"}, {Precision::bf16, "bf16"}};
};

// Two texts of an item: one sequence, or each its own.
enum class TextPairs { together, apart };
template <>
struct Choices<TextPairs> {
  static constexpr Choice<TextPairs> list[] = {{TextPairs::together, "together"},
                                               {TextPairs::apart, "apart"}};
};

enum class DeviceKind { automatic, cpu, cuda };
template <>
struct Choices<DeviceKind> {
  static constexpr std::string_view what = "device";
  static constexpr Choice<DeviceKind> list[] = {
      {DeviceKind::cpu, "cpu"}, {DeviceKind::cuda, "cuda"}, {DeviceKind::automatic, "auto"}};
};

// Defaults: the protocol of "Same Target, Different Basins" for CIFAR-10H.
struct TrainOptions {
  std::string model = "resnet18-cifar";
  int epochs = 200;
  int batch = 128;  // the last one of an epoch may be smaller
  OptimizerKind optimizer = OptimizerKind::automatic;
  double learning_rate = 0;
  double momentum = 0.9;
  double weight_decay = 5e-4;  // on all parameters
  double clip = 1;
  Schedule schedule = Schedule::automatic;
  double warmup = 0.1;
  Augmentation augment = Augmentation::automatic;
  int padding = 4;  // pixels of zeros around an image before the random crop
  Precision precision = Precision::automatic;

  static constexpr auto fields() {
    using O = TrainOptions;
    return std::tuple{
        Field{"model", &O::model, "network: {}", models_by_input},
        Field{"epochs", &O::epochs, from_to(1, 1'000'000), "passes over the training items"},
        Field{"batch", &O::batch, from_to(1, 1'000'000),
              "items a step; the last batch of an epoch may be smaller"},
        Field{"optimizer", &O::optimizer, "sgd, adamw, or auto: {}", default_optimizers},
        Field{"lr", &O::learning_rate, from_to(0, 1e6),
              "learning rate, the highest; 0: 0.1 of sgd, 0.0001 of adamw"},
        Field{"momentum", &O::momentum, from_to_below(0, 1), "sgd: momentum"},
        Field{"weight-decay", &O::weight_decay, from_to(0, 1000), "weight decay, on all parameters"},
        Field{"clip", &O::clip, from_to(0, 1e6), "adamw: a gradient is shortened to this length; 0: never"},
        Field{"schedule", &O::schedule,
              "learning rate: cosine (an epoch at a time, to zero), constant, linear (a step at a time, to "
              "zero), or auto: {}",
              default_schedules},
        Field{"warmup", &O::warmup, from_to(0, 1),
              "linear: share of the steps over which the rate first rises from zero"},
        Field{"augment", &O::augment, "crop-flip, none, or auto: crop-flip for images, none for features"},
        Field{"padding", &O::padding, from_to(0, 64),
              "crop-flip: pixels of zeros around an image before the crop"},
        Field{"precision", &O::precision, "float32, bf16 (autocast), or auto: bf16 on cuda, float32 on cpu"},
    };
  }
};

// How texts become what a network sees; read where the inputs are texts.
struct EncoderOptions {
  std::string encoder;
  std::string pooling = "mean";
  TextPairs pairs = TextPairs::together;
  int max_length = 128;

  static constexpr auto fields() {
    using O = EncoderOptions;
    return std::tuple{
        Field{"encoder", &O::encoder,
              "texts: a BERT encoder, minilm or a folder as Hugging Face keeps it; {}", models_on_encoders},
        Field{"pooling", &O::pooling, "texts: a sequence's features; {}", explained_poolings},
        Field{"pairs", &O::pairs,
              "two texts: together (one sequence) or apart (each its own; both features, their distance and "
              "their product)"},
        Field{"max-length", &O::max_length, from_to(8, 4096),
              "texts: tokens of a sequence at most; the longer text is cut first"},
    };
  }
};

struct ExecutionOptions {
  DeviceKind device = DeviceKind::automatic;
  int threads = 0;
  int jobs = 0;
  double checkpoint_seconds = 60;

  static constexpr auto fields() {
    using O = ExecutionOptions;
    return std::tuple{
        Field{"device", &O::device, "cpu, cuda, or auto: cuda where there is one"},
        Field{"threads", &O::threads, from_to(0, 1024), "CPU threads; 0: DISSENT_THREADS, or all cores"},
        Field{"jobs", &O::jobs, from_to(0, 1024),
              "runs side by side; 0: four on a GPU, eight of {}; on a CPU one a thread, at most eight",
              models_that_train_encoders},
        Field{"checkpoint-seconds", &O::checkpoint_seconds, from_to(0, 1e9),
              "seconds between two saved states: what a killed run loses at most"},
    };
  }
};

}  // namespace dissent
