#include "dissent/train/run_inputs.h"

#include <map>
#include <memory>
#include <mutex>
#include <span>

#include <fmt/format.h>

#include "dissent/core/error.h"
#include "dissent/core/hash.h"
#include "dissent/io/npy.h"
#include "dissent/model/text_encoder.h"
#include "dissent/store/encoder_folder.h"
#include "dissent/store/store.h"
#include "dissent/train/input_reader.h"

namespace dissent {
namespace {

namespace fs = std::filesystem;

// Another way of making features or tokens (not a faster one) gets another number.
constexpr int kVersion = 1;

EncoderFolder checked_encoder(const RunSpec& spec) {
  EncoderFolder folder = encoder_folder(spec.encoder.encoder);
  if (folder.hash != spec.encoder_hash) {
    fail("--encoder {}: not the encoder that the run was trained with (its hash begins {}, the run's {})",
         spec.encoder.encoder, folder.hash.substr(0, 12), spec.encoder_hash.substr(0, 12));
  }
  return folder;
}

// Tokens depend on the tokenizer, not on the weights: those of a run before and after its training are the
// same.
std::string inputs_key(const TextInputs& texts, const RunSpec& spec) {
  if (!trains_encoder(spec.train.model)) {
    return sha256(fmt::format("features {} {} {} {} {} {}", kVersion, inputs_hash(texts), spec.encoder_hash,
                              spec.encoder.pooling, spec.encoder.pairs, spec.encoder.max_length));
  }
  const EncoderFolder folder = checked_encoder(spec);
  return sha256(fmt::format("tokens {} {} {} {} {}", kVersion, inputs_hash(texts), folder.tokenizer_hash,
                            spec.encoder.pairs,
                            longest_sequence(read_bert_config(folder.config), spec.encoder)));
}

// Rows of the items' features, and of sequences' tokens: as padded_row() makes them.
Inputs from_rows(const NpyArray& array, const TextInputs& texts, const RunSpec& spec) {
  const std::size_t width = array.shape()[1];
  if (!trains_encoder(spec.train.model)) {
    const std::vector<double> values = array.as_doubles();
    const std::size_t each = texts.choices > 0 ? width / texts.choices : width;
    return FeatureInputs{each, {values.begin(), values.end()}, texts.choices};
  }
  TokenInputs tokens;
  tokens.sequences = array.shape()[0] / texts.fields[0].size();
  tokens.choices = texts.choices > 0;
  tokens.length = width;
  tokens.texts.offsets.push_back(0);
  const std::vector<double> values = array.as_doubles();
  for (std::size_t at = 0; at < values.size(); ++at) {
    if (values[at] >= 0) {
      const auto token = static_cast<std::int32_t>(values[at]);
      tokens.texts.ids.push_back(token / 2);
      tokens.texts.segments.push_back(static_cast<std::uint8_t>(token % 2));
    }
    if ((at + 1) % width == 0) tokens.texts.offsets.push_back(tokens.texts.ids.size());
  }
  return tokens;
}

void write_rows(const fs::path& file, const Inputs& inputs) {
  fs::create_directories(file.parent_path());
  if (const auto* features = std::get_if<FeatureInputs>(&inputs)) {
    const std::size_t shape[] = {input_items(inputs), features->width()};
    return write_npy(file, std::span<const float>(features->values), shape);
  }
  const auto& tokens = std::get<TokenInputs>(inputs);
  const std::size_t shape[] = {tokens.texts.size(), tokens.length};
  std::vector<std::int32_t> rows(shape[0] * shape[1]);
  for (std::size_t i = 0; i < shape[0]; ++i) {
    padded_row(tokens.texts, i, std::span(rows).subspan(i * tokens.length, tokens.length));
  }
  write_npy(file, std::span<const std::int32_t>(rows), shape);
}

// Nothing where there is none, or what is there is not whole.
std::unique_ptr<Inputs> cached(const fs::path& file, const TextInputs& texts, const RunSpec& spec) {
  if (!fs::exists(file)) return nullptr;
  try {
    const MappedFile mapped(file);
    const NpyArray array = read_npy(mapped.bytes(), file.string());
    const std::vector<std::size_t>& shape = array.shape();
    const std::size_t items = texts.fields[0].size();
    const std::size_t sequences = shape.empty() || items == 0 ? 0 : shape[0] / items;
    const std::size_t most = trains_encoder(spec.train.model) ? std::max<std::size_t>(2, texts.choices) : 1;
    const bool whole = shape.size() == 2 && shape[1] > 0 && sequences > 0 && sequences <= most;
    if (!whole || shape[0] != sequences * items) return nullptr;
    return std::make_unique<Inputs>(from_rows(array, texts, spec));
  } catch (const Error&) {
    return nullptr;
  }
}

Inputs made(const TextInputs& texts, const RunSpec& spec, at::Device device,
            const EncodingProgress& progress) {
  const EncoderFolder folder = checked_encoder(spec);
  if (!trains_encoder(spec.train.model))
    return TextEncoder(folder, device).encode(texts, spec.encoder, progress);
  const BertConfig config = read_bert_config(folder.config);
  return token_inputs(read_tokenizer(folder, config), texts, spec.encoder, config);
}

}  // namespace

const Inputs& run_inputs(const Dataset& dataset, const RunSpec& spec, at::Device device,
                         const EncodingProgress& progress) {
  const auto* texts = std::get_if<TextInputs>(&dataset.inputs);
  if (texts == nullptr) return dataset.inputs;
  if (spec.encoder.encoder.empty()) {
    fail("{}: its inputs are {}, and the run was not trained on texts", dataset.name,
         describe(dataset.inputs));
  }
  static std::mutex mutex;
  static std::map<std::string, std::unique_ptr<Inputs>> known;
  const std::lock_guard lock(mutex);
  const std::string hash = inputs_key(*texts, spec);
  std::unique_ptr<Inputs>& inputs = known[hash];
  if (inputs) return *inputs;
  const fs::path file = Store().root() / (trains_encoder(spec.train.model) ? "tokens" : "features") /
                        (hash.substr(0, 32) + ".npy");
  inputs = cached(file, *texts, spec);
  if (inputs) return *inputs;
  auto fresh = std::make_unique<Inputs>(made(*texts, spec, device, progress));
  write_rows(file, *fresh);
  inputs = std::move(fresh);
  return *inputs;
}

NetworkShape network_shape(const RunSpec& spec, const Inputs& inputs, std::size_t classes) {
  NetworkShape shape{input_shape(inputs), static_cast<std::int64_t>(classes)};
  if (const auto* tokens = std::get_if<TokenInputs>(&inputs)) {
    const EncoderFolder folder = checked_encoder(spec);
    shape.encoder = {read_bert_config(folder.config), spec.encoder.pooling, tokens->choices, folder.weights,
                     folder.hash};
    check_segments(tokens->texts, shape.encoder->config);
  }
  return shape;
}

}  // namespace dissent
