// A pretrained encoder that makes features of texts: tokenised, run through BERT in float32 in batches of
// like length, pooled. An item's features do not depend on the texts beside it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "dissent/data/dataset.h"
#include "dissent/model/bert.h"
#include "dissent/run/train_options.h"
#include "dissent/store/encoder_folder.h"
#include "dissent/text/encoded_texts.h"
#include "dissent/text/tokenizer.h"

namespace dissent {

class TextEncoder {
 public:
  // Read whole and checked: weights of another shape, or a vocabulary larger than the embedding, is an error.
  TextEncoder(const EncoderFolder& folder, at::Device device);

  std::int64_t dimension() const { return config_.hidden; }
  using Progress = std::function<void(std::size_t done, std::size_t sequences)>;
  // [items, dimension]; of items with choices [items, choices, dimension]; of pairs apart [items, 4
  // dimension].
  FeatureInputs encode(const TextInputs& texts, const EncoderOptions& options,
                       const Progress& progress = {}) const;

 private:
  std::vector<float> features(const EncodedTexts& texts, const std::string& pooling,
                              const Progress& progress) const;  // [sequences, dimension]

  at::Device device_;
  BertConfig config_;
  Tokenizer tokenizer_;
  std::vector<NamedTensor> parameters_;
  std::unique_ptr<Bert> bert_;
};

// The items' texts as sequences: a text, two as a pair, two apart, or as many as there are choices, each of
// what the item shares, joined by blanks, and the choice. None is longer than longest_sequence().
TokenInputs token_inputs(const Tokenizer& tokenizer, const TextInputs& texts, const EncoderOptions& options,
                         const BertConfig& config);
std::size_t longest_sequence(const BertConfig& config, const EncoderOptions& options);

// More segments than the encoder knows are an error.
void check_segments(const EncodedTexts& texts, const BertConfig& config);

// A vocabulary larger than the embedding is an error.
Tokenizer read_tokenizer(const EncoderFolder& folder, const BertConfig& config);

}  // namespace dissent
