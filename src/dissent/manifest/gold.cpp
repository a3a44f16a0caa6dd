#include "dissent/manifest/gold.h"

#include "dissent/core/error.h"
#include "dissent/core/names.h"
#include "dissent/core/text.h"
#include "dissent/manifest/item_fields.h"
#include "dissent/votes/vote_rows.h"

namespace dissent {

std::vector<std::int32_t> read_gold(const Manifest& manifest, const VoteTable& votes) {
  const ManifestField& wanted = *manifest.gold;
  Interner items;
  for (std::size_t i = 0; i < votes.items(); ++i) items.intern(votes.item_name(i));

  std::vector<std::int32_t> gold(votes.items(), -1);
  std::size_t known = 0, strangers = 0;
  std::string first_stranger;
  for_each_item_value(
      manifest, wanted, [&](std::string_view name, std::string_view label, const Record& record) {
        const std::uint32_t item = items.find(name);
        if (item == Interner::kAbsent) {
          if (strangers++ == 0) first_stranger = fmt::format("{}: item {}", record.place(), in_quotes(name));
          return;
        }
        if (is_missing_label(label)) return;
        const int k = class_index(votes.class_space(), label);
        if (k < 0) {
          const auto& names = votes.class_space().names;
          const std::vector<std::string_view> classes(names.begin(), names.end());
          throw Error(fmt::format("{}: {}", record.place(), unknown_name("gold label", label, classes)));
        }
        if (gold[item] >= 0 && gold[item] != k) {
          fail("{}: item {} has the gold label {} here and {} before; an item has one", record.place(),
               in_quotes(name), in_quotes(label),
               in_quotes(votes.class_name(static_cast<std::size_t>(gold[item]))));
        }
        known += gold[item] < 0;
        gold[item] = k;
      });
  // In the votes file itself, an item without votes has been counted there already.
  if (!wanted.file.empty() && strangers > 0 && !manifest.drop_missing) {
    fail("{}: {} gold labels are of items without votes, the first: {}; leave them out with `missing: drop`",
         wanted.place, strangers, first_stranger);
  }
  if (known == 0)
    fail("{}: gold: {} has no label of any item", wanted.place,
         (wanted.file.empty() ? manifest.votes.front().file : wanted.file).string());
  return gold;
}

}  // namespace dissent
