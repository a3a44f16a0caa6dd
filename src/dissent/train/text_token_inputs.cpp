// Tokens of texts: one or several sequences an item, for a network whose encoder is trained. They are not
// normalised, and a batch is as long as its longest sequence.
#include <algorithm>
#include <span>
#include <utility>

#include <ATen/ATen.h>
#include <fmt/format.h>

#include "dissent/core/hash.h"
#include "dissent/train/encoded_texts_file.h"
#include "dissent/train/input_kinds.h"

namespace dissent {
namespace {

class TokenReader final : public InputReader {
 public:
  TokenReader(std::shared_ptr<const TokenInputs> tokens, InputLayout layout)
      : InputReader(std::move(layout), {}),
        tokens_(std::move(tokens)),
        padded_lengths_(lengths_up_to(this->layout().longest())) {}

  void read(std::span<const std::uint32_t> items, const at::Tensor& batch) const override {
    std::int32_t* row = batch.data_ptr<std::int32_t>();
    const auto length = static_cast<std::size_t>(batch.size(2));
    for (const std::uint32_t item : items) {
      for (std::size_t s = 0; s < tokens_->sequences; ++s, row += length) {
        padded_row(tokens_->texts, item * tokens_->sequences + s, {row, length});
      }
    }
  }

  std::vector<std::int64_t> lengths(std::span<const std::uint32_t> items) const override {
    std::vector<std::int64_t> lengths;
    lengths.reserve(items.size());
    for (const std::uint32_t item : items) {
      std::size_t longest = 0;
      for (std::size_t s = 0; s < tokens_->sequences; ++s) {
        longest = std::max(longest, tokens_->texts.length(item * tokens_->sequences + s));
      }
      lengths.push_back(*std::lower_bound(padded_lengths_.begin(), padded_lengths_.end(),
                                          static_cast<std::int64_t>(longest)));
    }
    return lengths;
  }

 private:
  std::shared_ptr<const TokenInputs> tokens_;
  std::vector<std::int64_t> padded_lengths_;
};

class TokensOfTexts final : public NetworkInputs {
 public:
  explicit TokensOfTexts(std::shared_ptr<const TokenInputs> tokens) : tokens_(std::move(tokens)) {}

  std::vector<std::int64_t> shape() const override {
    return {static_cast<std::int64_t>(tokens_->sequences), static_cast<std::int64_t>(tokens_->length)};
  }
  std::string describe() const override {
    return fmt::format("tokens {} x {}", tokens_->sequences, tokens_->length);
  }
  Normalisation normalisation(std::span<const std::uint32_t>) const override { return {}; }
  std::unique_ptr<InputReader> reader(Normalisation) const override {
    return std::make_unique<TokenReader>(
        tokens_, InputLayout{.shape = shape(), .element = at::kInt, .varying_length = true});
  }
  NetworkShape network(const RunSpec& spec, std::size_t classes) const override {
    const EncoderFolder folder = checked_encoder(spec);
    NetworkShape network{shape(), static_cast<std::int64_t>(classes),
                         EncoderShape{read_bert_config(folder.config), spec.encoder.pooling, tokens_->choices,
                                      folder.weights, folder.hash}};
    check_segments(tokens_->texts, network.encoder->config);
    return network;
  }
  // Texts may be of any length.
  bool fits(const std::vector<std::int64_t>& trained) const override {
    return trained.size() == 2 && trained[0] == shape()[0];
  }

 private:
  std::shared_ptr<const TokenInputs> tokens_;
};

// Tokens depend on the tokenizer, not on the weights: a run's are the same before and after its training.
std::string tokens_key(const Inputs& texts, const RunSpec& spec) {
  const EncoderFolder folder = checked_encoder(spec);
  return sha256(fmt::format("tokens {} {} {} {} {}", kEncodingVersion, inputs_hash(texts),
                            folder.tokenizer_hash, name_of(spec.encoder.pairs),
                            longest_sequence(read_bert_config(folder.config), spec.encoder)));
}

// Rows of the file are as padded_row() makes them.
TokenInputs tokens_of_rows(const NpyArray& rows, const TextInputs& texts) {
  TokenInputs tokens;
  tokens.sequences = rows.shape()[0] / texts.fields[0].size();
  tokens.choices = texts.choices > 0;
  tokens.length = rows.shape()[1];
  tokens.texts.offsets.push_back(0);
  const std::vector<double> values = rows.as_doubles();
  for (std::size_t at = 0; at < values.size(); ++at) {
    if (values[at] >= 0) {
      const auto token = static_cast<std::int32_t>(values[at]);
      tokens.texts.ids.push_back(token / 2);
      tokens.texts.segments.push_back(static_cast<std::uint8_t>(token % 2));
    }
    if ((at + 1) % tokens.length == 0) tokens.texts.offsets.push_back(tokens.texts.ids.size());
  }
  return tokens;
}

void write_tokens(const std::filesystem::path& file, const TokenInputs& tokens) {
  const std::size_t shape[] = {tokens.texts.size(), tokens.length};
  std::vector<std::int32_t> rows(shape[0] * shape[1]);
  for (std::size_t i = 0; i < shape[0]; ++i) {
    padded_row(tokens.texts, i, std::span(rows).subspan(i * tokens.length, tokens.length));
  }
  std::filesystem::create_directories(file.parent_path());
  write_npy(file, std::span<const std::int32_t>(rows), shape);
}

// From the file where it is there, else tokenised and written to it.
NetworkInputsPointer encoded_tokens(const TextInputs& texts, const std::string& key, const RunSpec& spec) {
  auto tokens = std::make_shared<TokenInputs>();
  const std::filesystem::path file = encoded_file("tokens", key);
  const bool read = read_encoded(file, texts.fields[0].size(), std::max<std::size_t>(2, texts.choices),
                                 [&](const NpyArray& array) { *tokens = tokens_of_rows(array, texts); });
  if (!read) {
    const EncoderFolder folder = checked_encoder(spec);
    const BertConfig config = read_bert_config(folder.config);
    *tokens = token_inputs(read_tokenizer(folder, config), texts, spec.encoder, config);
    write_tokens(file, *tokens);
  }
  return made_of(std::move(tokens));
}

}  // namespace

NetworkInputsPointer made_of(std::shared_ptr<const TokenInputs> tokens) {
  return std::make_shared<TokensOfTexts>(std::move(tokens));
}

NetworkInputsPointer text_token_inputs(const InputRequest& request) {
  const auto* texts = std::get_if<TextInputs>(&request.inputs);
  if (texts == nullptr || !trains_encoder(request.spec.train.model)) return nullptr;
  check_has_encoder(request);
  const std::string key = tokens_key(request.inputs, request.spec);
  return request.cache.find_or_make(key, [&] { return encoded_tokens(*texts, key, request.spec); });
}

}  // namespace dissent
