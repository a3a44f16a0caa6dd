// What the importers of JSON exports share: the records of a file one after the other, keys looked up with a
// message that names the place, and the choice of one question where an export holds several.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "dissent/core/names.h"
#include "dissent/votes/importer.h"
#include "dissent/votes/source.h"
#include "dissent/votes/vote_builder.h"

namespace dissent {

// The value of `key`, or null where `record` is no object or has no such key.
const Json* find_key(const Json& record, std::string_view key);
// find_key() that takes a key whose value is null for a key that is not there.
const Json* find_value(const Json& record, std::string_view key);
// The value of `key`; where it is missing or of another type, an error at `place`.
const Json& wanted_key(const Json& record, std::string_view key, std::string_view place);
const Json& wanted_array(const Json& record, std::string_view key, std::string_view place);
const Json& wanted_object(const Json& record, std::string_view key, std::string_view place);
// Fails where a name is empty or blank.
void check_name(std::string_view name, std::string_view what, std::string_view place);
// A scalar that names an item or an annotator: not empty.
std::string name_text(const Json& value, std::string_view what, std::string_view place);
// A scalar that is a label: null is the empty label, which VoteBuilder counts.
std::string label_text(const Json& value, std::string_view what, std::string_view place);

// The record that tells a list-shaped export: the first line, the first element of an array, or the document
// itself (JSON Lines of a single line look like one object). Null where the source is not JSON.
const Json* sample_record(const Source& source);

// The records of a list-shaped export (JSON Lines, an array, or a single object), all of them objects.
class JsonRecords {
 public:
  JsonRecords(const Source& source, std::string_view format);
  bool next();
  const Json& record() const { return *record_; }
  std::size_t number() const { return number_; }  // of the current record, from 1
  const std::string& place();  // "votes.jsonl, line 12" or "tasks.json, record 3"; made when asked for

 private:
  const Source& source_;
  JsonLines lines_;
  const Json* record_ = nullptr;
  std::size_t number_ = 0;
  std::string place_;
};

// The document of an export that is one object of named records; anything else is an error.
const Json& named_records(const Source& source, std::string_view format);

// A builder whose messages name the file.
VoteBuilder builder_for(const Source& source, const ImportOptions& options);
// One vote; an empty annotator is an unknown one.
void add_vote(VoteBuilder& builder, std::string_view item, std::string_view annotator, std::string_view label,
              std::string_view place);
// Counts an answer that holds several labels, each of which is a vote.
void note_several_labels(Audit& audit, std::string_view place);
// For exports whose fields are fixed: a column flag is an error, not silently without effect.
void refuse_column_flags(const ImportOptions& options, std::string_view format);

// For exports that say themselves which names are items and which are annotators.
void refuse_transpose(const ImportOptions& options, std::string_view format);

// One question of several: the one that ImportOptions::label_column names, or the only one there is.
class QuestionChoice {
 public:
  explicit QuestionChoice(const ImportOptions& options) : wanted_(options.label_column) {}
  // Whether an answer to `question` is to be read. Without a name that is the first question met, and
  // settle() fails should there have been more.
  bool take(std::string_view question);
  // After the last record: fails where the choice was not clear; notes the question as a remark.
  void settle(const Source& source, Audit& audit) const;

 private:
  std::string wanted_;
  Interner met_;
};

// What readers of exports with several questions share: the records, the question that is read, and the table
// that is built.
class QuestionReader {
 protected:
  // `format` is the importer's name, for messages. Source and options must stay.
  QuestionReader(const Source& source, const ImportOptions& options, std::string_view format);

  // After the last record: the question is settled and noted.
  void settle() { question_.settle(source_, builder_.audit()); }
  ImportResult built() &&;

  const Source& source_;
  const ImportOptions& options_;
  JsonRecords records_;
  VoteBuilder builder_;
  QuestionChoice question_;
  std::string item_;           // of the current record
  std::uint64_t dropped_ = 0;  // answers that were read and are no votes
};

}  // namespace dissent
