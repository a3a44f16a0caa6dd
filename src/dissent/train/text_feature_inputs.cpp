// Features of texts: what a pretrained encoder, which is not trained itself, makes of them.
#include <span>

#include <fmt/format.h>

#include "dissent/core/hash.h"
#include "dissent/train/encoded_texts_file.h"
#include "dissent/train/input_kinds.h"

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
  const std::filesystem::path file = encoded_file("features", key);
  const bool read = read_encoded(file, texts.fields[0].size(), 1, [&](const NpyArray& array) {
    const std::vector<double> values = array.as_doubles();
    const std::size_t width = array.shape()[1];
    *features = {
        texts.choices > 0 ? width / texts.choices : width, {values.begin(), values.end()}, texts.choices};
  });
  if (!read) {
    const TextEncoder encoder(checked_encoder(request.spec), request.device);
    const std::string what = "encoding " + request.data;
    *features = encoder.encode(texts, request.spec.encoder, [&](std::size_t done, std::size_t sequences) {
      stop_if_asked(request.monitor);
      request.monitor.progress(what, done, sequences);
    });
    std::filesystem::create_directories(file.parent_path());
    const std::size_t shape[] = {texts.fields[0].size(), features->width()};
    write_npy(file, std::span<const float>(features->values), shape);
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
