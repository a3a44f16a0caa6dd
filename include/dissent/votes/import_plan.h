// How a file of votes was read: every choice that the reader made by itself or was told, how sure it was, and
// what else the file could have been. Printed by --explain and as the first line of every import.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace dissent {

// How well a file fits a format. The best one is taken; two good ones are a question to the user.
struct Recognition {
  double confidence = 0;  // 0: not this format; 1: it can be nothing else
  std::string why;        // "a column is called 'label'"; empty where the confidence is 0
};

struct ImportPlan {
  struct Alternative {
    std::string format;
    double confidence = 0;
    std::string why;
  };

  std::string format;          // the importer's name
  double confidence = 0;       // 1 where the format was told by an option
  std::string why;             // what spoke for it
  std::string packing;         // "gzip", "zstd" or "zip"; empty where the file is not packed
  std::string separator;       // between the columns of a table, in words; empty elsewhere
  std::optional<bool> header;  // whether the first line of a table names its columns; empty elsewhere
  // Where items, annotators and labels stand, in words: "1st column", "column 'worker'", "key
  // 'annotation.value'". Empty where it does not apply or the source does not say.
  std::string item, annotator, label;
  std::vector<std::string> classes;       // in their order
  bool ordered = false;                   // whether that order means something
  std::vector<std::string> no_vote;       // labels that were taken for no vote
  std::vector<std::string> left_out;      // columns or keys that were not read
  std::vector<Alternative> alternatives;  // other formats that would fit, best first
};

// One line: "long, item = 1st column, annotator = 2nd column, label = 3rd column; 4 classes (nominal)".
std::string summary(const ImportPlan& plan);
// "1st", "2nd", "3rd", "4th", "11th": the column that has this index, counted from 0.
std::string ordinal_number(std::size_t index);

}  // namespace dissent
