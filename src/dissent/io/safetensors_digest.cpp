#include "dissent/io/safetensors_digest.h"

#include <algorithm>
#include <vector>

#include <fmt/ranges.h>

#include "dissent/core/error.h"
#include "dissent/core/hash.h"
#include "dissent/core/parallel.h"

namespace dissent {
namespace {

constexpr const char* kDigest = "sha256";  // in the metadata

// With its length, so that no text is taken for a part of another.
std::string told(std::string_view text) {
  return fmt::format("{}:{}", text.size(), text);
}

}  // namespace

std::string safetensors_digest(std::span<const SafetensorsEntry> entries,
                               const std::map<std::string, std::string>& metadata) {
  std::vector<std::string> tensors(entries.size());
  parallel_jobs(entries.size(), [&](std::size_t i, std::size_t) {
    const SafetensorsEntry& entry = entries[i];
    tensors[i] = fmt::format("tensor {} {} [{}] {}\n", told(entry.name), entry.dtype,
                             fmt::join(entry.shape, ","), sha256(entry.data));
  });
  std::sort(tensors.begin(), tensors.end());
  Sha256 digest;
  for (const auto& [key, text] : metadata) {
    if (key != kDigest) digest.update(fmt::format("metadata {} {}\n", told(key), told(text)));
  }
  for (const std::string& tensor : tensors) digest.update(tensor);
  return digest.hex();
}

std::map<std::string, std::string> with_digest(std::span<const SafetensorsEntry> entries,
                                               std::map<std::string, std::string> metadata) {
  metadata[kDigest] = safetensors_digest(entries, metadata);
  return metadata;
}

void check_digest(const SafetensorsContent& content, const std::string& place) {
  const auto stated = content.metadata.find(kDigest);
  if (stated == content.metadata.end()) {
    fail("{}: states no digest, as files of older versions do, so that it cannot be checked", place);
  }
  if (stated->second != safetensors_digest(content.entries, content.metadata)) {
    fail("{}: damaged: its SHA-256 is not the one that it states", place);
  }
}

}  // namespace dissent
