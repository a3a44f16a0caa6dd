// Which columns of a table with a row a vote hold the item, the annotator and the label: named by an option,
// by a usual name, by the prefixes of crowdsourcing platforms, or told by what the columns hold.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "dissent/votes/importer.h"
#include "dissent/votes/source.h"

namespace dissent {

struct LongColumns {
  int item = -1;
  std::vector<int> more_items;  // further columns that together with `item` identify it
  int annotator = -1;           // -1: the source does not know
  int label = -1;
  int weight = -1;           // how many votes a row stands for; -1: one
  std::vector<int> one_hot;  // columns that are 1 for the label, in place of `label`
  bool comma_lists = false;  // the lists have commas and no brackets
  bool lists = false;        // a cell of `label` holds a list of labels, one of `annotator` perhaps of names
};

struct RoleSearch {
  LongColumns columns;
  double confidence = 0;  // 0: this is no table with a row a vote
  std::string why;
  std::string remark;                 // for the audit: a choice that could surprise
  std::string question;               // where something cannot be told: what the user has to say
  std::vector<std::string> left_out;  // columns that were not taken
};

// Throws where an option names a column that is not there.
RoleSearch find_roles(const Source& source, const ImportOptions& options);

// "1st column" of a table without a header, "column 'worker'" of one with.
std::string column_text(const Source& source, int column);
// The column that the option `key` names, by its name or by its number from 1. Throws where there is none.
int named_column(const Source& source, const std::string& name, std::string_view key);
// Whether a column of this name usually holds an item, an annotator or a label.
bool is_role_name(std::string_view name);

}  // namespace dissent
