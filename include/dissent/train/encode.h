// The operation `encode`: the features that a pretrained encoder makes of a data set's texts.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "dissent/core/monitor.h"
#include "dissent/data/dataset.h"
#include "dissent/run/train_options.h"

namespace dissent {

struct EncodeJob {
  std::string data;  // a name of `dissent data list`, or a manifest's path
  EncoderOptions encoder{.encoder = "minilm"};
  ExecutionOptions execution = {};
};

struct Encoding {
  std::string data_hash;           // Dataset::hash
  std::string encoder_hash;        // of the encoder's content
  std::vector<std::string> items;  // names
  std::vector<std::size_t> shape;  // [items, width]; of items with choices [items, choices, width]
  std::vector<float> features;     // as the shape says
};

// Features are made once on a machine: they are kept in $DISSENT_DATA/features. Throws where the inputs are
// not texts, and Stopped where the monitor asks for it; then nothing is kept.
Encoding encode(const EncodeJob& job, Monitor& monitor = Monitor::quiet());
Encoding encode(const Dataset& dataset, const EncodeJob& job, Monitor& monitor = Monitor::quiet());

// Throws where the path does not end in .npz.
void check_encoding_path(const std::filesystem::path& path);
// Arrays `items` and `features`.
void write_encoding(const std::filesystem::path& path, const Encoding& encoding);

}  // namespace dissent
