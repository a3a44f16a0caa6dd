#include "dissent/manifest/item_fields.h"

#include <string>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/io/folder.h"
#include "dissent/votes/importers.h"

namespace dissent {
namespace {

// The column that names the item, where the field is in the votes file and the manifest does not say.
std::string item_column_of(const Source& source, const Manifest& manifest, const ManifestField& wanted) {
  if (source.kind() != Source::Kind::table) {
    fail("{0}: {1}: {2} is no table; name its fields: {1}: {{column: ..., item: ...}}", wanted.place,
         wanted.key, source.path().string());
  }
  const int column = long_item_column(source, manifest.import_options);
  if (column < 0) {
    fail("{0}: {1}: which column of {2} names the item? Say it: {1}: {{column: {3}, item: ...}}",
         wanted.place, wanted.key, source.path().string(), wanted.field);
  }
  return source.header()[static_cast<std::size_t>(column)];
}

}  // namespace

void for_each_item_value(
    const Manifest& manifest, const ManifestField& wanted,
    const std::function<void(std::string_view item, std::string_view value, const Record&)>& visit) {
  const bool own_file = !wanted.file.empty();
  if (!own_file && manifest.votes.size() > 1) {
    fail("{0}: {1}: the votes are in several files; give a file of its own: {1}: {{file: ..., ...}}",
         wanted.place, wanted.key);
  }
  if (own_file && !is_there(wanted.file)) {
    fail("{}: {}: {} is not there; paths are relative to the manifest", wanted.place, wanted.key,
         wanted.file.string());
  }
  const Source source(own_file ? wanted.file : manifest.votes.front().file);
  const std::string item = wanted.item.empty() ? item_column_of(source, manifest, wanted) : wanted.item;
  for_each_record(source, {item, wanted.field}, wanted.place,
                  [&](const Record& record) { visit(trim(record[0]), trim(record[1]), record); });
}

}  // namespace dissent
