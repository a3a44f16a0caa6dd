// The fields of a table or of JSON records with the first of their values: what tells which of them names the
// items and which holds labels.
#pragma once

#include <string>
#include <vector>

#include "dissent/predictions/item_field.h"
#include "dissent/votes/source.h"

namespace dissent {

// A document of named records has the field "item" besides those of its records.
std::vector<FieldValues> sampled_fields(const Source& source);
std::vector<std::string> field_names(const Source& source);
// The field that names the items; empty where none does.
std::string item_field_named_by(const Source& source, const PredictionContext& context);

// Whether the first line of a table, which was taken for names of columns, has one of the votes' items where
// they stand below: it is a row like the others.
bool header_is_row(const Source& source, const PredictionContext& context);
// Whether the first row of a table without a header names the votes' classes, as where those are numbers.
bool first_row_names_classes(const Source& source, const PredictionContext& context);

// item_attribute() of a file that is open already; in attributes.cpp.
std::vector<std::string> attribute_of(const Source& source, const std::string& field,
                                      const std::string& item_field, const VoteTable& votes,
                                      const ItemIndex& index);

}  // namespace dissent
