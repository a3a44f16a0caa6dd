// The records of any JSON file, wherever they lie in it: lines, an array, an array or an object of records
// under a key, named records, lists by name, columns, rows below a header, or one record.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "dissent/votes/source.h"

namespace dissent {

class JsonTable {
 public:
  enum class Form { none, lines, list, named, lists, columns, rows, single };
  // The key under which a list stands in the record that is made of it (Form::lists).
  static constexpr std::string_view kList = "votes";

  // `source` must stay. Anything but JSON, and JSON without records, has the form `none`.
  explicit JsonTable(const Source& source);

  Form form() const { return form_; }
  // What was found, in words: "an array of records under 'data'".
  std::string words() const;
  // Keys beside the one that holds the records: not read.
  const std::vector<std::string>& beside() const { return beside_; }

  // Whether records have names: those of an object's members, or of a table's index.
  bool named() const { return form_ == Form::named || form_ == Form::lists || index_ != nullptr; }
  // Form::rows whose columns have no names and go by number, from 1.
  bool nameless() const { return form_ == Form::rows && header_ == &numbers_; }

  bool next();
  void rewind();
  const Json& record() const { return *record_; }
  const std::string& name() const { return name_; }  // of a named record; empty elsewhere
  std::size_t number() const { return number_; }     // of the current record, from 1
  std::string place() const;

 private:
  bool take_nameless(const Json& rows, const std::string& path);
  bool look(const Json& value, const std::string& path, int depth);
  bool look_into_object(const Json& value, const std::string& path, int depth);
  bool take(Form form, const Json& holder, const std::string& path);
  void make_record();
  void find_packed();
  void unpack_record();

  const Source& source_;
  Form form_ = Form::none;
  const Json* holder_ = nullptr;
  const Json* header_ = nullptr;  // rows: the names of the columns
  const Json* index_ = nullptr;   // rows: the names of the rows, where they are names
  Json numbers_;                  // rows without names: the numbers of the columns, as texts
  std::string path_;              // of the holder; empty where it is the document
  std::vector<std::string> beside_;
  JsonLines lines_;
  const Json* record_ = nullptr;
  std::vector<std::string> packed_;  // keys whose texts are lists or objects themselves
  Json unpacked_;                    // the current record with these as what they are
  Json made_;                        // lists, columns and rows: the current record
  std::string name_;
  std::size_t number_ = 0;
  std::size_t size_ = 0;
};

}  // namespace dissent
