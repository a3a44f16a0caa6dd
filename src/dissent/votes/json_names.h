// The names that keys of JSON records usually have beside those of columns (column_names.h), and what they
// tell.
#pragma once

#include <array>
#include <string_view>

namespace dissent {

// What a list of labels stands under.
inline constexpr auto kLabelLists = std::to_array<std::string_view>(
    {"labels",       "annotations",  "votes",      "answers",          "responses",
     "ratings",      "judgments",    "judgements", "annotator_labels", "worker_labels",
     "human_labels", "crowd_labels", "raw_labels", "label_list",       "all_labels",
     "scores",       "assessments",  "opinions",   "classifications",  "decisions",
     "verdicts",     "results"});
// The truth, which is nobody's vote.
inline constexpr auto kGoldNames =
    std::to_array<std::string_view>({"gold", "gold_label", "ground_truth", "true_label"});
// What was made of the votes of others, wherever it stands.
inline constexpr auto kAggregates = std::to_array<std::string_view>(
    {"gold", "gold_label", "ground_truth", "true_label", "majority", "majority_label", "majority_vote",
     "consensus", "consensus_label", "final", "final_label", "aggregate", "aggregated", "aggregated_label",
     "hard_label", "mean", "median", "average", "mode"});
// What annotators are sometimes called beside column_names.h; taken where the values are spread as people
// are.
inline constexpr auto kMoreAnnotators = std::to_array<std::string_view>(
    {"reviewer",     "reviewer_id",  "evaluator",    "evaluator_id",  "expert",      "expert_id",
     "labeller",     "labeller_id",  "annotated_by", "labeled_by",    "labelled_by", "created_by",
     "completed_by", "submitted_by", "rated_by",     "username",      "user_name",   "login",
     "email",        "prolific_id",  "prolific_pid", "participant",   "voter",       "voter_id",
     "grader",       "grader_id",    "tagger",       "turker",        "contributor", "contributor_id",
     "person",       "person_id",    "human_id",     "member",        "member_id",   "student",
     "student_id",   "llm",          "assessor_id",  "respondent_id", "subject_id",  "by"});
// What an item may be part of a larger one as.
inline constexpr auto kPartNames = std::to_array<std::string_view>(
    {"turn", "frame", "region", "segment", "paragraph", "reply", "message", "aspect"});
// The words of a text one by one; labels in step with them are tags of words and nobody's votes.
inline constexpr auto kTokenNames =
    std::to_array<std::string_view>({"tokens", "words", "token", "word", "tokenized", "tokenised", "chars"});
// What describes a record or a person and is no answer.
inline constexpr auto kOtherNames = std::to_array<std::string_view>(
    {"split",          "lang",      "language",   "source",     "age",         "gender",     "sex",
     "race",           "ethnicity", "education",  "country",    "nationality", "occupation", "timestamp",
     "time",           "date",      "created_at", "updated_at", "lead_time",   "duration",   "majority",
     "majority_label", "consensus", "hard_label", "author",     "confidence",  "truth",      "label_name",
     "version",        "status",    "batch",      "session"});
// What describes a person.
inline constexpr auto kPersonal = std::to_array<std::string_view>({"age",
                                                                   "gender",
                                                                   "sex",
                                                                   "race",
                                                                   "ethnicity",
                                                                   "ethnicity simplified",
                                                                   "education",
                                                                   "nationality",
                                                                   "country",
                                                                   "country of birth",
                                                                   "country of residence",
                                                                   "occupation",
                                                                   "religion",
                                                                   "birth_year",
                                                                   "first_language",
                                                                   "native_language",
                                                                   "employment status",
                                                                   "student status",
                                                                   "income",
                                                                   "politics"});

}  // namespace dissent
