#include "train/run_inputs.h"

#include <map>
#include <memory>
#include <mutex>
#include <span>

#include <fmt/format.h>

#include "core/error.h"
#include "core/hash.h"
#include "data/encoder_folder.h"
#include "data/store.h"
#include "io/npy.h"
#include "model/text_encoder.h"

namespace dissent {
namespace {

namespace fs = std::filesystem;

// Another way of making features (not a faster one) gets another number.
constexpr int kVersion = 1;

std::string features_hash(const TextInputs& texts, const RunSpec& spec) {
  return sha256(fmt::format("features {} {} {} {} {} {}", kVersion, inputs_hash(texts), spec.encoder_hash,
                            spec.encoder.pooling, spec.encoder.pairs, spec.encoder.max_length));
}

// Nothing where there is none, or what is there is not whole.
std::unique_ptr<Inputs> cached(const fs::path& file, const TextInputs& texts) {
  if (!fs::exists(file)) return nullptr;
  try {
    const MappedFile mapped(file);
    const NpyArray array = read_npy(mapped.bytes(), file.string());
    const std::vector<std::size_t>& shape = array.shape();
    if (shape.size() != 2 || shape[0] != texts.fields[0].size()) return nullptr;
    const std::vector<double> values = array.as_doubles();
    FeatureInputs features{shape[1], {values.begin(), values.end()}, texts.choices};
    if (texts.choices > 0) features.dimension /= texts.choices;
    return std::make_unique<Inputs>(std::move(features));
  } catch (const Error&) {
    return nullptr;
  }
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
  const std::string hash = features_hash(*texts, spec);
  std::unique_ptr<Inputs>& inputs = known[hash];
  if (inputs) return *inputs;
  const fs::path file = Store().root() / "features" / (hash.substr(0, 32) + ".npy");
  inputs = cached(file, *texts);
  if (inputs) return *inputs;
  const EncoderFolder folder = encoder_folder(spec.encoder.encoder);
  if (folder.hash != spec.encoder_hash) {
    fail("--encoder {}: not the encoder that the run was trained with (its hash begins {}, the run's {})",
         spec.encoder.encoder, folder.hash.substr(0, 12), spec.encoder_hash.substr(0, 12));
  }
  FeatureInputs features = TextEncoder(folder, device).encode(*texts, spec.encoder, progress);
  fs::create_directories(file.parent_path());
  const std::size_t shape[] = {input_items(features), features.width()};
  write_npy(file, std::span<const float>(features.values), shape);
  inputs = std::make_unique<Inputs>(std::move(features));
  return *inputs;
}

}  // namespace dissent
