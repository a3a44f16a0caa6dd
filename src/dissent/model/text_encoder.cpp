#include "dissent/model/text_encoder.h"

#include <algorithm>
#include <cmath>
#include <span>

#include <ATen/ATen.h>
#include <c10/core/GradMode.h>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/model/pooling.h"
#include "dissent/text/pieces.h"

namespace dissent {
namespace {

constexpr std::size_t kLengthStep = 16;  // products of matrices are fast at such lengths

// Item i's choice c is at i * choices + c.
EncodedTexts encode_choices(const Tokenizer& tokenizer, const TextInputs& texts, std::size_t max_length) {
  const std::size_t shared = texts.fields.size() - texts.choices;
  NameList firsts, seconds;
  for (std::size_t i = 0; i < texts.fields[0].size(); ++i) {
    std::string common;
    for (std::size_t f = 0; f < shared; ++f) {
      if (f > 0) common += ' ';
      common += texts.fields[f][i];
    }
    for (std::size_t c = 0; c < texts.choices; ++c) {
      firsts.add(common);
      seconds.add(texts.fields[shared + c][i]);
    }
  }
  return encode_all(tokenizer, firsts, &seconds, max_length);
}

// [B, L], as padded_row() makes it.
at::Tensor gather(const EncodedTexts& texts, std::span<const std::uint32_t> sequences, std::int64_t length) {
  const at::Tensor rows = at::empty({static_cast<std::int64_t>(sequences.size()), length}, at::kInt);
  std::int32_t* row = rows.data_ptr<std::int32_t>();
  for (const std::uint32_t sequence : sequences) {
    padded_row(texts, sequence, {row, static_cast<std::size_t>(length)});
    row += length;
  }
  return rows;
}

// Rows u and v of each item, one after the other, as [u, v, |u - v|, u v].
std::vector<float> side_by_side(const std::vector<float>& pairs, std::size_t width) {
  std::vector<float> all;
  all.reserve(2 * pairs.size());
  for (std::size_t at = 0; at < pairs.size(); at += 2 * width) {
    const float* u = pairs.data() + at;
    const float* v = u + width;
    all.insert(all.end(), u, u + 2 * width);
    for (std::size_t d = 0; d < width; ++d) all.push_back(std::abs(u[d] - v[d]));
    for (std::size_t d = 0; d < width; ++d) all.push_back(u[d] * v[d]);
  }
  return all;
}

}  // namespace

std::size_t longest_sequence(const BertConfig& config, const EncoderOptions& options) {
  return static_cast<std::size_t>(std::min<std::int64_t>(options.max_length, config.positions));
}

TokenInputs token_inputs(const Tokenizer& tokenizer, const TextInputs& texts, const EncoderOptions& options,
                         const BertConfig& config) {
  const std::size_t longest = longest_sequence(config, options);
  TokenInputs tokens;
  if (texts.choices > 0) {
    tokens = {encode_choices(tokenizer, texts, longest), texts.choices, true, 0};
  } else if (texts.fields.size() > 2) {
    fail("{} text columns ({}), where an encoder takes one, or two as a pair", texts.fields.size(),
         join(texts.field_names, ", "));
  } else if (texts.fields.size() == 2 && options.pairs == TextPairs::apart) {
    NameList all;
    for (std::size_t i = 0; i < texts.fields[0].size(); ++i) {
      for (const NameList& field : texts.fields) all.add(field[i]);
    }
    tokens = {encode_all(tokenizer, all, nullptr, longest), 2, false, 0};
  } else {
    const NameList* second = texts.fields.size() > 1 ? &texts.fields[1] : nullptr;
    tokens = {encode_all(tokenizer, texts.fields[0], second, longest), 1, false, 0};
  }
  for (std::size_t i = 0; i < tokens.texts.size(); ++i) {
    tokens.length = std::max(tokens.length, tokens.texts.length(i));
  }
  tokens.length = std::min(longest, (tokens.length + kLengthStep - 1) / kLengthStep * kLengthStep);
  return tokens;
}

void check_segments(const EncodedTexts& texts, const BertConfig& config) {
  const auto last = std::max_element(texts.segments.begin(), texts.segments.end());
  if (last != texts.segments.end() && *last >= config.types) {
    fail("config.json has a type_vocab_size of {}, and pairs of texts have two segments; use {} apart",
         config.types, option("pairs"));
  }
}

Tokenizer read_tokenizer(const EncoderFolder& folder, const BertConfig& config) {
  Tokenizer tokenizer = Tokenizer::read(folder.tokenizer);
  if (tokenizer.vocabulary() > static_cast<std::size_t>(config.vocabulary)) {
    fail("{}: has {} tokens, and {} has a vocab_size of {}", folder.tokenizer.string(),
         tokenizer.vocabulary(), folder.config.string(), config.vocabulary);
  }
  return tokenizer;
}

TextEncoder::TextEncoder(const EncoderFolder& folder, at::Device device)
    : device_(device), config_(read_bert_config(folder.config)), tokenizer_(read_tokenizer(folder, config_)) {
  bert_ = std::make_unique<Bert>(
      config_, [&](const std::string& name, const std::vector<std::int64_t>& sizes, Initial initial) {
        const at::Tensor tensor = at::empty(sizes, at::TensorOptions().dtype(at::kFloat).device(device));
        parameters_.push_back({name, tensor, initial});
        return tensor;
      });
  load_bert_weights(folder.weights, parameters_);
}

FeatureInputs TextEncoder::encode(const TextInputs& texts, const EncoderOptions& options,
                                  const Progress& progress) const {
  const TokenInputs tokens = token_inputs(tokenizer_, texts, options, config_);
  check_segments(tokens.texts, config_);
  std::vector<float> values = features(tokens.texts, options.pooling, progress);
  const auto width = static_cast<std::size_t>(dimension());
  if (tokens.sequences == 1 || tokens.choices) return {width, std::move(values), texts.choices};
  return {4 * width, side_by_side(values, width), 0};
}

std::vector<float> TextEncoder::features(const EncodedTexts& all, const std::string& pooling,
                                         const Progress& progress) const {
  const c10::NoGradGuard no_grad;
  const std::size_t sequences = all.size();
  const auto dimension = static_cast<std::size_t>(this->dimension());
  std::vector<float> values(sequences * dimension);
  std::vector<std::int64_t> lengths(sequences);
  for (std::size_t i = 0; i < sequences; ++i) lengths[i] = static_cast<std::int64_t>(all.length(i));
  const Pieces like = by_length(lengths, tokens_at_once(device_));
  for (const Piece& piece : like.pieces) {
    const auto chosen = std::span(like.order).subspan(piece.begin, piece.size);
    const Tokens tokens = unpacked(gather(all, chosen, piece.length).to(device_));
    const at::Tensor rows = pooled(bert_->forward(tokens), tokens.mask, pooling).to(at::kCPU).contiguous();
    for (std::size_t b = 0; b < piece.size; ++b) {
      std::copy_n(rows.data_ptr<float>() + b * dimension, dimension, values.data() + chosen[b] * dimension);
    }
    if (progress) progress(piece.begin + piece.size, sequences);
  }
  return values;
}

}  // namespace dissent
