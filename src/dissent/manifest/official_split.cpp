#include "dissent/manifest/official_split.h"

#include <utility>

#include "dissent/core/choices.h"
#include "dissent/core/error.h"
#include "dissent/core/names.h"
#include "dissent/core/text.h"
#include "dissent/manifest/item_fields.h"

namespace dissent {
namespace {

VoteTable with_items(const VoteTable& votes, const std::vector<std::string>& names) {
  VoteTable::Parts parts;
  parts.knowledge = votes.knowledge();
  parts.classes = votes.class_space();
  for (std::size_t i = 0; i < votes.items(); ++i) parts.items.add(votes.item_name(i));
  for (std::size_t a = 0; a < votes.annotators(); ++a) parts.annotators.add(votes.annotator_name(a));
  const auto copy = [](auto& to, const auto& from) { to.assign(from.begin(), from.end()); };
  copy(parts.offsets, votes.offsets());
  copy(parts.labels, votes.entry_labels());
  copy(parts.annotator, votes.entry_annotators());
  copy(parts.count, votes.entry_counts());
  copy(parts.probability, votes.entry_probabilities());
  for (const std::string& name : names) {
    parts.items.add(name);
    parts.offsets.push_back(parts.offsets.back());
  }
  return VoteTable(std::move(parts));
}

OfficialPart part_of(std::string_view word, const std::string& place) {
  const std::optional<OfficialPart> part = official_part(word);
  if (part) return *part;
  throw Error(fmt::format("{}: {}", place, unknown_choice<OfficialPart>(word)));
}

}  // namespace

OfficialSplit read_official_split(const Manifest& manifest, VoteTable votes) {
  const ManifestField& wanted = *manifest.split;
  Interner items;
  for (std::size_t i = 0; i < votes.items(); ++i) items.intern(votes.item_name(i));
  std::vector<std::optional<OfficialPart>> parts(items.size());
  std::vector<std::string> hidden;
  std::size_t unlearnable = 0;  // of the training part, without votes
  std::string first_unlearnable;
  for_each_item_value(manifest, wanted,
                      [&](std::string_view name, std::string_view word, const Record& record) {
                        if (name.empty()) fail("{}: the item's name is empty", record.place());
                        if (word.empty()) return;
                        const OfficialPart part = part_of(word, record.place());
                        std::uint32_t item = items.find(name);
                        if (item == Interner::kAbsent) {
                          // A stranger in the votes file itself was left out when it was read.
                          if (manifest.drop_missing || wanted.file.empty()) return;
                          if (part == OfficialPart::train) {
                            if (unlearnable++ == 0)
                              first_unlearnable = fmt::format("{}: item {}", record.place(), in_quotes(name));
                            return;
                          }
                          item = items.intern(name);
                          parts.emplace_back();
                          hidden.emplace_back(name);
                        }
                        if (parts[item] && *parts[item] != part) {
                          fail("{}: item {} is of {} here and of {} before; an item is of one part",
                               record.place(), in_quotes(name), name_of(part), name_of(*parts[item]));
                        }
                        parts[item] = part;
                      });
  if (unlearnable > 0) {
    fail("{}: split: {} items of train have no votes, the first: {}; leave them out with `missing: drop`",
         wanted.place, unlearnable, first_unlearnable);
  }
  if (!hidden.empty()) votes = with_items(votes, hidden);
  return {std::move(votes), std::move(parts), hidden.size()};
}

}  // namespace dissent
