#include "dissent/train/run_encoder.h"

#include "dissent/core/error.h"
#include "dissent/io/file.h"
#include "dissent/io/folder.h"

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

bool read_encoded(const fs::path& file, Monitor& monitor,
                  const std::function<void(std::string_view bytes)>& parse) {
  if (!is_there(file)) return false;
  try {
    parse(MappedFile(file).bytes());
    return true;
  } catch (const Error& error) {
    monitor.note(error.message() + "; it is made again");
    return false;
  }
}

}  // namespace dissent
