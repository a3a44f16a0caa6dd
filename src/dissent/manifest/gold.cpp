#include "dissent/manifest/gold.h"

#include "dissent/core/error.h"
#include "dissent/core/names.h"
#include "dissent/core/text.h"
#include "dissent/manifest/records.h"
#include "dissent/votes/importers.h"
#include "dissent/votes/vote_rows.h"

namespace dissent {
namespace {

// The column that names the item, where the gold labels are in the votes file and the manifest does not say.
std::string item_column_of(const Source& source, const Manifest& manifest) {
  if (source.kind() != Source::Kind::table) {
    fail("{}: gold: {} is no table; name its fields: gold: {{column: ..., item: ...}}", manifest.gold->place,
         source.path().string());
  }
  const int column = long_item_column(source, manifest.import_options);
  if (column < 0) {
    fail("{}: gold: which column of {} names the item? Say it: gold: {{column: {}, item: ...}}",
         manifest.gold->place, source.path().string(), manifest.gold->label);
  }
  return source.header()[static_cast<std::size_t>(column)];
}

}  // namespace

std::vector<std::int32_t> read_gold(const Manifest& manifest, const VoteTable& votes) {
  const ManifestGold& wanted = *manifest.gold;
  const bool own_file = !wanted.file.empty();
  if (own_file && !std::filesystem::exists(wanted.file)) {
    fail("{}: gold: {} is not there; paths are relative to the manifest", wanted.place, wanted.file.string());
  }
  const Source source(own_file ? wanted.file : manifest.votes);
  const std::string item_field = wanted.item.empty() ? item_column_of(source, manifest) : wanted.item;
  Interner items;
  for (std::size_t i = 0; i < votes.items(); ++i) items.intern(votes.item_name(i));

  std::vector<std::int32_t> gold(votes.items(), -1);
  std::size_t known = 0, strangers = 0;
  std::string first_stranger;
  for_each_record(source, {item_field, wanted.label}, wanted.place, [&](const Record& record) {
    const std::string_view name = trim(record[0]);
    const std::uint32_t item = items.find(name);
    if (item == Interner::kAbsent) {
      if (strangers++ == 0) first_stranger = fmt::format("{}: item {}", record.place(), in_quotes(name));
      return;
    }
    const std::string_view label = trim(record[1]);
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
  if (own_file && strangers > 0 && !manifest.drop_missing) {
    fail("{}: {} gold labels are of items without votes, the first: {}; leave them out with `missing: drop`",
         wanted.place, strangers, first_stranger);
  }
  if (known == 0) fail("{}: gold: {} has no label of any item", wanted.place, source.path().string());
  return gold;
}

}  // namespace dissent
