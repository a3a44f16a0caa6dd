// Where the votes stand in the records of a JSON file: which keys are item, annotator and label, told by
// options, by usual names or by what the values look like.
#pragma once

#include <string>
#include <vector>

#include "dissent/votes/importer.h"
#include "dissent/votes/json_roles.h"

namespace dissent {

struct JsonLayout {
  enum class Shape {
    none,
    vote,     // a record a vote: the label is a value of it
    list,     // a list of labels in a record, perhaps beside one of annotators
    objects,  // a list of objects in a record, a vote each
    named,    // an object in a record, a vote a member: {annotator: label}
    wide,     // a key an annotator
  };
  using At = JsonAt;
  using Role = JsonRole;

  Shape shape = Shape::none;
  double confidence = 0;
  std::string why;
  Role item, annotator;
  std::string label;                      // path in the record, to a scalar, a list or an object
  std::string inner_label;                // Shape::objects: path in an element
  std::vector<std::string> wide;          // Shape::wide: the keys
  std::vector<std::string> one_hot{};     // Shape::vote: the keys of which those that are set are the labels
  bool choices = false;                   // Shape::vote: what is set in the object at `label` are the labels
  bool ratings = false;                   // of these, the values and not the names
  std::string item_list{};                // Shape::objects, items in step: the list that holds them
  std::string gold;                       // path of a label that is no vote; empty where there is none
  std::vector<std::string> candidates{};  // keys that could be the label; more than one is a question
  std::vector<std::string> left_out{};    // keys that are not read
  std::vector<std::string> remarks{};     // choices worth knowing
  std::string question{};                 // what only the user knows; the reader asks it
  bool items_by_look = false;  // Shape::named, items inside: names that do not look like items are none
};

// The options that name keys are heeded; one that names nothing gives Shape::none, which the reader refuses.
JsonLayout find_layout(const JsonTable& table, const JsonProfile& profile, const ImportOptions& options);

}  // namespace dissent
