#include "dissent/delivery/delivery.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "dissent/core/error.h"
#include "dissent/core/parallel.h"
#include "dissent/core/text.h"
#include "dissent/delivery/delivery_methods.h"

namespace dissent {
namespace {

void check_votes(const DeliverySource& source) {
  if (source.size() == 0) fail("there are no items to deliver labels for");
  parallel_ranges(source.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t position = begin; position < end; ++position) {
      const std::size_t item = source.item(position);
      if (item >= source.votes.items()) throw std::logic_error("Delivery: an item that is not in the votes");
      if (source.votes.is_empty(item)) {
        fail("item {} has no votes; drop such items with {}", in_quotes(source.votes.item_name(item)),
             option("drop-empty"));
      }
    }
  });
}

}  // namespace

void Delivery::labels(std::uint64_t, std::size_t, std::span<std::int32_t>) const {
  throw std::logic_error("Delivery: labels of a soft delivery");
}

void Delivery::rows(std::uint64_t, std::size_t, std::span<float>) const {
  throw std::logic_error("Delivery: rows of a hard delivery");
}

std::unique_ptr<Delivery> make_delivery(std::string_view name, const DeliverySource& source) {
  const DeliveryEntry& method = find_delivery(name);
  check_delivery_options(method, source.options);
  check_votes(source);
  if (method.needs_counts) source.votes.require(Knowledge::counts, method.name);
  return delivery_maker(method)(source);
}

void epoch_labels(const Delivery& delivery, std::uint64_t epoch, std::span<std::int32_t> labels,
                  std::size_t begin) {
  parallel_ranges(labels.size(), [&](std::size_t from, std::size_t to) {
    delivery.labels(epoch, begin + from, labels.subspan(from, to - from));
  });
}

void epoch_rows(const Delivery& delivery, std::uint64_t epoch, std::size_t classes, std::span<float> rows,
                std::size_t begin) {
  parallel_ranges(rows.size() / classes, [&](std::size_t from, std::size_t to) {
    const std::span<float> mine = rows.subspan(from * classes, (to - from) * classes);
    if (!delivery.hard()) return delivery.rows(epoch, begin + from, mine);
    std::fill(mine.begin(), mine.end(), 0.0f);
    std::array<std::int32_t, 1024> block;
    for (std::size_t at = from; at < to; at += block.size()) {
      const std::span<std::int32_t> labels = std::span(block).first(std::min(block.size(), to - at));
      delivery.labels(epoch, begin + at, labels);
      for (std::size_t i = 0; i < labels.size(); ++i) {
        rows[(at + i) * classes + static_cast<std::size_t>(labels[i])] = 1.0f;
      }
    }
  });
}

}  // namespace dissent
