#include "dissent/text/pieces.h"

#include <set>

#include <gtest/gtest.h>

namespace dissent::pieces_test {
namespace {

TEST(Pieces, HoldEveryItemOnceTheLongestFirstAndNoMoreThanFits) {
  std::vector<std::int64_t> lengths;
  for (std::int64_t i = 0; i < 500; ++i) lengths.push_back(1 + i * i % 97);
  lengths.push_back(1000);  // more than fits: alone
  const std::int64_t at_once = 256;
  const Pieces made = by_length(lengths, at_once);
  EXPECT_EQ(std::set(made.order.begin(), made.order.end()).size(), lengths.size());
  std::size_t next = 0;
  for (const Piece& piece : made.pieces) {
    EXPECT_EQ(piece.begin, next);
    next += piece.size;
    EXPECT_EQ(piece.length, lengths[made.order[piece.begin]]);
    EXPECT_TRUE(piece.size == 1 || static_cast<std::int64_t>(piece.size) * piece.length <= at_once);
    // As many as fit: one more would not, unless there is none.
    EXPECT_TRUE(next == lengths.size() ||
                (static_cast<std::int64_t>(piece.size) + 1) * piece.length > at_once);
  }
  EXPECT_EQ(next, lengths.size());
  for (std::size_t i = 1; i < next; ++i) {
    const std::uint32_t before = made.order[i - 1], after = made.order[i];
    EXPECT_TRUE(lengths[before] > lengths[after] || (lengths[before] == lengths[after] && before < after));
  }
  EXPECT_EQ(made.pieces.front().size, 1U);
}

TEST(Pieces, OfNothingThereAreNone) {
  EXPECT_TRUE(by_length({}, 256).pieces.empty());
}

}  // namespace
}  // namespace dissent::pieces_test
