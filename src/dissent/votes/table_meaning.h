// What a table of cells means: labels by annotator, votes by class, or probabilities by class. The one place
// where that is decided, by evidence; small integers without any are left undecided rather than guessed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "dissent/votes/importer.h"
#include "dissent/votes/integer_meaning.h"
#include "dissent/votes/item_column.h"
#include "dissent/votes/source.h"

namespace dissent {

struct TableReading {
  TableMeaning meaning = TableMeaning::none;
  double confidence = 0;
  std::string why;
  int item = -1;            // column that names the item; -1: rows are numbered
  bool transposed = false;  // a row is an annotator, whose name stands in `item`, and a column an item
  std::string question;     // what the user has to say before the columns can be taken
  std::vector<std::size_t> columns;   // of annotators or of classes
  std::vector<std::size_t> left_out;  // the others
};

// From the header and the first records of a table; none for other kinds of source. Columns that the options
// name are heeded.
TableReading read_meaning(const Source& source, const ImportOptions& options);
inline TableMeaning meaning_of_table(const Source& source, const ImportOptions& options = {}) {
  return read_meaning(source, options).meaning;
}
// The columns of a table that is known to hold labels by annotator, or numbers by class.
TableReading columns_of_wide(const Source& source, const ImportOptions& options);
TableReading columns_of_numbers(const Source& source, const ImportOptions& options);

}  // namespace dissent
