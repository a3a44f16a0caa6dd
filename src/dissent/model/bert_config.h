// What config.json says of an encoder of the BERT family.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace dissent {

struct BertConfig {
  std::int64_t vocabulary = 0;
  std::int64_t hidden = 0;
  std::int64_t layers = 0;
  std::int64_t heads = 0;
  std::int64_t intermediate = 0;
  std::int64_t positions = 0;  // the longest sequence
  std::int64_t types = 2;      // segments
  double epsilon = 1e-12;      // of layer norms
  std::string activation = "gelu";
  double hidden_dropout = 0.1;
  double attention_dropout = 0.1;
  double classifier_dropout = 0.1;  // before a head
  double initial_sd = 0.02;         // of new weights
};

// A model of another family, or one that does something else than BERT, is an error that names the key.
BertConfig read_bert_config(const std::filesystem::path& file);

}  // namespace dissent
