#include "dissent/delivery/sls.h"

#include <span>
#include <utility>

#include "dissent/core/random.h"
#include "dissent/delivery/delivery.h"
#include "dissent/delivery/draw_block.h"
#include "dissent/delivery/ranked_votes.h"

namespace dissent {
namespace {

class Sampler final : public Delivery {
 public:
  Sampler(const DeliverySource& source, LargeVector<std::uint32_t> donors)
      : source_(source),
        donors_(std::move(donors)),
        stream_(source.seed, "sls"),
        period_(static_cast<std::uint64_t>(source.options.resample_every)) {}

  bool hard() const override { return true; }
  bool changes() const override { return true; }

  void labels(std::uint64_t epoch, std::size_t begin, std::span<std::int32_t> labels) const override {
    with_ranked_votes(source_.votes, [&](const auto& ranked) {
      const std::uint32_t* donors = donors_.empty() ? nullptr : donors_.data() + begin;
      DrawnBits bits;
      for_each_block(source_, begin, labels, [&](std::span<const std::uint64_t> items, auto out) {
        stream_.blocks(items, epoch / period_, bits.low, bits.high);
        for (std::size_t i = 0; i < items.size(); ++i) {
          const std::size_t donor = donors == nullptr ? items[i] : donors[i];
          out[i] = ranked.at(donor, below(bits.low[i], ranked.total(donor)));
        }
        if (donors != nullptr) donors += items.size();
      });
    });
  }

 private:
  DeliverySource source_;
  LargeVector<std::uint32_t> donors_;
  Stream stream_;
  std::uint64_t period_;
};

}  // namespace

std::unique_ptr<Delivery> make_sampler(const DeliverySource& source, LargeVector<std::uint32_t> donors) {
  return std::make_unique<Sampler>(source, std::move(donors));
}

std::unique_ptr<Delivery> make_sls(const DeliverySource& source) {
  return make_sampler(source, {});
}

}  // namespace dissent
