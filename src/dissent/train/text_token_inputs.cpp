// Tokens of texts: one or several sequences an item, for a network whose encoder is trained. They are not
// normalised, and a batch is as long as its longest sequence.
#include <algorithm>
#include <span>
#include <utility>

#include <ATen/ATen.h>
#include <fmt/format.h>

#include "dissent/core/hash.h"
#include "dissent/store/encoded_texts_file.h"
#include "dissent/train/input_kinds.h"
#include "dissent/train/run_encoder.h"

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

// From the file where it is there, else tokenised and written to it.
NetworkInputsPointer encoded_tokens(const TextInputs& texts, const std::string& key,
                                    const InputRequest& request) {
  auto tokens = std::make_shared<TokenInputs>();
  const EncoderFolder folder = checked_encoder(request.spec);
  const BertConfig config = read_bert_config(folder.config);
  const EncodedItems items{texts.fields[0].size(), texts.choices,
                           static_cast<std::size_t>(config.vocabulary)};
  const std::filesystem::path file = tokens_file(key);
  const bool read = read_encoded(file, request.monitor, [&](std::string_view bytes) {
    *tokens = parse_tokens(bytes, file.string(), key, items);
  });
  if (!read) {
    *tokens = token_inputs(read_tokenizer(folder, config), texts, request.spec.encoder, config);
    write_tokens(file, key, *tokens);
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
  return request.cache.find_or_make(key, [&] { return encoded_tokens(*texts, key, request); });
}

}  // namespace dissent
