// What an encoder made of texts, kept on disk in $DISSENT_DATA/features and $DISSENT_DATA/tokens by the hash
// of the texts, the encoder and the options, so that it is made once on a machine. A file carries that hash
// and a digest of its content: what is read is what was written for these texts, or it is an error.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include "dissent/data/dataset.h"
#include "dissent/text/encoded_texts.h"

namespace dissent {

// The key of each: a SHA-256 over all that it was made of.
std::filesystem::path features_file(const std::string& key);
std::filesystem::path tokens_file(const std::string& key);

// Atomically; folders that are missing are made.
void write_features(const std::filesystem::path& file, const std::string& key, const FeatureInputs& features);
void write_tokens(const std::filesystem::path& file, const std::string& key, const TokenInputs& tokens);

// What the texts make of a file's content. `place` opens messages.
struct EncodedItems {
  std::size_t items = 0;
  std::size_t choices = 0;     // each item's; 0: none
  std::size_t vocabulary = 0;  // of tokens: none has a higher number
};
FeatureInputs parse_features(std::string_view bytes, const std::string& place, const std::string& key,
                             const EncodedItems& items);
TokenInputs parse_tokens(std::string_view bytes, const std::string& place, const std::string& key,
                         const EncodedItems& items);

}  // namespace dissent
