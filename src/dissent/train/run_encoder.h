// The encoder of a run on texts, and what it made of them before: read from disk, or made where it is not
// there or damaged.
#pragma once

#include <filesystem>
#include <functional>
#include <string_view>

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

// Calls parse(bytes) where the file is there. False where it is not, or where parse() throws an Error: the
// file is damaged, the monitor is told so, and it is to be made anew.
bool read_encoded(const std::filesystem::path& file, Monitor& monitor,
                  const std::function<void(std::string_view bytes)>& parse);

}  // namespace dissent
