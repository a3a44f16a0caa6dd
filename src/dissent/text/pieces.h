// Items that are looked at some at a time: those of like length together, so that little is padding.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace dissent {

struct Piece {
  std::size_t begin = 0, size = 0;  // of the order
  std::int64_t length = 0;          // of its longest item; 0: all have the same
};
struct Pieces {
  std::vector<std::uint32_t> order;  // [items] index into them
  std::vector<Piece> pieces;
};

// Of lengths from 1 on. The longest first: what does not fit into memory fails at once. A piece takes up at
// most `at_once`, padding included, or is a single item.
Pieces by_length(std::span<const std::int64_t> lengths, std::int64_t at_once);

}  // namespace dissent
