#include "dissent/manifest/records.h"

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/io/csv.h"
#include "dissent/votes/json_records.h"

namespace dissent {
namespace {

void read_table(const Source& source, const std::vector<std::string>& fields, std::string_view where,
                const std::function<void(const Record&)>& visit) {
  std::vector<std::size_t> columns;
  for (const std::string& field : fields) {
    const int column = source.column(field);
    if (column < 0) {
      const std::vector<std::string_view> known(source.header().begin(), source.header().end());
      throw Error(fmt::format("{}{}{}: {}", where, where.empty() ? "" : ": ", source.path().string(),
                              unknown_name("column", field, known)));
    }
    columns.push_back(static_cast<std::size_t>(column));
  }
  CsvReader reader(source.bytes(), source.delimiter(), source.path(), source.body());
  std::vector<std::string_view> values(fields.size());
  const std::function<std::string()> place = [&] { return reader.place(); };
  while (reader.next(source.header().size())) {
    for (std::size_t f = 0; f < columns.size(); ++f) values[f] = reader.fields()[columns[f]];
    visit(Record(values, place));
  }
}

void read_json(const Source& source, const std::vector<std::string>& fields,
               const std::function<void(const Record&)>& visit) {
  std::vector<std::vector<std::string>> paths;
  for (const std::string& field : fields) paths.push_back(split(field, '.'));
  JsonRecords records(source, "a list of records");
  std::vector<std::string> texts(fields.size());
  std::vector<std::string_view> values(fields.size());
  const std::function<std::string()> place = [&] { return records.place(); };
  while (records.next()) {
    for (std::size_t f = 0; f < fields.size(); ++f) {
      const Json* value = find_key(records.record(), fields[f]);  // a key with a dot in it comes first
      if (value == nullptr) {
        value = &records.record();
        for (const std::string& key : paths[f]) {
          value = find_key(*value, key);
          if (value == nullptr) {
            fail("{}: the key {} is missing; every record needs it", records.place(), in_quotes(fields[f]));
          }
        }
      }
      texts[f] = value->is_null()     ? ""
                 : value->is_string() ? value->get_ref<const std::string&>()
                                      : scalar_text(*value, fields[f], records.place());
      values[f] = texts[f];
    }
    visit(Record(values, place));
  }
}

}  // namespace

void for_each_record(const Source& source, const std::vector<std::string>& fields, std::string_view where,
                     const std::function<void(const Record&)>& visit) {
  switch (source.kind()) {
    case Source::Kind::table:
      return read_table(source, fields, where, visit);
    case Source::Kind::json:
    case Source::Kind::jsonl:
      return read_json(source, fields, visit);
    case Source::Kind::npy:
    case Source::Kind::zip:
      fail("{}: an array, where a table is wanted: CSV, TSV, JSON or JSON Lines", source.path().string());
  }
}

}  // namespace dissent
