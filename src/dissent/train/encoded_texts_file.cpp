#include "dissent/train/encoded_texts_file.h"

#include "dissent/core/error.h"
#include "dissent/io/file.h"
#include "dissent/store/store.h"

namespace dissent {
namespace fs = std::filesystem;

EncoderFolder checked_encoder(const RunSpec& spec) {
  EncoderFolder folder = encoder_folder(spec.encoder.encoder);
  if (folder.hash != spec.encoder_hash) {
    fail("{} {}: not the encoder that the run was trained with (its hash begins {}, the run's {})",
         option("encoder"), spec.encoder.encoder, folder.hash.substr(0, 12), spec.encoder_hash.substr(0, 12));
  }
  return folder;
}

void check_has_encoder(const InputRequest& request) {
  if (request.spec.encoder.encoder.empty()) {
    fail("{}: its inputs are {}, and the run was not trained on texts", request.data,
         describe(request.inputs));
  }
}

fs::path encoded_file(const char* folder, const std::string& key) {
  return Store().root() / folder / (key.substr(0, 32) + ".npy");
}

bool read_encoded(const fs::path& file, std::size_t items, std::size_t most,
                  const std::function<void(const NpyArray&)>& use) {
  if (!fs::exists(file) || items == 0) return false;
  try {
    const MappedFile mapped(file);
    const NpyArray array = read_npy(mapped.bytes(), file.string());
    const std::vector<std::size_t>& shape = array.shape();
    if (shape.size() != 2 || shape[1] == 0 || shape[0] % items != 0) return false;
    if (shape[0] < items || shape[0] > most * items) return false;
    use(array);
    return true;
  } catch (const Error&) {
    return false;
  }
}

}  // namespace dissent
