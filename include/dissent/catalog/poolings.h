// How an encoder's features of a sequence's tokens become features of the sequence, in one list
// (src/dissent/catalog/poolings.def); room model carries them out.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "dissent/catalog/catalog.h"

namespace dissent {

struct PoolingEntry {
  std::string_view name;  // as in options and files
  std::string_view help;
  // Where the encoder itself is trained, BERT's own pooler (a dense layer and tanh) comes after it, as in
  // Hugging Face's classifiers.
  bool has_pooler = false;
};

std::span<const PoolingEntry> poolings();
// Throws for an unknown name, with the list of those that are known.
const PoolingEntry& find_pooling(std::string_view name);
std::string explained_poolings();  // "mean: ...; first: ..."

}  // namespace dissent
