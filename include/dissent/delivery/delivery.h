// A delivery turns votes into an epoch's training targets: one label an item (hard) or a distribution an item
// (soft). The target of an item in an epoch is a pure function of (seed, item, epoch): no hidden state, so
// that any resume, any number of workers and any device see the same targets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "dissent/catalog/deliveries.h"
#include "dissent/core/choice.h"
#include "dissent/core/settings.h"
#include "dissent/votes/vote_table.h"

namespace dissent {

// Of smoothed-soft: what the votes are smoothed towards.
enum class Prior { shares, uniform };
template <>
struct Choices<Prior> {
  static constexpr std::string_view what = "prior";
  static constexpr Choice<Prior> list[] = {{Prior::shares, "shares"}, {Prior::uniform, "uniform"}};
};

struct DeliveryOptions {
  int resample_every = 1;    // epochs, at least 1
  double smoothing = 0.1;    // epsilon of label-smoothing, from 0 to 1
  double mixup_alpha = 1.0;  // lambda ~ Beta(alpha, alpha), above 0
  Prior prior = Prior::shares;
  std::string prior_weight = "auto";  // alpha of smoothed-soft: a number of votes, or auto

  static constexpr auto fields() {
    using O = DeliveryOptions;
    return std::tuple{
        Field{"resample-every", &O::resample_every, from_to(1, 1e9),
              "{}: epochs for which a drawn label stays",
              [] { return deliveries_reading("resample-every"); }},
        Field{"smoothing", &O::smoothing, from_to(0, 1), "{}: epsilon, the share spread over all classes",
              [] { return deliveries_reading("smoothing"); }},
        Field{"mixup-alpha", &O::mixup_alpha, above_to(0, 1e6), "{}: lambda is drawn from Beta(alpha, alpha)",
              [] { return deliveries_reading("mixup-alpha"); }},
        Field{"prior", &O::prior, "{}: shares (of the classes in the training votes) or uniform",
              [] { return deliveries_reading("prior"); }},
        Field{"prior-weight", &O::prior_weight,
              "{}: alpha, the votes that the prior counts for, or auto (maximum likelihood)",
              [] { return deliveries_reading("prior-weight"); }},
    };
  }
};

// What a delivery is made from. The votes and the list of items must outlive it.
struct DeliverySource {
  const VoteTable& votes;                // already cut, where they are (delivery/cut.h)
  std::span<const std::uint32_t> items;  // the training items, indices into votes; empty: all of them
  std::uint64_t seed = 0;
  DeliveryOptions options;

  std::size_t size() const { return items.empty() ? votes.items() : items.size(); }
  // An item is its index in the VoteTable, whichever items are trained on.
  std::size_t item(std::size_t position) const { return items.empty() ? position : items[position]; }
};

// What a delivery found out while it was made, for summaries: "ties", "prior_weight".
struct DeliveryFact {
  std::string_view name;
  double value;
};

class Delivery {
 public:
  virtual ~Delivery() = default;
  virtual bool hard() const = 0;
  virtual bool changes() const = 0;  // whether the targets of two epochs may differ

  // Hard deliveries: the labels of the training items at positions [begin, begin + labels.size()).
  virtual void labels(std::uint64_t epoch, std::size_t begin, std::span<std::int32_t> labels) const;
  // Soft deliveries: the same items' rows, [positions, classes], each summing to 1.
  virtual void rows(std::uint64_t epoch, std::size_t begin, std::span<float> rows) const;

  virtual std::vector<DeliveryFact> facts() const { return {}; }
};

// An option that the method does not read must have its default, and those that it reads a value that means
// something; the error names the option, its value and what is allowed.
void check_delivery_options(const DeliveryEntry& method, const DeliveryOptions& options);

// Checks the options and that every training item has votes, then makes the delivery of that name
// (catalog/deliveries.h).
std::unique_ptr<Delivery> make_delivery(std::string_view name, const DeliverySource& source);

// An epoch's targets of the training items from position `begin` on, over all cores.
void epoch_labels(const Delivery& delivery, std::uint64_t epoch, std::span<std::int32_t> labels,
                  std::size_t begin = 0);
// Hard labels as one-hot rows, soft ones as they are: [positions, classes].
void epoch_rows(const Delivery& delivery, std::uint64_t epoch, std::size_t classes, std::span<float> rows,
                std::size_t begin = 0);

}  // namespace dissent
