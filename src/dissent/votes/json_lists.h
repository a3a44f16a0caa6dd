// Lists and objects in the records of a JSON file, and what tells that they are votes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "dissent/votes/json_numbers.h"
#include "dissent/votes/json_profile.h"

namespace dissent {

// What the objects at `path` of the records mean.
NumberMeaning meaning_at(const JsonProfile& profile, const std::string& path);

// The same list everywhere names the classes, and is nobody's answer.
bool is_class_list(const JsonProfile& profile, const JsonPath& path);

// Whether two lists are of one length in most records: each label is that annotator's.
bool are_in_step(const JsonProfile& profile, std::string_view labels, std::string_view annotators);

// Whether a list of some record has one label twice: several people gave them, since nobody chooses twice.
// `inner` is the label's path in elements that are objects.
bool repeats_within_a_list(const JsonProfile& profile, std::string_view list, std::string_view inner = "");

// A list of numbers of one length everywhere: shares where each sums to 1, counts where the name says so or
// all have one sum.
NumberMeaning meaning_of_lists(const JsonProfile& profile, const std::string& path);

// Whether the labels in lists are somebody's choice of several and not the votes of several people: nobody
// chooses twice, and people would have agreed by chance.
bool are_sets(const JsonProfile& profile, const std::string& list);

// Whether the elements say where in a text or a picture something is: marks, and no votes.
bool are_marks(const JsonProfile& elements);

// Whether a list offers answers to choose from, or tags words: the labels are the same everywhere, stand
// beside such a list, or are in step with words.
bool is_no_answer(const JsonProfile& profile, const JsonPath& path);
// The same for lists of objects with a label.
bool offers_answers(const JsonProfile& profile, const std::string& list, const std::string& label);

// A path of names in another list of objects, in step with `list`: that which is told, or one called as items
// are; empty where there is none.
std::string items_in_step(const JsonProfile& profile, const std::string& list, const std::string& told);

// "items", "question_ids": more than one of what names an item.
bool is_plural_item(std::string_view path);

// Texts that hardly ever come again: what people wrote, and not what they chose.
bool is_free_text(const JsonPath& path);

// Whether two keys say the same in other words: "label" and "label_id".
bool is_same_question(const JsonProfile& profile, const JsonPath& a, const JsonPath& b);

// "annotators", "worker_ids": more than one of what names an annotator.
bool is_plural_annotator(std::string_view path);

// "rater_gender", "worker.age": something of an annotator, and no label.
bool is_about_annotator(std::string_view path);

// Whether a key is one of these, in which * stands for any text.
bool fits_a_pattern(std::string_view key, const std::vector<std::string>& patterns);

}  // namespace dissent
