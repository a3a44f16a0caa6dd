#include "model/text_encoder.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

#include <ATen/ATen.h>
#include <c10/core/GradMode.h>

#include "core/error.h"
#include "core/text.h"

namespace dissent {
namespace {

constexpr std::size_t kTokensOnCpu = 4096, kTokensOnGpu = 1 << 16;  // of a batch, padding included

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

struct TokenBatch {
  at::Tensor ids, segments, mask;  // [B, L]
};

TokenBatch gather(const EncodedTexts& texts, std::span<const std::uint32_t> sequences, std::int64_t length,
                  std::int64_t padding) {
  const auto size = static_cast<std::int64_t>(sequences.size());
  TokenBatch batch{at::full({size, length}, padding, at::kLong), at::zeros({size, length}, at::kLong),
                   at::zeros({size, length}, at::kBool)};
  for (std::int64_t b = 0; b < size; ++b) {
    const std::size_t begin = texts.offsets[sequences[static_cast<std::size_t>(b)]];
    const std::size_t end = texts.offsets[sequences[static_cast<std::size_t>(b)] + 1];
    std::copy(texts.ids.begin() + static_cast<std::ptrdiff_t>(begin),
              texts.ids.begin() + static_cast<std::ptrdiff_t>(end),
              batch.ids.data_ptr<std::int64_t>() + b * length);
    std::copy(texts.segments.begin() + static_cast<std::ptrdiff_t>(begin),
              texts.segments.begin() + static_cast<std::ptrdiff_t>(end),
              batch.segments.data_ptr<std::int64_t>() + b * length);
    std::fill_n(batch.mask.data_ptr<bool>() + b * length, end - begin, true);
  }
  return batch;
}

// [u, v, |u - v|, u v], an item a row.
std::vector<float> side_by_side(const std::vector<float>& u, const std::vector<float>& v, std::size_t width) {
  std::vector<float> all;
  all.reserve(4 * u.size());
  for (std::size_t at = 0; at < u.size(); at += width) {
    all.insert(all.end(), u.data() + at, u.data() + at + width);
    all.insert(all.end(), v.data() + at, v.data() + at + width);
    for (std::size_t d = at; d < at + width; ++d) all.push_back(std::abs(u[d] - v[d]));
    for (std::size_t d = at; d < at + width; ++d) all.push_back(u[d] * v[d]);
  }
  return all;
}

}  // namespace

EncodedTexts encode_items(const Tokenizer& tokenizer, const TextInputs& texts, std::size_t max_length) {
  if (texts.choices > 0) return encode_choices(tokenizer, texts, max_length);
  if (texts.fields.size() > 2) {
    fail("{} text columns ({}), where an encoder takes one, or two as a pair", texts.fields.size(),
         join(texts.field_names, ", "));
  }
  return encode_all(tokenizer, texts.fields[0], texts.fields.size() > 1 ? &texts.fields[1] : nullptr,
                    max_length);
}

TextEncoder::TextEncoder(const EncoderFolder& folder, at::Device device)
    : device_(device), tokenizer_(Tokenizer::read(folder.tokenizer)) {
  const BertConfig config = read_bert_config(folder.config);
  if (tokenizer_.vocabulary() > static_cast<std::size_t>(config.vocabulary)) {
    fail("{}: has {} tokens, and {} has a vocab_size of {}", folder.tokenizer.string(),
         tokenizer_.vocabulary(), folder.config.string(), config.vocabulary);
  }
  bert_ = std::make_unique<Bert>(
      config, [&](const std::string& name, const std::vector<std::int64_t>& sizes, Initial initial) {
        const at::Tensor tensor = at::empty(sizes, at::TensorOptions().dtype(at::kFloat).device(device));
        parameters_.push_back({name, tensor, initial});
        return tensor;
      });
  load_bert_weights(folder.weights, parameters_);
}

FeatureInputs TextEncoder::encode(const TextInputs& texts, const EncoderOptions& options,
                                  const Progress& progress) const {
  const auto longest = std::min<std::size_t>(static_cast<std::size_t>(options.max_length),
                                             static_cast<std::size_t>(bert_->config().positions));
  const auto width = static_cast<std::size_t>(dimension());
  if (texts.choices > 0 || texts.fields.size() != 2 || options.pairs == "together") {
    return {width, features(encode_items(tokenizer_, texts, longest), options.pooling, progress),
            texts.choices};
  }
  const EncodedTexts first = encode_all(tokenizer_, texts.fields[0], nullptr, longest);
  const EncodedTexts second = encode_all(tokenizer_, texts.fields[1], nullptr, longest);
  const std::size_t items = first.offsets.size() - 1;
  const auto part = [&](std::size_t before) -> Progress {
    if (!progress) return {};
    return [&progress, before, items](std::size_t done, std::size_t) { progress(before + done, 2 * items); };
  };
  const std::vector<float> u = features(first, options.pooling, part(0));
  const std::vector<float> v = features(second, options.pooling, part(items));
  return {4 * width, side_by_side(u, v, width), 0};
}

std::vector<float> TextEncoder::features(const EncodedTexts& all, const std::string& pooling,
                                         const Progress& progress) const {
  const c10::NoGradGuard no_grad;
  const std::size_t sequences = all.offsets.size() - 1;
  const auto dimension = static_cast<std::size_t>(this->dimension());
  std::vector<float> values(sequences * dimension);
  const auto length = [&](std::uint32_t s) { return all.offsets[s + 1] - all.offsets[s]; };
  std::vector<std::uint32_t> order(sequences);  // longest first: what does not fit into memory fails at once
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return length(a) > length(b); });
  const std::size_t most = device_.is_cuda() ? kTokensOnGpu : kTokensOnCpu;
  for (std::size_t begin = 0; begin < sequences;) {
    const std::size_t width = length(order[begin]);
    const std::size_t count = std::min(sequences - begin, std::max<std::size_t>(1, most / width));
    const auto chosen = std::span(order).subspan(begin, count);
    const TokenBatch batch = gather(all, chosen, static_cast<std::int64_t>(width), tokenizer_.padding());
    const at::Tensor mask = batch.mask.to(device_);
    const at::Tensor hidden = bert_->forward(batch.ids.to(device_), batch.segments.to(device_), mask);
    const at::Tensor rows = pooled(hidden, mask, pooling).to(at::kCPU).contiguous();
    for (std::size_t b = 0; b < count; ++b) {
      std::copy_n(rows.data_ptr<float>() + b * dimension, dimension, values.data() + chosen[b] * dimension);
    }
    begin += count;
    if (progress) progress(begin, sequences);
  }
  return values;
}

}  // namespace dissent
