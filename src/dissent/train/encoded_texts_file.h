// What an encoder made of texts, kept on disk in $DISSENT_DATA/features and $DISSENT_DATA/tokens by the hash
// of the texts, the encoder and the options, so that it is made once on a machine.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include "dissent/io/npy.h"
#include "dissent/run/run_spec.h"
#include "dissent/store/encoder_folder.h"
#include "dissent/train/network_inputs.h"

namespace dissent {

// A number of how features and tokens are made: another way of making them (not a faster one) gets another.
inline constexpr int kEncodingVersion = 1;

// The folder of the run's encoder. Throws where its content is not what the run was resolved with.
EncoderFolder checked_encoder(const RunSpec& spec);

// Throws where the run has no encoder, and so cannot take texts.
void check_has_encoder(const InputRequest& request);

// $DISSENT_DATA/FOLDER/KEY.npy, the key cut to 32 digits.
std::filesystem::path encoded_file(const char* folder, const std::string& key);

// Calls use(array) where the file is there and holds [rows, columns] with `items` times 1 to `most` rows.
// False where it is not, or where the file is damaged: it is then made anew.
bool read_encoded(const std::filesystem::path& file, std::size_t items, std::size_t most,
                  const std::function<void(const NpyArray&)>& use);

}  // namespace dissent
