#include "dissent/delivery/multipass.h"

#include <algorithm>
#include <array>
#include <span>

#include "dissent/core/random.h"
#include "dissent/delivery/draw_block.h"
#include "dissent/delivery/ranked_votes.h"

namespace dissent {
namespace {

// An item's permutation of its m sorted votes: draw i takes one of the m - i votes that are left, in sorted
// order. Element t is found backwards from draw t: a place among the votes left after draw i becomes one
// among those left before it. So nothing is stored, and only the draws up to the wanted one are made.
struct Element {
  std::uint64_t m = 0, t = 0;
  std::uint64_t place = 0;  // among the votes left before the draw that was read last

  std::uint64_t draws() const { return t + 1 < m ? t + 1 : t; }  // the last vote is the only one left
  void read(std::uint64_t i, std::uint64_t bits) {
    const std::uint64_t taken = below(bits, m - i);
    place = i == t ? taken : place + (place >= taken);
  }
};

// Reads the draws of elements[i], which is of items[i]: those of Draws(stream, item), two a block.
void read_draws(const Stream& stream, std::span<const std::uint64_t> items, std::span<Element> elements) {
  std::uint64_t most = 0;
  for (const Element& element : elements) most = std::max(most, element.draws());
  constexpr std::uint64_t kTogether = 64;  // one item of many draws would make all others wait
  if (most > kTogether && items.size() > 1) {
    for (std::size_t i = 0; i < items.size(); ++i) {
      read_draws(stream, items.subspan(i, 1), elements.subspan(i, 1));
    }
    return;
  }
  DrawnBits bits;
  for (std::uint64_t pair = (most + 1) / 2; pair-- > 0;) {
    stream.blocks(items, pair, bits.low, bits.high);
    for (std::size_t i = 0; i < elements.size(); ++i) {
      const std::uint64_t draws = elements[i].draws();
      if (2 * pair + 1 < draws) elements[i].read(2 * pair + 1, bits.high[i]);
      if (2 * pair < draws) elements[i].read(2 * pair, bits.low[i]);
    }
  }
}

class Multipass final : public Delivery {
 public:
  explicit Multipass(const DeliverySource& source) : source_(source), stream_(source.seed, "multipass") {}

  bool hard() const override { return true; }
  bool changes() const override { return true; }

  void labels(std::uint64_t epoch, std::size_t begin, std::span<std::int32_t> labels) const override {
    with_ranked_votes(source_.votes, [&](const auto& ranked) {
      std::array<Element, kDrawnTogether> room;
      for_each_block(source_, begin, labels, [&](std::span<const std::uint64_t> items, auto out) {
        const std::span<Element> elements = std::span(room).first(items.size());
        for (std::size_t i = 0; i < items.size(); ++i) {
          const std::uint64_t m = ranked.total(items[i]);
          elements[i] = {.m = m, .t = epoch < m ? epoch : epoch % m};
        }
        read_draws(stream_, items, elements);
        for (std::size_t i = 0; i < items.size(); ++i) out[i] = ranked.at(items[i], elements[i].place);
      });
    });
  }

 private:
  DeliverySource source_;
  Stream stream_;
};

}  // namespace

std::unique_ptr<Delivery> make_multipass(const DeliverySource& source) {
  return std::make_unique<Multipass>(source);
}

}  // namespace dissent
