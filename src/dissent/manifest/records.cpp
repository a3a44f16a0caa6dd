#include "dissent/manifest/records.h"

#include <algorithm>

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

// The values of fields in JSON records, one record after the other.
class JsonFields {
 public:
  explicit JsonFields(const std::vector<std::string>& fields) : fields_(fields), texts_(fields.size()) {
    for (const std::string& field : fields) paths_.push_back(split(field, '.'));
    values_.resize(fields.size());
  }

  // The record's own name, where it has one, stands for a key `item` that it has not.
  std::span<const std::string_view> of(const Json& record, const std::string* name,
                                       const std::function<std::string()>& place) {
    for (std::size_t f = 0; f < fields_.size(); ++f) {
      const Json* value = find(record, f);
      if (value == nullptr && name != nullptr && fields_[f] == "item") {
        texts_[f] = *name;
      } else if (value == nullptr) {
        fail("{}: the key {} is missing; every record needs it", place(), in_quotes(fields_[f]));
      } else {
        texts_[f] = value->is_null()     ? ""
                    : value->is_string() ? value->get_ref<const std::string&>()
                                         : scalar_text(*value, fields_[f], place());
      }
      values_[f] = texts_[f];
    }
    return values_;
  }

  // Whether a document is {name: record, ...} and not a record itself.
  bool are_named(const Json& document) const {
    if (!document.is_object() || document.empty()) return false;
    for (const auto& path : paths_) {
      if (find_key(document, path.front()) != nullptr) return false;
    }
    return std::all_of(document.begin(), document.end(), [](const Json& value) { return value.is_object(); });
  }

 private:
  const Json* find(const Json& record, std::size_t f) const {
    const Json* value = find_key(record, fields_[f]);  // a key with a dot in it comes first
    if (value != nullptr) return value;
    value = &record;
    for (const std::string& key : paths_[f]) {
      value = find_key(*value, key);
      if (value == nullptr) return nullptr;
    }
    return value;
  }

  const std::vector<std::string>& fields_;
  std::vector<std::vector<std::string>> paths_;
  std::vector<std::string> texts_;
  std::vector<std::string_view> values_;
};

void read_json(const Source& source, const std::vector<std::string>& fields,
               const std::function<void(const Record&)>& visit) {
  JsonFields values(fields);
  if (source.kind() == Source::Kind::json && values.are_named(source.document())) {
    std::string name;
    const std::function<std::string()> place = [&] {
      return fmt::format("{}, item {}", source.path().string(), in_quotes(name));
    };
    for (const auto& [key, record] : source.document().items()) {
      name = key;
      visit(Record(values.of(record, &name, place), place));
    }
    return;
  }
  JsonRecords records(source, "a list of records");
  const std::function<std::string()> place = [&] { return records.place(); };
  while (records.next()) visit(Record(values.of(records.record(), nullptr, place), place));
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
