#include <algorithm>
#include <utility>

#include "dissent/delivery/constant.h"
#include "dissent/delivery/delivery.h"

namespace dissent {
namespace {

// (1 - epsilon) onehot(majority) + epsilon / K; the labels are kept, not the rows, which follow from them.
class LabelSmoothing final : public Delivery {
 public:
  explicit LabelSmoothing(const DeliverySource& source)
      : majority_(training_majority(source)), classes_(source.votes.classes()) {
    const double rest = source.options.smoothing / static_cast<double>(classes_);
    rest_ = static_cast<float>(rest);
    peak_ = static_cast<float>(1 - source.options.smoothing + rest);
  }

  bool hard() const override { return false; }
  bool changes() const override { return false; }
  void rows(std::uint64_t, std::size_t begin, std::span<float> rows) const override {
    std::fill(rows.begin(), rows.end(), rest_);
    for (std::size_t i = 0; i * classes_ < rows.size(); ++i) {
      rows[i * classes_ + static_cast<std::size_t>(majority_.labels[begin + i])] = peak_;
    }
  }
  std::vector<DeliveryFact> facts() const override { return {{"ties", static_cast<double>(majority_.ties)}}; }

 private:
  TrainingMajority majority_;
  std::size_t classes_;
  float rest_ = 0;
  float peak_ = 0;
};

}  // namespace

std::unique_ptr<Delivery> make_label_smoothing(const DeliverySource& source) {
  return std::make_unique<LabelSmoothing>(source);
}

}  // namespace dissent
