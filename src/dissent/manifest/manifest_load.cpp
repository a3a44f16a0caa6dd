#include <algorithm>
#include <cmath>
#include <optional>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/data/row_selection.h"
#include "dissent/io/file.h"
#include "dissent/io/npy.h"
#include "dissent/manifest/gold.h"
#include "dissent/manifest/manifest.h"
#include "dissent/manifest/official_split.h"
#include "dissent/manifest/read_inputs.h"
#include "dissent/manifest/votes_files.h"
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

using Parts = std::vector<std::optional<OfficialPart>>;

// Items that lack something, for one error or one remark.
struct Lacking {
  std::size_t items = 0;
  std::string first;  // its name

  void add(const VoteTable& votes, std::size_t item) {
    if (items++ == 0) first = votes.item_name(item);
  }
};

// An item of dev or test may have no votes: it is predicted, and not scored.
bool may_lack_votes(const Parts& parts, std::size_t item, bool drop_missing) {
  return !drop_missing && !parts.empty() && parts[item] && *parts[item] != OfficialPart::train;
}

}  // namespace

Dataset load_manifest(const Manifest& manifest) {
  ManifestVotes read = read_votes(manifest);
  ImportResult& imported = read.imported;
  VoteTable& votes = imported.votes;
  Parts& parts = read.parts;
  if (manifest.split) {
    OfficialSplit split = read_official_split(manifest, std::move(votes));
    votes = std::move(split.votes);
    parts = std::move(split.parts);
    if (!imported.gold.empty()) imported.gold.resize(votes.items(), -1);
  }
  std::vector<std::int32_t> gold = manifest.gold ? read_gold(manifest, votes) : std::move(imported.gold);
  std::vector<double> truth;
  if (!manifest.truth.empty()) truth = read_truth(manifest.truth, votes);
  MatchedInputs matched = read_inputs(manifest, votes);

  Lacking empty, apart;
  std::vector<bool> whole(votes.items(), true);  // items that lack neither votes nor a part of the split
  for (std::size_t i = 0; i < votes.items(); ++i) {
    const bool no_part = !parts.empty() && !parts[i];
    const bool no_votes = votes.is_empty(i) && !may_lack_votes(parts, i, manifest.drop_missing);
    if (no_part) apart.add(votes, i);
    if (no_votes) empty.add(votes, i);
    whole[i] = !no_part && !no_votes;
  }
  if (empty.items > 0 && !manifest.drop_missing) {
    fail("{}: {} of {} items have no votes, the first being {}; leave them out with `missing: drop`",
         file_names(manifest.votes), empty.items, votes.items(), in_quotes(empty.first));
  }
  if (apart.items > 0 && !manifest.drop_missing) {
    fail(
        "{}: split: {} of {} items are in none of train, dev and test, the first being {}; say where they "
        "belong, or leave them out with `missing: drop`",
        manifest.split->place, apart.items, votes.items(), in_quotes(apart.first));
  }
  if (matched.items.size() < votes.items() || empty.items > 0 || apart.items > 0) {
    // Rows of the inputs to keep, and the items they belong to.
    std::vector<std::uint32_t> rows, items;
    for (std::uint32_t row = 0; row < matched.items.size(); ++row) {
      if (!whole[matched.items[row]]) continue;
      rows.push_back(row);
      items.push_back(matched.items[row]);
    }
    imported.audit.remarks.push_back(
        fmt::format("missing: drop left out {} items without an input and {} items without votes{}",
                    votes.items() - matched.items.size(), matched.items.size() - items.size(),
                    parts.empty() ? "" : " or without a part of the split"));
    matched.inputs = select_inputs(std::move(matched.inputs), rows);
    if (!gold.empty()) gold = choose_rows(gold, 1, items);
    if (!truth.empty()) truth = choose_rows(truth, votes.classes(), items);
    if (!parts.empty()) parts = choose_rows(parts, 1, items);
    votes = select_items(votes, items);
  }
  if (matched.without_votes > 0) {
    imported.audit.remarks.push_back(
        fmt::format("missing: drop left out {} inputs without votes", matched.without_votes));
  }
  std::vector<OfficialPart> split;
  for (const std::optional<OfficialPart>& part : parts) split.push_back(*part);
  Dataset dataset = make_dataset(manifest.name, std::move(matched.inputs), std::move(votes), std::move(gold),
                                 std::move(truth), std::move(imported.audit), std::move(split));
  if (!dataset.split.empty()) dataset.audit.remarks.push_back(describe_split(dataset));
  return dataset;
}

}  // namespace dissent
