#include <algorithm>
#include <cmath>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/data/row_selection.h"
#include "dissent/io/file.h"
#include "dissent/io/npy.h"
#include "dissent/manifest/gold.h"
#include "dissent/manifest/manifest.h"
#include "dissent/manifest/read_inputs.h"
#include "dissent/votes/select_votes.h"

namespace dissent {
namespace {

std::vector<double> read_truth(const std::filesystem::path& path, const VoteTable& votes) {
  const MappedFile file(path);
  const NpyArray array = read_npy(file.bytes(), path.string());
  const std::vector<std::size_t> wanted = {votes.items(), votes.classes()};
  if (array.shape() != wanted) {
    fail("{}: {}, where the true distribution of {} items and {} classes is wanted", path.string(),
         array.header.shape_text(), votes.items(), votes.classes());
  }
  std::vector<double> truth = array.as_doubles();
  for (std::size_t i = 0; i < votes.items(); ++i) {
    double sum = 0;
    bool good = true;
    for (std::size_t k = 0; k < votes.classes(); ++k) {
      const double p = truth[i * votes.classes() + k];
      good = good && p >= 0 && p <= 1;
      sum += p;
    }
    if (!good || !(std::abs(sum - 1) <= 1e-6)) {
      fail("{}: row {} (from 0) is no distribution: probabilities that sum to 1 are wanted", path.string(),
           i);
    }
  }
  return truth;
}

std::size_t count_empty(const VoteTable& votes, std::string& first) {
  std::size_t empty = 0;
  for (std::size_t i = 0; i < votes.items(); ++i) {
    if (votes.is_empty(i) && empty++ == 0) first = votes.item_name(i);
  }
  return empty;
}

}  // namespace

Dataset load_manifest(const Manifest& manifest) {
  if (!std::filesystem::exists(manifest.votes)) {
    fail("{}: votes: {} is not there; paths are relative to the manifest", manifest.path.string(),
         manifest.votes.string());
  }
  ImportResult imported = import_votes(manifest.votes, manifest.import_options);
  VoteTable& votes = imported.votes;
  std::vector<std::int32_t> gold = manifest.gold ? read_gold(manifest, votes) : std::move(imported.gold);
  std::vector<double> truth;
  if (!manifest.truth.empty()) truth = read_truth(manifest.truth, votes);
  MatchedInputs matched = read_inputs(manifest.inputs, votes, manifest.drop_missing);

  std::string first_empty;
  const std::size_t empty = count_empty(votes, first_empty);
  if (empty > 0 && !manifest.drop_missing) {
    fail("{}: {} of {} items have no votes, the first being {}; leave them out with `missing: drop`",
         manifest.votes.string(), empty, votes.items(), in_quotes(first_empty));
  }
  if (matched.items.size() < votes.items() || empty > 0) {
    // Rows of the inputs to keep, and the items they belong to.
    std::vector<std::uint32_t> rows, items;
    for (std::uint32_t row = 0; row < matched.items.size(); ++row) {
      if (votes.is_empty(matched.items[row])) continue;
      rows.push_back(row);
      items.push_back(matched.items[row]);
    }
    imported.audit.remarks.push_back(
        fmt::format("missing: drop left out {} items without an input and {} items without votes",
                    votes.items() - matched.items.size(), matched.items.size() - items.size()));
    matched.inputs = select_inputs(std::move(matched.inputs), rows);
    if (!gold.empty()) gold = choose_rows(gold, 1, items);
    if (!truth.empty()) truth = choose_rows(truth, votes.classes(), items);
    votes = select_items(votes, items);
  }
  if (matched.without_votes > 0) {
    imported.audit.remarks.push_back(
        fmt::format("missing: drop left out {} inputs without votes", matched.without_votes));
  }
  return make_dataset(manifest.name, std::move(matched.inputs), std::move(votes), std::move(gold),
                      std::move(truth), std::move(imported.audit));
}

}  // namespace dissent
