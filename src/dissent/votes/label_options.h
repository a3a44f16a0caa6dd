// What the user says about labels (map, no-vote, nominal), applied in one place for every format.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dissent/votes/vote_builder.h"

namespace dissent {

// The pairs of ImportOptions::map: old=new texts, or the rows of the CSV file that its only entry names.
// Throws where a pair has no '=' and no such file is there, and where one label is mapped twice.
class LabelMap {
 public:
  explicit LabelMap(const ImportOptions& options);
  bool empty() const { return pairs_.empty(); }
  // The new name, or the label as it is; "1.0" is "1" here as everywhere.
  std::string_view operator()(std::string_view label) const;
  // Throws where not one of the pairs is among these labels, with those that are there.
  void check_use(const std::vector<std::string>& labels, std::string_view file) const;

 private:
  std::vector<std::pair<std::string, std::string>> pairs_;
};

// The same text, or the same number.
bool same_label(std::string_view a, std::string_view b);
// Whether the label is one that ImportOptions::no_vote names.
bool is_no_vote(std::string_view label, const ImportOptions& options);
// Whether -1 can only mean that there is no vote: it is the only number below 0, and the others go up to 2 at
// least (labels of -1, 0 and 1 may be a scale).
bool minus_one_is_no_vote(const VoteRows& rows);
// Throws where 0 has most of the cells of a table with a column an annotator and the other labels count from
// 1 on, or are -1 and 1: it may be a class or stand for no vote. Notes it where it has some of them.
void question_zero(const VoteRows& rows, const ImportOptions& options, Audit& audit);
// Throws where the labels cannot be taken as they are: one that is usually no vote (-1, 255, ?) has most of
// the votes or lies far outside, or there are more classes than votes can tell. Notes what is only likely.
// `rows` are as the file has them, after the options were applied.
void question_labels(const VoteRows& rows, const ImportOptions& options, Audit& audit);
// Two labels that are one number and are written in different ways: "01" and "1", "1.1" and "1.10" ("1.0" is
// "1"). Nothing where there are none.
std::optional<std::pair<std::string, std::string>> labels_of_one_number(const NameList& labels);
// Throws where both `ordinal` and `nominal` are set; takes the order away where `nominal` is.
void settle_order(ClassSpace& classes, const ImportOptions& options);

}  // namespace dissent
