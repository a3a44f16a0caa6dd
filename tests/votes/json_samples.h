// Small exports in the shapes that the tools really write, and the helpers that their tests share.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "dissent/core/error.h"
#include "dissent/votes/importer.h"

namespace dissent::samples {

inline constexpr std::string_view kChaosSnli =
    R"({"uid": "2407214681.jpg#0r1n", "label_counter": {"n": 70, "e": 30}, "majority_label": "n", "label_dist": [0.3, 0.7, 0.0], "label_count": [30, 70, 0], "entropy": 0.8812908992306927, "example": {"uid": "2407214681.jpg#0r1n", "premise": "Two children wash their hands.", "hypothesis": "Two kids at a ballgame.", "source": "snli_agree_3"}, "old_label": "n", "old_labels": ["neutral", "neutral", "neutral", "entailment", "entailment"]}
{"uid": "50830c", "label_counter": {"c": 20, "e": 12, "n": 68}, "majority_label": "n", "label_dist": [0.12, 0.68, 0.2], "label_count": [12, 68, 20], "entropy": 1.2098003386604825, "example": {"uid": "50830c", "premise": "p", "hypothesis": "h", "source": "mnli_agree_3"}, "old_label": "c", "old_labels": ["contradiction"]}
)";

inline constexpr std::string_view kChaosAlpha =
    R"({"uid": "58090d3f1", "label_counter": {"1": 97, "2": 3}, "majority_label": 1, "label_dist": [0.97, 0.03], "label_count": [97, 3], "entropy": 0.1943918578315762, "example": {"uid": "58090d3f1", "obs1": "a", "obs2": "b", "hyp1": "c", "hyp2": "d", "source": "abdnli_dev"}, "old_label": 1}
{"uid": "91f9d1d92", "label_counter": {"2": 100}, "majority_label": 2, "label_dist": [0.0, 1.0], "label_count": [0, 100], "entropy": 0.0, "example": {"uid": "91f9d1d92", "obs1": "a", "obs2": "b", "hyp1": "c", "hyp2": "d", "source": "abdnli_dev"}, "old_label": 2}
)";

inline constexpr std::string_view kLewidi2023 = R"({
    "1": {
        "text": "<user> a first post",
        "annotation task": "hate speech detection",
        "number of annotations": 3,
        "annotations": "0,0,1",
        "annotators": "Ann1,Ann2,Ann3",
        "lang": "en",
        "hard_label": "0",
        "soft_label": {"0": 0.67, "1": 0.33},
        "split": "train",
        "other_info": {"aggressive language annotations": "0,0,1"}
    },
    "2": {
        "text": "another",
        "annotation task": "hate speech detection",
        "number of annotations": 2,
        "annotations": "1,1",
        "annotators": "Ann2,Ann4",
        "lang": "en",
        "hard_label": "1",
        "soft_label": {"0": 0.0, "1": 1.0},
        "split": "train",
        "other_info": {}
    }
})";

inline constexpr std::string_view kLewidi2025 = R"({
    "49807": {
        "annotation task": "natural language inference",
        "text": {"context": "c", "statement": "s"},
        "number of annotators": 4,
        "annotators": "Ann1,Ann2,Ann2,Ann3,Ann4",
        "number of annotations": 5,
        "annotations": {"Ann1": "neutral", "Ann2": "entailment,neutral", "Ann3": "neutral", "Ann4": "entailment"},
        "soft_label": {"contradiction": {"0": 1.0, "1": 0.0}, "entailment": {"0": 0.5, "1": 0.5},
                       "neutral": {"0": 0.25, "1": 0.75}},
        "split": "dev",
        "lang": "en",
        "other_info": {"explanations": ["a", "b", "c", "d", "e"]}
    }
})";

inline constexpr std::string_view kLewidiRatings = R"({
  "95686": {
    "annotation task": "paraphrase detection",
    "text": {"Question1": "q", "Question2": "r"},
    "number of annotators": 4,
    "annotators": "Ann1,Ann2,Ann3,Ann4",
    "number of annotations": 4,
    "annotations": {"Ann1": "-4", "Ann2": "-5", "Ann3": "2", "Ann4": "-5"},
    "soft_label": {"-5": 0.5, "-4": 0.25, "-3": 0.0, "-2": 0.0, "-1": 0.0, "0": 0.0, "1": 0.0, "2": 0.25,
                   "3": 0.0, "4": 0.0, "5": 0.0},
    "split": "test",
    "lang": "en",
    "other_info": {"explanations": ["a", "b", "c", "d"]}
  }
})";

inline constexpr std::string_view kPeerannot = R"({"0": {"3": 6, "18": 6, "5": 2}, "1": {"3": 9}, "2": {}})";

inline constexpr std::string_view kLabelStudio = R"([
{"id": 7, "data": {"text": "good", "ref": "doc-a"}, "project": 83, "file_upload": "x.csv", "predictions": [],
 "annotations": [
  {"id": 1001, "completed_by": 10, "was_cancelled": false, "ground_truth": false, "lead_time": 4.2, "task": 7,
   "result": [{"id": "Dx", "from_name": "sentiment", "to_name": "text", "type": "choices", "origin": "manual",
               "value": {"choices": ["Positive"]}}]},
  {"id": 1002, "completed_by": 11, "was_cancelled": false, "ground_truth": false, "lead_time": 2.0, "task": 7,
   "result": [{"id": "Dy", "from_name": "sentiment", "to_name": "text", "type": "choices",
               "value": {"choices": ["Negative"]}}]},
  {"id": 1003, "completed_by": 12, "was_cancelled": true, "ground_truth": false, "task": 7, "result": []},
  {"id": 1004, "completed_by": 1, "was_cancelled": false, "ground_truth": true, "task": 7,
   "result": [{"id": "Dz", "from_name": "sentiment", "to_name": "text", "type": "choices",
               "value": {"choices": ["Negative"]}}]}]},
{"id": 8, "data": {"text": "so-so", "ref": "doc-b"}, "project": 83, "predictions": [],
 "annotations": [
  {"id": 1005, "completed_by": 10, "was_cancelled": false, "ground_truth": false, "task": 8,
   "result": [{"id": "E", "from_name": "sentiment", "to_name": "text", "type": "choices",
               "value": {"choices": ["Positive", "Negative"]}}]}]}
])";

inline constexpr std::string_view kLabelStudioMin = R"([
  {"text": "good", "id": 7, "sentiment": "Positive", "annotator": 10, "annotation_id": 1001,
   "created_at": "2021-03-09T21:52:49.513742Z", "updated_at": "2021-03-09T22:16:08.746926Z", "lead_time": 4.2},
  {"text": "good", "id": 7, "sentiment": {"choices": ["Positive", "Negative"]}, "annotator": 11,
   "annotation_id": 1002, "created_at": "2021-03-09T21:52:49Z", "updated_at": "2021-03-09T22:16:08Z",
   "lead_time": 2.0}
])";

inline constexpr std::string_view kProdigyChoice =
    R"({"text":"good","_input_hash":-1821528064,"_task_hash":790119437,"options":[{"id":"POS","text":"positive"},{"id":"NEU","text":"neutral"},{"id":"NEG","text":"negative"}],"_view_id":"choice","accept":["POS"],"config":{"choice_style":"single"},"answer":"accept","_timestamp":1690289516,"_annotator_id":"news-alice","_session_id":"news-alice"}
{"text":"good","_input_hash":-1821528064,"_task_hash":790119437,"options":[{"id":"POS","text":"positive"},{"id":"NEU","text":"neutral"},{"id":"NEG","text":"negative"}],"_view_id":"choice","accept":["NEG"],"config":{"choice_style":"single"},"answer":"accept","_timestamp":1690289517,"_annotator_id":"news-bob","_session_id":"news-bob"}
{"text":"bad","_input_hash":-1329043794,"_task_hash":-635183979,"options":[{"id":"POS","text":"positive"},{"id":"NEU","text":"neutral"},{"id":"NEG","text":"negative"}],"_view_id":"choice","accept":[],"config":{"choice_style":"single"},"answer":"ignore","_timestamp":1690289518,"_annotator_id":"news-bob","_session_id":"news-bob"}
)";

inline constexpr std::string_view kProdigyBinary =
    R"({"text":"good","label":"POLITICS","_input_hash":1,"_task_hash":11,"answer":"accept","_session_id":"news-alice","_view_id":"classification"}
{"text":"good","label":"SPORT","_input_hash":1,"_task_hash":12,"answer":"reject","_session_id":"news-alice","_view_id":"classification"}
{"text":"good","label":"POLITICS","_input_hash":1,"_task_hash":11,"answer":"reject","_session_id":"news-bob","_view_id":"classification"}
)";

inline constexpr std::string_view kArgilla2 = R"([
 {"id": "rec-1", "fields": {"text": "good"}, "metadata": {}, "status": "completed", "vectors": {},
  "suggestions": {"label": {"value": "pos", "score": null, "agent": null}},
  "responses": {"label": [{"value": "pos", "user_id": "u1"}, {"value": "neg", "user_id": "u2"}]},
  "_server_id": "5f3c"},
 {"id": "rec-2", "fields": {"text": "bad"}, "metadata": {}, "status": "pending", "vectors": {},
  "suggestions": {}, "responses": {}, "_server_id": "5f3d"}
])";

inline constexpr std::string_view kArgilla1 =
    R"({"id": null, "fields": {"text": "good"}, "metadata": {}, "vectors": {}, "responses": [{"user_id": "u1", "values": {"score": {"value": 4}}, "status": "submitted"}, {"user_id": "u2", "values": {"score": {"value": 2}}, "status": "submitted"}, {"user_id": "u3", "values": {"score": {"value": 1}}, "status": "draft"}], "suggestions": [], "external_id": "doc-1"}
{"id": null, "fields": {"text": "bad"}, "metadata": {}, "vectors": {}, "responses": [{"user_id": "u1", "values": null, "status": "discarded"}], "suggestions": [], "external_id": "doc-2"}
)";

inline constexpr std::string_view kArgillaFlat =
    R"({"id": "rec-1", "status": "completed", "_server_id": "5f3c", "text": "good", "label.responses": ["pos", "neg", "neg"], "label.responses.users": ["u1", "u2", "u3"], "label.responses.status": ["submitted", "submitted", "discarded"], "label.suggestion": "pos", "label.suggestion.score": null, "label.suggestion.agent": null}
{"id": "rec-2", "status": "pending", "_server_id": "5f3d", "text": "bad", "label.responses": null, "label.responses.users": null, "label.responses.status": null, "label.suggestion": "neg", "label.suggestion.score": null, "label.suggestion.agent": null}
)";

inline constexpr std::string_view kJsonVotes = R"([
 {"item": "q1", "text": "good", "annotator": "u1", "label": "pos", "gold": "pos", "lead_time": 3.5},
 {"item": "q1", "text": "good", "annotator": "u2", "label": "neg", "gold": "pos", "lead_time": 2.5},
 {"item": "q2", "text": "bad", "annotator": "u1", "label": "neg", "gold": null, "lead_time": 1.5}
])";

inline constexpr std::string_view kJsonLists =
    R"({"id": "q1", "text": "good", "labels": ["pos", "neg"], "annotators": ["u1", "u2"]}
{"id": "q2", "text": "bad", "labels": ["neg"], "annotators": ["u1"]}
)";

inline constexpr std::string_view kJsonObjects = R"({"version": 3, "items": {
 "q1": {"text": "good", "annotations": [{"worker": {"id": "u1"}, "value": "pos"}, {"worker": {"id": "u2"}, "value": "neg"}]},
 "q2": {"text": "bad", "annotations": []}
}})";

inline constexpr std::string_view kJsonCounts =
    R"({"q1": {"yes": 3, "no": 2}, "q2": {"yes": 5}, "q3": {"no": 4, "yes": 0}})";

inline constexpr std::string_view kJsonShares = R"([
 {"id": "q1", "label": "yes", "soft": {"yes": 0.67, "no": 0.33}},
 {"id": "q2", "label": "no", "soft": {"no": 1.0}}
])";

struct Sample {
  std::string_view format;
  std::string_view what;
  std::string_view bytes;
};

inline const std::vector<Sample>& all() {
  static const std::vector<Sample> samples = {
      {"chaosnli", "snli", kChaosSnli},
      {"chaosnli", "alphanli", kChaosAlpha},
      {"lewidi", "2023", kLewidi2023},
      {"lewidi", "2025", kLewidi2025},
      {"lewidi", "2025 ratings", kLewidiRatings},
      {"peerannot", "answers", kPeerannot},
      {"label-studio", "json", kLabelStudio},
      {"label-studio", "json-min", kLabelStudioMin},
      {"prodigy", "choice", kProdigyChoice},
      {"prodigy", "binary", kProdigyBinary},
      {"argilla", "2.x", kArgilla2},
      {"argilla", "1.x", kArgilla1},
      {"argilla", "flat", kArgillaFlat},
      {"json-votes", "a record a vote", kJsonVotes},
      {"json-votes", "lists in step", kJsonLists},
      {"json-votes", "lists of objects", kJsonObjects},
      {"json-counts", "by item", kJsonCounts},
      {"json-soft", "in records", kJsonShares},
  };
  return samples;
}

inline ImportResult import(std::string_view bytes, const ImportOptions& options = {}) {
  return import_votes_from(bytes, "export.json", options);
}

inline ImportResult import_as(std::string_view format, std::string_view bytes) {
  ImportOptions options;
  options.format = format;
  return import(bytes, options);
}

// The message of a failed import; it must be one line.
inline std::string error_of(std::string_view bytes, const ImportOptions& options) {
  try {
    import(bytes, options);
  } catch (const Error& error) {
    EXPECT_EQ(std::string_view(error.what()).find('\n'), std::string_view::npos) << error.what();
    return error.what();
  }
  return "no error";
}
inline std::string error_as(std::string_view format, std::string_view bytes) {
  ImportOptions options;
  options.format = format;
  return error_of(bytes, options);
}

// An item and its votes in one line: "7: 10=Positive 11=Negative", or with counts only "7: e=12 n=68".
inline std::string item_text(const ImportResult& result, std::size_t item) {
  const VoteTable& votes = result.votes;
  std::string text = std::string(votes.item_name(item)) + ":";
  if (votes.has_annotators()) {
    for (std::size_t i = 0; i < votes.labels_of(item).size(); ++i) {
      text += " " + std::string(votes.annotator_name(votes.annotators_of(item)[i])) + "=" +
              votes.class_name(votes.labels_of(item)[i]);
    }
    return text;
  }
  std::vector<std::uint32_t> row(votes.classes());
  votes.counts_of(item, row);
  for (std::size_t k = 0; k < row.size(); ++k) {
    if (row[k] > 0) text += " " + votes.class_name(k) + "=" + std::to_string(row[k]);
  }
  return text;
}

inline std::vector<std::string> items_text(const ImportResult& result) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < result.votes.items(); ++i) lines.push_back(item_text(result, i));
  return lines;
}

inline std::uint64_t oddities(const ImportResult& result, std::string_view kind) {
  const Oddity* oddity = result.audit.find(kind);
  return oddity == nullptr ? 0 : oddity->count;
}

inline std::filesystem::path shared_data() {
  const char* set = std::getenv("DISSENT_SHARED_DATA");
  return set != nullptr ? std::filesystem::path(set)
                        : std::filesystem::path(DISSENT_SOURCE_DIR "/../shared/data");
}

using Lines = std::vector<std::string>;

// Options that choose one of several questions.
inline ImportOptions question(const std::string& name) {
  ImportOptions options;
  options.label_column = name;
  return options;
}

}  // namespace dissent::samples
