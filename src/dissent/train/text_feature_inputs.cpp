// Features of texts: what a pretrained encoder, which is not trained itself, makes of them.
#include <fmt/format.h>

#include "dissent/core/hash.h"
#include "dissent/store/encoded_texts_file.h"
#include "dissent/train/input_kinds.h"
#include "dissent/train/run_encoder.h"

namespace dissent {
namespace {

std::string features_key(const Inputs& texts, const RunSpec& spec) {
  return sha256(fmt::format("features {} {} {} {} {} {}", kEncodingVersion, inputs_hash(texts),
                            spec.encoder_hash, spec.encoder.pooling, name_of(spec.encoder.pairs),
                            spec.encoder.max_length));
}

// From the file where it is there, else encoded and written to it.
NetworkInputsPointer encoded_features(const TextInputs& texts, const std::string& key,
                                      const InputRequest& request) {
  auto features = std::make_shared<FeatureInputs>();
  const std::filesystem::path file = features_file(key);
  const bool read = read_encoded(file, request.monitor, [&](std::string_view bytes) {
    *features = parse_features(bytes, file.string(), key, {texts.fields[0].size(), texts.choices});
  });
  if (!read) {
    const TextEncoder encoder(checked_encoder(request.spec), request.device);
    const std::string what = "encoding " + request.data;
    *features = encoder.encode(texts, request.spec.encoder, [&](std::size_t done, std::size_t sequences) {
      stop_if_asked(request.monitor);
      request.monitor.progress(what, done, sequences);
    });
    write_features(file, key, *features);
  }
  return made_of(std::move(features));
}

}  // namespace

NetworkInputsPointer text_feature_inputs(const InputRequest& request) {
  const auto* texts = std::get_if<TextInputs>(&request.inputs);
  if (texts == nullptr || trains_encoder(request.spec.train.model)) return nullptr;
  check_has_encoder(request);
  const std::string key = features_key(request.inputs, request.spec);
  return request.cache.find_or_make(key, [&] { return encoded_features(*texts, key, request); });
}

}  // namespace dissent
