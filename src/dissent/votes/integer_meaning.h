// Whether a matrix of whole numbers holds labels by annotator or votes by class, told by how its columns go
// together: annotators agree more often than chance, while votes for one class are lost to the others.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace dissent {

enum class TableMeaning { none, wide, probabilities, counts, undecided };

// `cells` is [rows, columns]. The answer is wide, counts or undecided; `why` is set where it is one of the
// first two. Rows that all have the same sum are votes, and a lone -1 is an annotator who gave no label.
TableMeaning meaning_of_integers(std::span<const double> cells, std::size_t columns, std::string& why);

}  // namespace dissent
