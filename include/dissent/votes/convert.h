// Votes from any source written in a form that other tools read: a row a vote, a column an annotator, counts,
// probabilities, or the JSON of a shared task.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include "dissent/core/choice.h"
#include "dissent/votes/vote_table.h"

namespace dissent {

enum class VoteForm { long_rows, counts, probabilities, wide, crowdkit, lewidi };
template <>
struct Choices<VoteForm> {
  static constexpr Choice<VoteForm> list[] = {{VoteForm::long_rows, "long"},
                                              {VoteForm::counts, "counts"},
                                              {VoteForm::probabilities, "probabilities"},
                                              {VoteForm::wide, "wide"},
                                              {VoteForm::crowdkit, "crowdkit"},
                                              {VoteForm::lewidi, "lewidi"}};
};

struct ConvertOptions {
  // Empty: by the name of the file. Text is a row a vote, arrays are counts; probabilities where the votes
  // have no counts.
  std::optional<VoteForm> form{};
};

// What was written, and what the file cannot tell its reader.
struct Conversion {
  VoteForm form = VoteForm::long_rows;
  std::uint64_t items_without_row = 0;  // items without votes have no row in the long form
  bool loses_classes = false;  // a reader of the long form would find other classes, or another order of them
  bool loses_names = false;    // the array has neither item nor class names
  bool needs_format = false;   // a reader must be told what the cells of the text are: counts, or labels
  bool needs_annotators = false;  // a reader must be told which columns of the wide form are annotators
  bool lacks_texts = false;       // the JSON has no texts of the items: votes do not know them
};

// Throws where the ending of `output` is unknown or cannot hold the form: what can be told before the votes
// are read.
void check_conversion(const std::filesystem::path& output, const ConvertOptions& options);

// Writes `output` (.csv, .tsv, .npy, .npz with names, .json; text and JSON to standard output where it is
// "-"). Throws as check_conversion() does, where the votes do not know what the form asks for, and where
// they have what it cannot hold, such as a name that would not be read again as it is. Data for programs:
// names are written exactly, also those that a spreadsheet would compute.
Conversion convert(const VoteTable& votes, const std::filesystem::path& output,
                   const ConvertOptions& options = {});

}  // namespace dissent
