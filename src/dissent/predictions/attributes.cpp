#include "dissent/predictions/attributes.h"

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/manifest/records.h"
#include "dissent/predictions/sampled_fields.h"
#include "dissent/votes/table_meaning.h"

namespace dissent {
namespace {

std::string item_field_of(const Source& source, const ItemIndex& index) {
  std::string found = item_field_named_by(source, {&index, nullptr, false});
  if (!found.empty()) return found;
  if (source.kind() == Source::Kind::table) {
    if (const int column = find_item_column(source, {}); column >= 0) {
      return source.header()[static_cast<std::size_t>(column)];
    }
  }
  fail("{}: which column names the item? It has {}; call it 'item'", source.path().string(),
       in_quotes(join(field_names(source), ", "), 200));
}

}  // namespace

std::vector<std::string> attribute_of(const Source& source, const std::string& field,
                                      const std::string& item_field, const VoteTable& votes,
                                      const ItemIndex& index) {
  std::vector<std::string> values(votes.items());
  bool any = false;
  const std::string by = item_field.empty() ? item_field_of(source, index) : item_field;
  for_each_record(source, {by, field}, "", [&](const Record& record) {
    const std::uint32_t item = index.find(trim(record[0]));
    const std::string_view value = trim(record[1]);
    if (item == Interner::kAbsent || value.empty()) return;
    any = true;
    if (!values[item].empty() && values[item] != value) {
      fail("{}: item {} has {} {} here and {} before; an item has one", record.place(), in_quotes(record[0]),
           field, in_quotes(value), in_quotes(values[item]));
    }
    values[item] = value;
  });
  if (!any) {
    fail("{}: names none of the items of the votes under {}; the first of those is {}",
         source.path().string(), in_quotes(by), in_quotes(votes.item_name(0)));
  }
  return values;
}

std::vector<std::string> item_attribute(const std::filesystem::path& file, const std::string& field,
                                        const std::string& item_field, const VoteTable& votes,
                                        const ItemIndex& index) {
  return attribute_of(Source(file), field, item_field, votes, index);
}

}  // namespace dissent
