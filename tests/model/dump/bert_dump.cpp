// bert_dump ENCODER TEXTS.jsonl OUT.safetensors [--max-length N] [--device cpu|cuda] [--hidden-of N]
// [--gradients-of N]: what the tokenizer and BERT's encoder make of texts, for another implementation to
// compare with (tools/transformers_parity.py).
//
// A line of TEXTS.jsonl is {"first": "...", "second": "..."}, the second one where there is a pair. Texts go
// through the encoder in the file's order, 16 at a time, in float32 without dropout. OUT has
//
//   ids, segments, offsets   the tokens of text i are offsets[i] to offsets[i + 1]
//   hidden                   hidden states of these tokens, [tokens, H], of the first --hidden-of texts
//   grad/NAME                gradients of the sum over the first N = --gradients-of texts of
//                            sum_h mean-pooled(text i)_h sin(h + i) / N
//
// Both numbers are those of all texts where they are not given.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <ATen/ATen.h>
#include <c10/core/GradMode.h>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/io/file.h"
#include "dissent/io/json.h"
#include "dissent/io/safetensors.h"
#include "dissent/model/bert.h"
#include "dissent/model/pooling.h"
#include "dissent/store/encoder_folder.h"
#include "dissent/text/encoded_texts.h"
#include "dissent/text/tokenizer.h"

namespace dissent {
namespace {

constexpr std::size_t kBatch = 16;
constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();

struct Options {
  std::string encoder, texts, output;
  std::size_t max_length = kAll;
  at::Device device = at::kCPU;
  std::size_t hidden_of = kAll, gradients_of = kAll;
};

Options parse(const std::vector<std::string>& words) {
  Options options;
  std::vector<std::string> places;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!words[i].starts_with("--")) {
      places.push_back(words[i]);
      continue;
    }
    const std::string& name = words[i];
    if (++i == words.size()) fail("{} without a value", name);
    const auto number = [&] {
      const std::optional<std::int64_t> value = parse_int(words[i]);
      if (!value || *value < 0) fail("{} is {}, where a number from 0 on is wanted", name, words[i]);
      return static_cast<std::size_t>(*value);
    };
    if (name == "--max-length") {
      options.max_length = number();
    } else if (name == "--device") {
      options.device = at::Device(words[i]);
    } else if (name == "--hidden-of") {
      options.hidden_of = number();
    } else if (name == "--gradients-of") {
      options.gradients_of = number();
    } else {
      fail("unknown option {}", name);
    }
  }
  if (places.size() != 3) {
    fail(
        "usage: bert_dump ENCODER TEXTS.jsonl OUT.safetensors [--max-length N] [--device cpu|cuda] "
        "[--hidden-of N] [--gradients-of N]");
  }
  options.encoder = places[0];
  options.texts = places[1];
  options.output = places[2];
  return options;
}

EncodedTexts tokens_of(const Tokenizer& tokenizer, const std::string& file, std::size_t max_length) {
  EncodedTexts tokens;
  tokens.offsets = {0};
  const MappedFile mapped(file);
  JsonLines lines(mapped.bytes(), file);
  while (lines.next()) {
    const Json& record = lines.record();
    if (!record.is_object() || !record.contains("first") || !record["first"].is_string()) {
      fail("{}: not an object with a text \"first\"", lines.place());
    }
    const std::string first = record["first"];
    std::optional<std::string> second;
    if (record.contains("second")) second = record["second"].get<std::string>();
    const Encoded encoded =
        tokenizer.encode(first, second ? std::optional<std::string_view>(*second) : std::nullopt, max_length);
    tokens.ids.insert(tokens.ids.end(), encoded.ids.begin(), encoded.ids.end());
    for (const std::int32_t segment : encoded.segments) {
      tokens.segments.push_back(static_cast<std::uint8_t>(segment));
    }
    tokens.offsets.push_back(tokens.ids.size());
  }
  if (tokens.size() == 0) fail("{}: no texts", file);
  return tokens;
}

// Padded to the longest.
Tokens batch_of(const EncodedTexts& tokens, std::size_t begin, std::size_t end, at::Device device) {
  std::size_t length = 0;
  for (std::size_t i = begin; i < end; ++i) length = std::max(length, tokens.length(i));
  const auto size = static_cast<std::int64_t>(end - begin);
  const at::Tensor rows = at::empty({size, static_cast<std::int64_t>(length)}, at::kInt);
  for (std::size_t i = begin; i < end; ++i) {
    padded_row(tokens, i, {rows.data_ptr<std::int32_t>() + (i - begin) * length, length});
  }
  return unpacked(rows.to(device));
}

// sin(h + i) for texts begin to end, [texts, H].
at::Tensor directions(std::size_t begin, std::size_t end, std::int64_t hidden) {
  const at::Tensor i =
      at::arange(static_cast<std::int64_t>(begin), static_cast<std::int64_t>(end), at::kDouble);
  return (i.unsqueeze(1) + at::arange(hidden, at::kDouble)).sin().to(at::kFloat);
}

template <class Cell>
SafetensorsEntry entry(std::string name, const char* dtype, std::vector<std::size_t> shape,
                       const std::vector<Cell>& cells) {
  return {std::move(name),
          dtype,
          std::move(shape),
          {reinterpret_cast<const char*>(cells.data()), cells.size() * sizeof(Cell)}};
}

int run(const Options& options) {
  const EncoderFolder folder = encoder_folder(options.encoder);
  const Tokenizer tokenizer = Tokenizer::read(folder.tokenizer);
  const BertConfig config = read_bert_config(folder.config);
  at::globalContext().setAllowTF32CuBLAS(false);  // float32 means float32
  std::vector<NamedTensor> parameters;
  const Bert bert(config, [&](const std::string& name, const std::vector<std::int64_t>& sizes,
                              Initial initial) {
    const at::Tensor tensor = at::empty(sizes, at::TensorOptions().dtype(at::kFloat).device(options.device));
    parameters.push_back({name, tensor, initial});
    return tensor;
  });
  load_bert_weights(folder.weights, parameters);
  for (const NamedTensor& parameter : parameters) parameter.tensor.requires_grad_(true);

  const EncodedTexts tokens = tokens_of(
      tokenizer, options.texts, std::min(options.max_length, static_cast<std::size_t>(config.positions)));
  const std::size_t texts = tokens.size();
  const std::size_t shown = std::min(options.hidden_of, texts);
  const std::size_t differentiated = std::min(options.gradients_of, texts);
  std::vector<float> hidden;
  const auto width = static_cast<std::size_t>(config.hidden);
  hidden.reserve(tokens.offsets[shown] * width);
  for (std::size_t begin = 0; begin < std::max(shown, differentiated); begin += kBatch) {
    const std::size_t end = std::min(begin + kBatch, texts);
    const Tokens batch = batch_of(tokens, begin, end, options.device);
    const c10::AutoGradMode with_gradients(begin < differentiated);
    const at::Tensor states = bert.forward(batch);
    if (begin < differentiated) {
      at::Tensor weights = directions(begin, end, config.hidden);
      const auto counted = static_cast<std::int64_t>(std::min(end, differentiated) - begin);
      weights.slice(0, counted, weights.size(0)).zero_();
      const at::Tensor means = pooled(states, batch.mask, "mean");
      const at::Tensor loss =
          (means * weights.to(options.device)).sum() / static_cast<double>(differentiated);
      loss.backward();
    }
    const at::Tensor rows = states.detach().to(at::kCPU).contiguous();
    for (std::size_t i = begin; i < std::min(end, shown); ++i) {
      const float* first =
          rows.data_ptr<float>() + static_cast<std::int64_t>(i - begin) * rows.size(1) * config.hidden;
      hidden.insert(hidden.end(), first, first + tokens.length(i) * width);
    }
  }

  const std::vector<std::int64_t> offsets(tokens.offsets.begin(), tokens.offsets.end());
  std::vector<at::Tensor> gradients;
  std::vector<SafetensorsEntry> entries = {
      entry("offsets", "I64", {offsets.size()}, offsets),
      entry("ids", "I32", {tokens.ids.size()}, tokens.ids),
      entry("segments", "U8", {tokens.segments.size()}, tokens.segments),
      entry("hidden", "F32", {tokens.offsets[shown], width}, hidden),
  };
  for (const NamedTensor& parameter : parameters) {
    if (differentiated == 0) break;
    gradients.push_back(parameter.tensor.grad().to(at::kCPU).contiguous());
    const at::Tensor& gradient = gradients.back();
    entries.push_back({"grad/" + parameter.name,
                       "F32",
                       {gradient.sizes().begin(), gradient.sizes().end()},
                       {static_cast<const char*>(gradient.data_ptr()), gradient.nbytes()}});
  }
  write_safetensors(options.output, entries, {});
  return 0;
}

}  // namespace
}  // namespace dissent

int main(int argc, char** argv) {
  try {
    return dissent::run(dissent::parse({argv + 1, argv + argc}));
  } catch (const std::exception& error) {
    const std::string message = error.what();  // libtorch's have pages of back-trace after the first line
    std::fprintf(stderr, "bert_dump: %s\n", message.substr(0, message.find('\n')).c_str());
    return 2;
  }
}
