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
