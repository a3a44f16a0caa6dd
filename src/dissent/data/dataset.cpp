#include "dissent/data/dataset.h"

#include <bit>
#include <cmath>
#include <span>

#include "dissent/core/error.h"
#include "dissent/core/hash.h"
#include "dissent/core/text.h"

namespace dissent {
namespace {

template <class... Ts>
struct Overload : Ts... {
  using Ts::operator()...;
};
template <class... Ts>
Overload(Ts...) -> Overload<Ts...>;

// Writes values with their length before them, little-endian, so that different contents cannot run into the
// same bytes.
class ContentHasher {
 public:
  void number(std::uint64_t value) {
    char bytes[8];
    for (std::size_t i = 0; i < 8; ++i) bytes[i] = static_cast<char>(value >> (8 * i) & 0xFF);
    hash_.update({bytes, 8});
  }
  void text(std::string_view value) {
    number(value.size());
    if (!value.empty()) hash_.update(value);
  }
  template <class T>
  void numbers(std::span<const T> values) {
    static_assert(std::endian::native == std::endian::little);
    number(values.size());
    if (!values.empty()) hash_.update({reinterpret_cast<const char*>(values.data()), values.size_bytes()});
  }
  template <class T>
  void numbers(const std::vector<T>& values) {
    numbers(std::span<const T>(values));
  }
  std::string hex() { return hash_.hex(); }

 private:
  Sha256 hash_;
};

void add_inputs(ContentHasher& hasher, const Inputs& inputs) {
  std::visit(Overload{[&](const ImageInputs& images) {
                        hasher.text("images uint8");
                        hasher.number(images.height);
                        hasher.number(images.width);
                        hasher.number(images.channels);
                        hasher.numbers(images.pixels);
                      },
                      [&](const FeatureInputs& features) {
                        hasher.text("features float32");
                        hasher.number(features.dimension);
                        hasher.numbers(features.values);
                        if (features.choices > 0) hasher.number(features.choices);
                      },
                      [&](const TextInputs& text) {
                        hasher.text("text utf-8");
                        hasher.number(text.fields.size());
                        for (std::size_t f = 0; f < text.fields.size(); ++f) {
                          hasher.text(text.field_names[f]);
                          hasher.number(text.fields[f].size());
                          for (std::size_t i = 0; i < text.fields[f].size(); ++i)
                            hasher.text(text.fields[f][i]);
                        }
                        if (text.choices > 0) hasher.number(text.choices);
                      }},
             inputs);
}

void add_votes(ContentHasher& hasher, const VoteTable& votes) {
  hasher.text(to_string(votes.knowledge()));
  hasher.number(votes.items());
  for (std::size_t i = 0; i < votes.items(); ++i) hasher.text(votes.item_name(i));
  hasher.number(votes.classes());
  for (std::size_t k = 0; k < votes.classes(); ++k) hasher.text(votes.class_name(k));
  hasher.number(votes.class_space().ordered);
  hasher.number(votes.annotators());
  for (std::size_t a = 0; a < votes.annotators(); ++a) hasher.text(votes.annotator_name(a));
  hasher.numbers(votes.offsets());
  hasher.numbers(votes.entry_labels());
  hasher.numbers(votes.entry_annotators());
  if (votes.has_annotators()) return;
  std::vector<std::uint32_t> counts(votes.classes());
  std::vector<double> shares(votes.classes());
  for (std::size_t i = 0; i < votes.items(); ++i) {
    if (votes.is_empty(i)) continue;
    if (votes.has_counts()) {
      votes.counts_of(i, counts);
      hasher.numbers(counts);
    } else {
      votes.fractions_of(i, shares);
      hasher.numbers(shares);
    }
  }
}

}  // namespace

std::size_t input_items(const Inputs& inputs) {
  return std::visit(Overload{[](const ImageInputs& images) {
                               const std::size_t each = images.height * images.width * images.channels;
                               return each == 0 ? std::size_t{0} : images.pixels.size() / each;
                             },
                             [](const FeatureInputs& features) {
                               return features.dimension == 0 ? std::size_t{0}
                                                              : features.values.size() / features.width();
                             },
                             [](const TextInputs& text) {
                               return text.fields.empty() ? std::size_t{0} : text.fields[0].size();
                             }},
                    inputs);
}

std::string describe(const Inputs& inputs) {
  return std::visit(
      Overload{[](const ImageInputs& images) {
                 return fmt::format("images {} x {} x {}", images.height, images.width, images.channels);
               },
               [](const FeatureInputs& features) { return fmt::format("features {}", features.dimension); },
               [](const TextInputs& text) { return fmt::format("text {}", join(text.field_names, ", ")); }},
      inputs);
}

Dataset make_dataset(std::string name, Inputs inputs, VoteTable votes, std::vector<std::int32_t> gold,
                     std::vector<double> truth, Audit audit, std::vector<OfficialPart> split) {
  if (votes.items() == 0) fail("data set {}: there are no items", in_quotes(name));
  if (input_items(inputs) != votes.items()) {
    fail("data set {}: {} inputs and {} items with votes; they must be of the same items", in_quotes(name),
         input_items(inputs), votes.items());
  }
  const auto* text = std::get_if<TextInputs>(&inputs);
  if (text != nullptr && text->choices > 0 && text->choices != votes.classes()) {
    fail("data set {}: {} choice{} and {} class{}; each choice is a class", in_quotes(name), text->choices,
         text->choices == 1 ? "" : "s", votes.classes(), votes.classes() == 1 ? "" : "es");
  }
  if (!gold.empty() && gold.size() != votes.items()) {
    fail("data set {}: {} gold labels and {} items", in_quotes(name), gold.size(), votes.items());
  }
  for (std::size_t i = 0; i < gold.size(); ++i) {
    if (gold[i] >= -1 && gold[i] < static_cast<std::int64_t>(votes.classes())) continue;
    fail("data set {}: item {} has the gold label {}, and there are {} classes", in_quotes(name),
         in_quotes(votes.item_name(i)), gold[i], votes.classes());
  }
  if (!truth.empty() && truth.size() != votes.items() * votes.classes()) {
    fail("data set {}: the true distribution has {} numbers, where {} items x {} classes are wanted",
         in_quotes(name), truth.size(), votes.items(), votes.classes());
  }
  if (!split.empty() && split.size() != votes.items()) {
    fail("data set {}: the official split is of {} items, and there are {}", in_quotes(name), split.size(),
         votes.items());
  }
  Dataset dataset{std::move(name),  std::move(inputs), std::move(votes), std::move(gold),
                  std::move(truth), std::move(split),  std::move(audit), {}};
  dataset.hash = content_hash(dataset);
  return dataset;
}

std::string inputs_hash(const Inputs& inputs) {
  ContentHasher hasher;
  add_inputs(hasher, inputs);
  return hasher.hex();
}

std::string content_hash(const Dataset& dataset) {
  ContentHasher hasher;
  hasher.text("dissent data set 1");
  add_inputs(hasher, dataset.inputs);
  add_votes(hasher, dataset.votes);
  hasher.numbers(dataset.gold);
  hasher.numbers(dataset.truth);
  if (!dataset.split.empty()) {  // data sets of before there were splits keep their hashes
    hasher.text("official split");
    hasher.numbers(dataset.split);
  }
  return hasher.hex();
}

std::string describe_split(const Dataset& dataset) {
  if (dataset.split.empty()) return "";
  std::vector<std::string> parts;
  for (const auto& part : Choices<OfficialPart>::list) {
    std::size_t items = 0, hidden = 0;
    for (std::size_t i = 0; i < dataset.split.size(); ++i) {
      if (dataset.split[i] != part.value) continue;
      ++items;
      hidden += dataset.votes.is_empty(i);
    }
    if (items == 0) continue;
    parts.push_back(fmt::format("{} {}{}", items, part.name,
                                hidden > 0 ? fmt::format(" ({} without votes)", hidden) : ""));
  }
  return "official split: " + join(parts, ", ");
}

}  // namespace dissent
