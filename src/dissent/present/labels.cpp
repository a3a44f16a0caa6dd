#include "dissent/present/labels.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "dissent/catalog/deliveries.h"
#include "dissent/core/text.h"
#include "dissent/study/column.h"

namespace dissent {
namespace {

// Columns of history.csv that are not columns of a study's table of runs.
constexpr std::pair<std::string_view, std::string_view> kHistory[] = {
    {"train_loss", "training loss"},
    {"own_loss", "loss on its own evaluation targets"},
    {"learning_rate", "learning rate"},
};

// For what is no delivery, in the order in which they are taken.
constexpr std::string_view kOthers[] = {"#0072b2", "#d55e00", "#009e73", "#b1609a", "#7d5a00",
                                        "#3ba3dc", "#6a4fc9", "#00707a", "#7a7a7a"};

}  // namespace

std::string metric_label(std::string_view column) {
  if (const std::optional<Column> known = parse_column(column)) return known->label();
  for (const auto& [name, label] : kHistory) {
    if (name == column) return std::string(label);
  }
  return std::string(column);
}

std::string option_label(std::string_view option, std::string_view value) {
  return option == "votes-per-item" && value == "0" ? "all" : std::string(value);
}

std::string option_title(std::string_view option) {
  return option == "votes-per-item" ? "votes an item" : std::string(option);
}

std::string setting_label(const Setting& setting) {
  std::vector<std::string> parts;
  for (const auto& [option, value] : setting) {
    if (option == "cut" && value == "multinomial") continue;  // how votes are cut unless something is said
    if (option == "votes-per-item") {
      parts.push_back(value == "0"   ? "all votes"
                      : value == "1" ? "1 vote an item"
                                     : fmt::format("{} votes an item", value));
    } else {
      parts.push_back(option == "data" ? value : fmt::format("{}={}", option, value));
    }
  }
  return join(std::span<const std::string>(parts), ", ");
}

std::string_view better_label(Better better) {
  return better == Better::lower ? "lower is better" : better == Better::higher ? "higher is better" : "";
}

Colours::Colours(std::span<const std::string> methods) {
  std::vector<std::string_view> left(std::begin(kOthers), std::end(kOthers));
  for (const std::string& method : methods) {
    if (const DeliveryEntry* known = known_entry(deliveries(), method)) std::erase(left, known->colour);
  }
  std::size_t next = 0;
  for (const std::string& method : methods) {
    const DeliveryEntry* known = known_entry(deliveries(), method);
    const std::string_view colour = known != nullptr ? known->colour
                                    : left.empty()   ? kOthers[next++ % std::size(kOthers)]
                                                     : left[next++ % left.size()];
    colours_.emplace_back(method, colour);
  }
}

const std::string& Colours::of(std::string_view method) const {
  static const std::string grey = "#7a7a7a", ink = "#1c2330";  // the page gives ink the colour of its text
  if (method == "annotators") return ink;
  const auto found =
      std::find_if(colours_.begin(), colours_.end(), [&](const auto& one) { return one.first == method; });
  return found == colours_.end() ? grey : found->second;
}

}  // namespace dissent
