// Which way round an object of objects of labels is: {item: {annotator: label}} or {annotator: {item:
// label}}.
#pragma once

#include <string>

#include "dissent/io/json.h"
#include "dissent/votes/json_profile.h"

namespace dissent {

enum class Outer { items, annotators, unclear };

struct Nesting {
  Outer outer = Outer::unclear;
  std::string why;             // what told it, or what there is to tell it by
  bool fewer_outside = false;  // there are fewer outer names than inner ones
  bool inner_items = false;    // most inner names look like those of items
};

// By names first, then by numbers: there are more items than annotators. A full table whose names say nothing
// is unclear unless one side is far larger.
Nesting nesting_of(const Json& document);

// Whether the members of the inner objects are fields of a record, each with values of its own, and not
// votes.
bool holds_fields(const Json& document);

// Whether some key of the records describes a person.
bool tells_of_people(const JsonProfile& profile);
// Whether the file is a model's settings, which say how its classes are numbered.
bool describes_a_model(const JsonProfile& profile);
// Whether records tell who the annotators are (age, gender), and not what they said.
bool describes_annotators(const JsonProfile& profile);

}  // namespace dissent
