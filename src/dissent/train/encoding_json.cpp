#include "dissent/train/encoding_json.h"

namespace dissent {

Json encoding_json(const Encoding& encoding, const std::filesystem::path& output) {
  return {{"output", output.string()},
          {"data", encoding.data_hash},
          {"encoder", encoding.encoder_hash},
          {"shape", encoding.shape}};
}

}  // namespace dissent
