// A SHA-256 over all that a safetensors file says (names, dtypes, shapes and cells of its tensors, and its
// metadata), kept in its metadata: what was damaged, or put together from two files, is told from what was
// written. Other readers of the format take it for one more text.
#pragma once

#include <map>
#include <span>
#include <string>

#include "dissent/io/safetensors.h"

namespace dissent {

// Hexadecimal. Neither the order of the tensors nor how the header is written matters, and a digest that the
// metadata has already is left out. Tensors are hashed by all threads.
std::string safetensors_digest(std::span<const SafetensorsEntry> entries,
                               const std::map<std::string, std::string>& metadata);

// The metadata with the digest in it, for write_safetensors().
std::map<std::string, std::string> with_digest(std::span<const SafetensorsEntry> entries,
                                               std::map<std::string, std::string> metadata);

// An error where the file states no digest, or another one than its content has. `place` opens the message.
void check_digest(const SafetensorsContent& content, const std::string& place);

}  // namespace dissent
