// The names that columns of tables and keys of JSON records usually have, in lower case and in order of
// preference: the first that is there is taken.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dissent {

inline constexpr std::array kItemNames = std::to_array<std::string_view>(
    {"item",       "item_id",     "itemid",      "task",      "task_id",     "taskid",   "example",
     "example_id", "instance_id", "instance",    "question",  "question_id", "sample",   "sample_id",
     "unit",       "unit_id",     "_unit_id",    "hitid",     "hit_id",      "image",    "image_id",
     "image_path", "document",    "document_id", "doc_id",    "text_id",     "tweet_id", "sentence_id",
     "post_id",    "comment_id",  "filename",    "file_name", "url",         "uid",      "id"});

// What the item itself may stand under; it names the item where nothing else does.
inline constexpr std::array kTextNames =
    std::to_array<std::string_view>({"text", "sentence", "tweet", "comment", "post", "content", "title"});

inline constexpr std::array kAnnotatorNames = std::to_array<std::string_view>(
    {"annotator",  "annotator_id", "annotatorid", "annotator_name", "worker",  "worker_id",
     "_worker_id", "workerid",     "worker_name", "user",           "user_id", "userid",
     "rater",      "rater_id",     "coder",       "coder_id",       "judge",   "judge_id",
     "assessor",   "performer",    "participant", "participant_id", "labeler", "labeler_id",
     "subject",    "respondent"});

// A gold label is nobody's vote, and stands under none of these.
inline constexpr std::array kLabelNames = std::to_array<std::string_view>(
    {"label",    "answer",      "rating",   "response", "vote",   "annotation", "judgment", "judgement",
     "category", "class",       "choice",   "score",    "value",  "output",     "verdict",  "decision",
     "tag",      "class_label", "label_id", "selected", "stance", "sentiment"});

// Columns that hold all votes of an item, and all who gave them.
inline constexpr std::array kVotesColumns = std::to_array<std::string_view>(
    {"annotations", "labels", "votes", "ratings", "answers", "scores", "responses", "judgments"});
inline constexpr std::array kVotersColumns =
    std::to_array<std::string_view>({"annotators", "workers", "users", "raters", "coders", "annotator_ids",
                                     "worker_ids", "user_ids", "rater_ids"});

// The words of a name in lower case, cut at signs and where capitals begin: "rot-worker-id" has three,
// "pairID" two.
std::vector<std::string> words_of_name(std::string_view name);
// Whether a column of this name says who voted: a name of the list, or one that ends like "amt_worker_ids".
bool names_annotator_column(std::string_view name);
// Whether a column of this name identifies something: a name of the list, or one that ends in "id" and is not
// about people, votes or batches of them.
bool names_item_column(std::string_view name);
// Whether a column of this name holds what is true or was made of votes or by a model, which nobody voted:
// "gold", "consensus", "clean_label", "prediction".
bool names_gold_column(std::string_view name);

// Lower case, without blanks, '_' and '-': "HITId", "hit_id" and "Hit ID" are one name.
std::string plain_name(std::string_view name);
// The place of `name` in a list of names, compared plainly; -1 where it is not in it.
int rank_of_name(std::string_view name, std::span<const std::string_view> names);

}  // namespace dissent
