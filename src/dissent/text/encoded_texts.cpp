#include "dissent/text/encoded_texts.h"

#include <algorithm>

#include "dissent/core/error.h"
#include "dissent/core/parallel.h"
#include "dissent/text/tokenizer.h"

namespace dissent {
namespace {

// Consecutive items of about as many bytes as others have, so that no thread is left with the long texts.
struct Chunk {
  std::size_t begin = 0, end = 0;
  std::vector<std::int32_t> ids;
  std::vector<std::uint8_t> segments;
  std::size_t first_id = 0;
  std::string error;
};
constexpr std::size_t kChunkBytes = std::size_t{1} << 18;

}  // namespace

EncodedTexts encode_all(const Tokenizer& tokenizer, const NameList& first, const NameList* second,
                        std::size_t max_length) {
  const std::size_t items = first.size();
  if (second != nullptr && second->size() != items) {
    fail("{} first and {} second texts; a pair has one of each", items, second->size());
  }
  Tokenizer::check_max_length(max_length, second != nullptr);
  std::vector<Chunk> chunks;
  std::size_t bytes = kChunkBytes;
  for (std::size_t i = 0; i < items; ++i) {
    if (bytes >= kChunkBytes) {
      chunks.emplace_back().begin = i;
      bytes = 0;
    }
    chunks.back().end = i + 1;
    bytes += 64 + first[i].size() + (second == nullptr ? 0 : (*second)[i].size());
  }

  EncodedTexts all;
  all.offsets.resize(items + 1);
  std::vector<Tokenizer::Scratch> scratch(thread_count());
  parallel_jobs(chunks.size(), [&](std::size_t job, std::size_t worker) {
    Chunk& chunk = chunks[job];
    for (std::size_t i = chunk.begin; i < chunk.end; ++i) {
      const auto pair = second == nullptr ? std::nullopt : std::optional((*second)[i]);
      try {
        tokenizer.append_encoded(first[i], pair, max_length, scratch[worker], chunk.ids, chunk.segments);
      } catch (const Error& error) {
        chunk.error = fmt::format("item {}: {}", i, error.message());
        return;
      }
      all.offsets[i + 1] = chunk.ids.size();
    }
  });
  std::size_t ids = 0;
  for (Chunk& chunk : chunks) {
    if (!chunk.error.empty()) throw Error(chunk.error);
    chunk.first_id = ids;
    ids += chunk.ids.size();
  }
  all.ids.resize(ids);
  all.segments.resize(ids);
  parallel_jobs(chunks.size(), [&](std::size_t job, std::size_t) {
    Chunk& chunk = chunks[job];
    for (std::size_t i = chunk.begin; i < chunk.end; ++i) all.offsets[i + 1] += chunk.first_id;
    const auto to = static_cast<std::ptrdiff_t>(chunk.first_id);
    std::copy(chunk.ids.begin(), chunk.ids.end(), all.ids.begin() + to);
    std::copy(chunk.segments.begin(), chunk.segments.end(), all.segments.begin() + to);
    chunk = {};
  });
  return all;
}

void padded_row(const EncodedTexts& texts, std::size_t item, std::span<std::int32_t> row) {
  const std::size_t begin = texts.offsets[item], length = texts.length(item);
  for (std::size_t i = 0; i < length; ++i) row[i] = 2 * texts.ids[begin + i] + texts.segments[begin + i];
  std::fill(row.begin() + static_cast<std::ptrdiff_t>(length), row.end(), -1);
}

}  // namespace dissent
