#include "dissent/store/encoded_texts_file.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/io/folder.h"
#include "dissent/io/safetensors.h"
#include "dissent/io/safetensors_digest.h"
#include "dissent/store/store.h"

namespace dissent {
namespace fs = std::filesystem;
namespace {

// Folders, and names of tensors and of metadata.
constexpr const char* kFeatures = "features";
constexpr const char* kTokens = "tokens";
constexpr const char* kIds = "ids";            // [tokens] of all sequences, one after the other
constexpr const char* kSegments = "segments";  // [tokens]
constexpr const char* kOffsets = "offsets";    // [sequences + 1] where each begins
constexpr const char* kKey = "key";
constexpr const char* kLength = "length";

fs::path encoded_file(const char* folder, const std::string& key) {
  return Store().root() / folder / (key.substr(0, 32) + ".safetensors");
}

template <class Cell>
SafetensorsEntry entry_of(const char* name, const char* dtype, std::vector<std::size_t> shape,
                          const std::vector<Cell>& cells) {
  return {name,
          dtype,
          std::move(shape),
          {reinterpret_cast<const char*>(cells.data()), cells.size() * sizeof(Cell)}};
}

void write_encoded(const fs::path& file, const std::string& key, std::span<const SafetensorsEntry> entries,
                   std::map<std::string, std::string> metadata) {
  make_folders(file.parent_path());
  metadata[kKey] = key;
  write_safetensors(file, entries, with_digest(entries, std::move(metadata)));
}

// A file of known tensors, checked by its digest and its key.
class EncodedFile {
 public:
  EncodedFile(std::string_view bytes, const std::string& place, const std::string& key)
      : place_(place), content_(parse_safetensors(bytes, place)) {
    check_digest(content_, place);
    if (text(kKey) != key) fail("{}: made of other texts, or by another encoder", place);
  }

  const std::string& text(const char* name) const {
    const auto found = content_.metadata.find(name);
    if (found == content_.metadata.end()) fail("{}: its metadata has no {}", place_, name);
    return found->second;
  }

  // The cells of a tensor, which may lie unaligned in the file; its shape into `shape`.
  template <class Cell>
  std::vector<Cell> cells(const char* name, std::string_view dtype, std::size_t dimensions,
                          std::vector<std::size_t>& shape) const {
    const auto entry = std::find_if(content_.entries.begin(), content_.entries.end(),
                                    [&](const SafetensorsEntry& one) { return one.name == name; });
    if (entry == content_.entries.end()) fail("{}: has no {}", place_, name);
    if (entry->dtype != dtype || entry->shape.size() != dimensions)
      fail("{}: {} is no {} of {} dimensions", place_, name, dtype, dimensions);
    shape = entry->shape;
    std::vector<Cell> cells(entry->data.size() / sizeof(Cell));
    if (!cells.empty()) std::memcpy(cells.data(), entry->data.data(), entry->data.size());
    return cells;
  }
  template <class Cell>
  std::vector<Cell> list(const char* name, std::string_view dtype) const {
    std::vector<std::size_t> shape;
    return cells<Cell>(name, dtype, 1, shape);
  }

  template <class... Args>
  void expect(bool good, fmt::format_string<Args...> what, Args&&... args) const {
    if (!good) fail("{}: {}", place_, fmt::format(what, std::forward<Args>(args)...));
  }

 private:
  const std::string& place_;
  SafetensorsContent content_;
};

}  // namespace

fs::path features_file(const std::string& key) {
  return encoded_file(kFeatures, key);
}

fs::path tokens_file(const std::string& key) {
  return encoded_file(kTokens, key);
}

void write_features(const fs::path& file, const std::string& key, const FeatureInputs& features) {
  const std::size_t width = std::max<std::size_t>(1, features.width());
  const SafetensorsEntry entries[] = {
      entry_of(kFeatures, "F32", {features.values.size() / width, width}, features.values)};
  write_encoded(file, key, entries, {});
}

FeatureInputs parse_features(std::string_view bytes, const std::string& place, const std::string& key,
                             const EncodedItems& items) {
  const EncodedFile file(bytes, place, key);
  std::vector<std::size_t> shape;
  FeatureInputs features;
  features.values = file.cells<float>(kFeatures, "F32", 2, shape);
  features.choices = items.choices;
  const std::size_t parts = std::max<std::size_t>(1, items.choices);
  features.dimension = shape[1] / parts;
  file.expect(shape[0] == items.items && shape[1] > 0 && shape[1] % parts == 0,
              "features of {} x {} numbers, where there are {} items", shape[0], shape[1], items.items);
  file.expect(std::all_of(features.values.begin(), features.values.end(),
                          [](float value) { return std::isfinite(value); }),
              "features that are not finite");
  return features;
}

void write_tokens(const fs::path& file, const std::string& key, const TokenInputs& tokens) {
  const std::vector<std::int64_t> offsets(tokens.texts.offsets.begin(), tokens.texts.offsets.end());
  const std::size_t count = tokens.texts.ids.size();
  const SafetensorsEntry entries[] = {entry_of(kOffsets, "I64", {offsets.size()}, offsets),
                                      entry_of(kIds, "I32", {count}, tokens.texts.ids),
                                      entry_of(kSegments, "U8", {count}, tokens.texts.segments)};
  write_encoded(file, key, entries, {{kLength, std::to_string(tokens.length)}});
}

TokenInputs parse_tokens(std::string_view bytes, const std::string& place, const std::string& key,
                         const EncodedItems& items) {
  const EncodedFile file(bytes, place, key);
  TokenInputs tokens;
  EncodedTexts& texts = tokens.texts;
  texts.ids = file.list<std::int32_t>(kIds, "I32");
  texts.segments = file.list<std::uint8_t>(kSegments, "U8");
  const std::vector<std::int64_t> offsets = file.list<std::int64_t>(kOffsets, "I64");
  file.expect(texts.segments.size() == texts.ids.size(), "{} tokens and {} segments", texts.ids.size(),
              texts.segments.size());
  file.expect(!offsets.empty() && offsets.front() == 0 && std::cmp_equal(offsets.back(), texts.ids.size()) &&
                  std::is_sorted(offsets.begin(), offsets.end()),
              "sequences that do not follow on each other");
  texts.offsets.assign(offsets.begin(), offsets.end());
  file.expect(items.items > 0 && texts.size() > 0 && texts.size() % items.items == 0,
              "{} sequences, where there are {} items", texts.size(), items.items);
  tokens.sequences = texts.size() / items.items;
  tokens.choices = items.choices > 0;
  file.expect(items.choices > 0 ? tokens.sequences == items.choices : tokens.sequences <= 2,
              "{} sequences an item", tokens.sequences);
  const auto length = parse_int(file.text(kLength));
  file.expect(length && *length > 0, "{} is {}", kLength, in_quotes(file.text(kLength)));
  tokens.length = static_cast<std::size_t>(*length);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    file.expect(texts.length(i) <= tokens.length, "a sequence of {} tokens, where {} is the most",
                texts.length(i), tokens.length);
  }
  const bool known = std::all_of(texts.ids.begin(), texts.ids.end(), [&](std::int32_t id) {
    return id >= 0 && std::cmp_less(id, items.vocabulary);
  });
  file.expect(known, "tokens that the encoder does not know");
  file.expect(std::all_of(texts.segments.begin(), texts.segments.end(), [](std::uint8_t s) { return s < 2; }),
              "more than two segments");
  return tokens;
}

}  // namespace dissent
