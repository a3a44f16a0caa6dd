#include "dissent/present/labels.h"

#include <algorithm>

#include <fmt/format.h>

#include "dissent/catalog/deliveries.h"
#include "dissent/core/text.h"

namespace dissent {
namespace {

struct Named {
  std::string_view name, label;
};

constexpr Named kMetrics[] = {
    {"soft_nll", "soft NLL"},
    {"kl", "KL"},
    {"soft_brier", "soft Brier"},
    {"accuracy", "accuracy"},
    {"ece", "ECE"},
    {"smooth_ece", "smooth ECE"},
    {"entropy_corr", "entropy correlation"},
    {"entropy_pearson", "entropy correlation (Pearson)"},
    {"js_distance", "Jensen–Shannon distance"},
    {"total_variation", "total variation"},
    {"classwise_ece", "class-wise ECE"},
    {"ranked_probability", "ranked probability score"},
    {"wasserstein", "Wasserstein distance"},
    {"brier_reliability", "Brier reliability"},
    {"brier_resolution", "Brier resolution"},
    {"brier_uncertainty", "Brier uncertainty"},
    {"brier_within_variance", "Brier variance within bins"},
    {"brier_within_covariance", "Brier covariance within bins"},
    {"entropy", "annotators' entropy"},
    {"predicted_entropy", "model's entropy"},
    {"best_epoch", "best epoch"},
    {"near_best_epoch", "first epoch within 5 % of the best"},
    {"lambda_max", "largest Hessian eigenvalue"},
    {"trace", "Hessian trace"},
    {"variance_spearman", "correlation of gradient variance and entropy"},
    {"train_loss", "training loss"},
    {"own_loss", "loss on its own evaluation targets"},
    {"learning_rate", "learning rate"},
    {"seconds", "seconds"},
};

// For what is no delivery, in the order in which they are taken.
constexpr std::string_view kOthers[] = {"#0072b2", "#d55e00", "#009e73", "#b1609a", "#7d5a00",
                                        "#3ba3dc", "#6a4fc9", "#00707a", "#7a7a7a"};

const Named* find_named(std::span<const Named> list, std::string_view name) {
  const auto found =
      std::find_if(list.begin(), list.end(), [&](const Named& one) { return one.name == name; });
  return found == list.end() ? nullptr : &*found;
}

}  // namespace

std::string metric_label(std::string_view column) {
  if (const std::size_t percent = column.find('%'); percent != std::string_view::npos) {
    return fmt::format("{}, % against {}", metric_label(column.substr(0, percent)),
                       column.substr(percent + 1));
  }
  const std::size_t at = column.find('@');
  const std::string_view name = column.substr(0, at);
  const std::string items = at == std::string_view::npos ? "" : fmt::format(", {}", column.substr(at + 1));
  if (const Named* known = find_named(kMetrics, name)) return fmt::format("{}{}", known->label, items);
  if (name.starts_with("last_")) {
    return fmt::format("{} at the last epoch{}", metric_label(name.substr(5)), items);
  }
  const std::size_t measure = name.rfind('_');
  for (const auto& [suffix, label] : {Named{"auroc", "AUROC"}, {"fpr95", "FPR95"}, {"aupr", "AUPR"}}) {
    if (measure != std::string_view::npos && name.substr(measure + 1) == suffix) {
      return fmt::format("{} {}{}", name.substr(0, measure), label, items);
    }
  }
  return std::string(column);
}

std::string option_label(std::string_view option, std::string_view value) {
  return option == "votes-per-item" && value == "0" ? "all" : std::string(value);
}

std::string option_title(std::string_view option) {
  return option == "votes-per-item" ? "votes an item" : std::string(option);
}

std::string setting_label(std::string_view setting) {
  std::vector<std::string> parts;
  for (const std::string& part : split(setting, ',')) {
    const std::string_view one = trim(part);
    if (one.empty() || one == "cut=multinomial") continue;  // how votes are cut unless something is said
    constexpr std::string_view kVotes = "votes-per-item=", kData = "data=";
    if (one == "votes-per-item=0") {
      parts.emplace_back("all votes");
    } else if (one == "votes-per-item=1") {
      parts.emplace_back("1 vote an item");
    } else if (one.starts_with(kVotes)) {
      parts.push_back(fmt::format("{} votes an item", one.substr(kVotes.size())));
    } else if (one.starts_with(kData)) {
      parts.emplace_back(one.substr(kData.size()));
    } else {
      parts.emplace_back(one);
    }
  }
  return join(std::span<const std::string>(parts), ", ");
}

std::string_view better_label(Better better) {
  return better == Better::lower ? "lower is better" : better == Better::higher ? "higher is better" : "";
}

SeriesName split_series(std::string_view name) {
  const std::size_t open = name.find(" (");
  if (open == std::string_view::npos || name.back() != ')') return {std::string(name), ""};
  return {std::string(name.substr(0, open)), std::string(name.substr(open + 2, name.size() - open - 3))};
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
