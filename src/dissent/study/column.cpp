#include "dissent/study/column.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

namespace dissent {
namespace {

using Quantity = Column::Quantity;

struct QuantityText {
  Quantity quantity;
  std::string_view name, label;
  Better better;
  Theme theme;
};
constexpr QuantityText kQuantities[] = {
    {Quantity::best_epoch, "best_epoch", "best epoch", Better::neither, Theme::training},
    {Quantity::near_best_epoch, "near_best_epoch", "first epoch within 5 % of the best", Better::neither,
     Theme::training},
    {Quantity::last_epoch, "last_epoch", "epoch at the last epoch", Better::neither, Theme::training},
    {Quantity::seconds, "seconds", "seconds", Better::neither, Theme::training},
    {Quantity::images_per_second, "images_per_second", "images_per_second", Better::neither, Theme::training},
    {Quantity::lambda_max, "lambda_max", "largest Hessian eigenvalue", Better::lower, Theme::geometry},
    {Quantity::trace, "trace", "Hessian trace", Better::lower, Theme::geometry},
    {Quantity::variance_spearman, "variance_spearman", "correlation of gradient variance and entropy",
     Better::neither, Theme::geometry},
    {Quantity::auroc, "auroc", "AUROC", Better::higher, Theme::outside},
    {Quantity::fpr95, "fpr95", "FPR95", Better::lower, Theme::outside},
    {Quantity::aupr, "aupr", "AUPR", Better::higher, Theme::outside},
};

constexpr std::string_view kLast = "last_";

bool is_detection(Quantity quantity) {
  return quantity == Quantity::auroc || quantity == Quantity::fpr95 || quantity == Quantity::aupr;
}
bool has_slices(Quantity quantity) {
  return quantity == Quantity::score || quantity == Quantity::lambda_max || quantity == Quantity::trace;
}

const QuantityText& text_of(Quantity quantity) {
  return *std::find_if(std::begin(kQuantities), std::end(kQuantities),
                       [&](const QuantityText& one) { return one.quantity == quantity; });
}

const Metric* metric_named(std::string_view name) {
  return known_entry(metric_list(), name);
}

// What stands before `@` and `%`: the quantity, and what belongs to it; nothing where there is none.
std::optional<Column> parse_quantity(std::string_view name) {
  Column column;
  if ((column.metric = metric_named(name)) != nullptr) return column;
  if (name.starts_with(kLast) && (column.metric = metric_named(name.substr(kLast.size()))) != nullptr) {
    column.checkpoint = Column::Checkpoint::last;
    return column;
  }
  for (const QuantityText& known : kQuantities) {
    if (is_detection(known.quantity)) {
      const std::size_t detector = name.size() - std::min(name.size(), known.name.size() + 1);
      if (detector == 0 || name[detector] != '_' || name.substr(detector + 1) != known.name) continue;
      column.detector = name.substr(0, detector);
    } else if (name != known.name) {
      continue;
    }
    column.quantity = known.quantity;
    return column;
  }
  return std::nullopt;
}

}  // namespace

std::string Column::name() const {
  if (is_detection(quantity)) {
    return fmt::format("{}_{}{}{}", detector, text_of(quantity).name, outside.empty() ? "" : "@", outside);
  }
  if (quantity != Quantity::score) {
    return fmt::format("{}{}{}", text_of(quantity).name, slice.empty() ? "" : "@", slice);
  }
  return fmt::format("{}{}{}{}{}{}", checkpoint == Checkpoint::last ? kLast : "", metric->name,
                     slice.empty() ? "" : "@", slice, relative_to.empty() ? "" : "%", relative_to);
}

std::string Column::label() const {
  if (is_detection(quantity)) {
    return fmt::format("{} {}{}{}", detector, text_of(quantity).label, outside.empty() ? "" : ", ", outside);
  }
  const std::string_view label = quantity == Quantity::score ? metric->label : text_of(quantity).label;
  return fmt::format("{}{}{}{}{}", label, checkpoint == Checkpoint::last ? " at the last epoch" : "",
                     slice.empty() ? "" : ", " + slice, relative_to.empty() ? "" : ", % against ",
                     relative_to);
}

Better Column::better() const {
  return quantity == Quantity::score ? metric->better : text_of(quantity).better;
}

Theme Column::theme() const {
  if (quantity != Quantity::score) return text_of(quantity).theme;
  return metric->theme;
}

std::optional<Column> parse_column(std::string_view name) {
  const std::size_t end = name.find_first_of("@%");
  std::optional<Column> column = parse_quantity(name.substr(0, end));
  if (!column || end == std::string_view::npos) return column;
  const std::string_view rest = name.substr(end + 1);
  if (rest.empty()) return std::nullopt;
  if (name[end] == '%') {
    if (column->quantity != Quantity::score) return std::nullopt;
    column->relative_to = rest;
  } else if (is_detection(column->quantity)) {
    column->outside = rest;
  } else if (has_slices(column->quantity)) {
    column->slice = rest;
  } else {
    return std::nullopt;
  }
  return column;
}

}  // namespace dissent
