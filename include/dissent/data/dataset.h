// Inputs, votes and gold labels of the same items, in the same order; whole and checked when it exists. Its
// hash is a content address: equal content has equal hash wherever it lies, and any changed pixel, vote,
// name or label changes it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "dissent/core/names.h"
#include "dissent/data/official_part.h"
#include "dissent/votes/audit.h"
#include "dissent/votes/vote_table.h"

namespace dissent {

struct ImageInputs {
  std::size_t height = 0;
  std::size_t width = 0;
  std::size_t channels = 0;          // 1 (grey) or 3 (RGB) from image files; anything from npy
  std::vector<std::uint8_t> pixels;  // [items, height, width, channels]
};
struct FeatureInputs {
  std::size_t dimension = 0;
  std::vector<float> values;  // [items, dimension], finite; with choices [items, choices, dimension]
  std::size_t choices = 0;    // each item's, one a class, to be scored against each other; 0: none

  std::size_t width() const { return choices == 0 ? dimension : choices * dimension; }  // numbers an item
};
struct TextInputs {
  std::vector<std::string> field_names;  // e.g. premise, hypothesis
  std::vector<NameList> fields;          // [field][item], UTF-8
  std::size_t choices = 0;  // so many of the last fields are choices, one a class, of which one is right
};
using Inputs = std::variant<ImageInputs, FeatureInputs, TextInputs>;

std::size_t input_items(const Inputs& inputs);
// "images 16 x 16 x 3", "features 128", "text premise, hypothesis"
std::string describe(const Inputs& inputs);

struct Dataset {
  std::string name;
  Inputs inputs;
  VoteTable votes;
  std::vector<std::int32_t> gold;  // [items] class index, -1 where unknown; empty where there is none
  std::vector<double> truth;  // [items, classes] the population's distribution where it is known; else empty
  std::vector<OfficialPart> split;  // [items] of the official split; empty where there is none
  Audit audit;                      // of the votes' import, and of what was dropped since
  std::string hash;                 // 64 hexadecimal digits, without the name: see content_hash()

  std::size_t items() const { return votes.items(); }
  std::size_t classes() const { return votes.classes(); }
};

// Puts the parts together: checks that they are of the same items and fills in the hash.
Dataset make_dataset(std::string name, Inputs inputs, VoteTable votes, std::vector<std::int32_t> gold,
                     std::vector<double> truth, Audit audit, std::vector<OfficialPart> split = {});

// SHA-256 over a canonical form of everything but the name and the audit; of the inputs alone.
std::string content_hash(const Dataset& dataset);
std::string inputs_hash(const Inputs& inputs);

// "official split: 800 train, 100 dev, 100 test (100 without votes)"; empty where there is none.
std::string describe_split(const Dataset& dataset);

// The inputs of the named items only, in that order.
Inputs select_inputs(Inputs inputs, const std::vector<std::uint32_t>& items);

}  // namespace dissent
