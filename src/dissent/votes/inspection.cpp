#include "dissent/votes/inspection.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "dissent/core/error.h"
#include "dissent/core/parallel.h"
#include "dissent/votes/entropy.h"

namespace dissent {
namespace {

Inspection::VotesPerItem votes_per_item(const VoteTable& votes) {
  std::vector<std::uint64_t> numbers(votes.items());
  for (std::size_t i = 0; i < votes.items(); ++i) numbers[i] = votes.votes_of(i);
  const std::size_t middle = numbers.size() / 2;
  std::nth_element(numbers.begin(), numbers.begin() + static_cast<std::ptrdiff_t>(middle), numbers.end());
  double median = static_cast<double>(numbers[middle]);
  if (numbers.size() % 2 == 0) {
    const auto below =
        *std::max_element(numbers.begin(), numbers.begin() + static_cast<std::ptrdiff_t>(middle));
    median = (median + static_cast<double>(below)) / 2;
  }
  const auto [least, most] = std::minmax_element(numbers.begin(), numbers.end());
  return {*least, *most, static_cast<double>(votes.votes()) / static_cast<double>(votes.items()), median};
}

Inspection::Histogram histogram(const std::vector<double>& entropies, std::size_t classes, std::size_t bins) {
  const double top = std::log(static_cast<double>(std::max<std::size_t>(classes, 2)));
  Inspection::Histogram result;
  result.counts.assign(bins, 0);
  for (std::size_t b = 0; b <= bins; ++b) {
    result.edges.push_back(top * static_cast<double>(b) / static_cast<double>(bins));
  }
  for (const double h : entropies) {
    if (std::isnan(h)) continue;
    const auto bin = static_cast<std::size_t>(h / top * static_cast<double>(bins));
    ++result.counts[std::min(bin, bins - 1)];
  }
  return result;
}

bool top_is_shared(const std::vector<double>& row) {
  const double top = *std::max_element(row.begin(), row.end());
  return std::count(row.begin(), row.end(), top) > 1;
}

std::vector<double> chosen_together(const VoteTable& votes) {
  const std::size_t classes = votes.classes();
  std::vector<double> together(classes * classes), row(classes), share(classes);
  for (std::size_t item = 0; item < votes.items(); ++item) {
    if (votes.is_empty(item)) continue;
    votes.fractions_of(item, row);
    for (std::size_t a = 0; a < classes; ++a) {
      if (!(row[a] > 0)) continue;
      share[a] += row[a];
      for (std::size_t b = 0; b < classes; ++b) together[a * classes + b] += row[a] * row[b];
    }
  }
  for (std::size_t a = 0; a < classes; ++a) {
    for (std::size_t b = 0; b < classes && share[a] > 0; ++b) together[a * classes + b] /= share[a];
  }
  return together;
}

Inspection::ContestedItem contested_item(const VoteTable& votes, std::size_t item, double entropy) {
  Inspection::ContestedItem result{
      std::string(votes.item_name(item)), entropy, votes.has_counts() ? votes.votes_of(item) : 0, {}};
  std::vector<double> shares(votes.classes());
  std::vector<std::uint32_t> counts(votes.classes());
  votes.fractions_of(item, shares);
  if (votes.has_counts()) votes.counts_of(item, counts);
  for (std::size_t k = 0; k < votes.classes(); ++k) {
    if (shares[k] > 0) result.classes.push_back({k, counts[k], shares[k]});
  }
  return result;
}

// What is known of the entropies: their mean and histogram, and the items at both ends.
void inspect_entropies(const VoteTable& votes, const InspectOptions& options, Inspection& result) {
  const std::vector<double> entropies = item_entropies(votes);
  double sum = 0;
  std::uint64_t unanimous = 0;
  std::vector<double> row(votes.classes());
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < votes.items(); ++i) {
    if (std::isnan(entropies[i])) continue;
    order.push_back(i);
    sum += entropies[i];
    if (entropies[i] == 0) {
      ++unanimous;
      continue;
    }
    votes.fractions_of(i, row);
    result.ties += top_is_shared(row);
  }
  if (order.empty()) fail("no item has votes");
  result.items_with_votes = order.size();
  result.mean_entropy = sum / static_cast<double>(order.size());
  result.unanimous = static_cast<double>(unanimous) / static_cast<double>(order.size());
  result.entropy_histogram = histogram(entropies, votes.classes(), options.bins);

  const std::size_t contested = std::min(options.contested, order.size());
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(contested), order.end(),
                    [&](std::size_t a, std::size_t b) {
                      return entropies[a] != entropies[b] ? entropies[a] > entropies[b] : a < b;
                    });
  for (std::size_t c = 0; c < contested && entropies[order[c]] > 0; ++c) {
    result.contested.push_back(contested_item(votes, order[c], entropies[order[c]]));
  }
}

void inspect_agreement(const VoteTable& votes, Inspection& result) {
  result.alpha_nominal = krippendorff_alpha(votes, AlphaMetric::nominal);
  result.alpha_ordinal = krippendorff_alpha(votes, AlphaMetric::ordinal);
  result.alpha_interval = krippendorff_alpha(votes, AlphaMetric::interval);
  result.fleiss_kappa = fleiss_kappa(votes);
  if (votes.has_annotators()) {
    for (const AnnotatorAgreement& agreement : agreement_with_the_rest(votes)) {
      result.agreement.push_back({std::string(votes.annotator_name(result.agreement.size())), agreement});
    }
  }
  if (!votes.has_counts()) {
    result.human_reason = "needs vote counts";
  } else if (result.votes_per_item->most < 2) {
    result.human_reason = "no item has two votes";
  } else {
    result.human = human_reference(votes);
  }
}

}  // namespace

Inspection inspect(const VoteTable& votes, const InspectOptions& options) {
  if (options.bins == 0) fail("{} 0: at least 1 is wanted", option("bins"));
  const ThreadScope threads(options.threads);
  Inspection result;
  result.items = votes.items();
  result.knowledge = votes.knowledge();
  result.classes = votes.class_space();
  if (votes.has_annotators()) result.annotators = votes.annotators();
  inspect_entropies(votes, options, result);
  result.class_shares = class_shares(votes);
  if (votes.has_counts()) {
    result.votes = votes.votes();
    result.votes_per_item = votes_per_item(votes);
  }
  if (options.confusion) result.chosen_together = chosen_together(votes);
  inspect_agreement(votes, result);
  return result;
}

Inspection inspect(const ImportResult& imported, const InspectOptions& options) {
  Inspection result = inspect(imported.votes, options);
  result.audit = imported.audit;
  return result;
}

Inspection inspect(const std::filesystem::path& file, const ImportOptions& import,
                   const InspectOptions& options) {
  const ThreadScope threads(options.threads);  // the reading, too
  return inspect(import_votes(file, import), options);
}

}  // namespace dissent
