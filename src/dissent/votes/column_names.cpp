#include "dissent/votes/column_names.h"

#include <algorithm>

#include "dissent/core/text.h"

namespace dissent {

namespace {

bool is_word_of(std::string_view word, std::span<const std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool any_word(std::span<const std::string> words, std::span<const std::string_view> known) {
  return std::any_of(words.begin(), words.end(),
                     [&](const std::string& word) { return is_word_of(word, known); });
}

constexpr std::array kPeople = std::to_array<std::string_view>(
    {"annotator", "worker", "rater", "coder", "judge", "labeler", "labeller", "assessor", "performer",
     "participant", "evaluator", "reviewer", "respondent", "turker", "user", "grader", "crowdworker"});
constexpr std::array kIds = std::to_array<std::string_view>({"id", "ids", "idx", "name", "code", "hash"});

}  // namespace

std::vector<std::string> words_of_name(std::string_view name) {
  const auto lower = [](char c) { return c >= 'a' && c <= 'z'; };
  const auto upper = [](char c) { return c >= 'A' && c <= 'Z'; };
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  const auto foreign = [](char c) { return static_cast<unsigned char>(c) >= 0x80; };
  std::vector<std::string> words;
  std::string word;
  const auto end_word = [&] {
    if (!word.empty()) words.push_back(to_lower(word));
    word.clear();
  };
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (!lower(c) && !upper(c) && !digit(c) && !foreign(c)) {
      end_word();
      continue;
    }
    const bool after_small = i > 0 && (lower(name[i - 1]) || digit(name[i - 1]));
    const bool ends_capitals = i > 0 && upper(name[i - 1]) && i + 1 < name.size() && lower(name[i + 1]);
    if (upper(c) && (after_small || ends_capitals)) end_word();
    word += c;
  }
  end_word();
  return words;
}

bool names_annotator_column(std::string_view name) {
  if (rank_of_name(name, kAnnotatorNames) >= 0) return true;
  const std::vector<std::string> words = words_of_name(name);
  if (words.empty()) return false;
  const std::size_t before = is_word_of(words.back(), kIds) ? words.size() - 1 : words.size();
  return before > 0 && is_word_of(words[before - 1], kPeople);
}

bool names_item_column(std::string_view name) {
  if (rank_of_name(name, kItemNames) >= 0) return true;
  constexpr std::array kOthers = std::to_array<std::string_view>(
      {"assignment", "annotation", "session", "batch", "group", "type", "response", "submission", "label",
       "class", "layout", "project", "country", "parent", "annotators"});
  const std::vector<std::string> words = words_of_name(name);
  if (words.size() < 2 || words.back() == "name") return false;
  if (!is_word_of(words.back(), kIds) && words.front() != "id") return false;
  return !any_word(words, kOthers) && !any_word(words, kPeople);
}

bool names_gold_column(std::string_view name) {
  constexpr std::array kAlone = std::to_array<std::string_view>(
      {"gold", "golden", "truth", "groundtruth", "consensus", "majority", "adjudicated", "adjudication",
       "aggregated", "aggregate", "aggre", "clean", "worse", "pred", "prediction", "predicted"});
  constexpr std::array kBefore =
      std::to_array<std::string_view>({"true", "correct", "final", "actual", "reference"});
  constexpr std::array kLabels = std::to_array<std::string_view>(
      {"label", "class", "answer", "value", "category", "rating", "sent", "sentiment"});
  const std::vector<std::string> words = words_of_name(name);
  return any_word(words, kAlone) || (any_word(words, kBefore) && any_word(words, kLabels));
}

std::string plain_name(std::string_view name) {
  std::string plain;
  for (const char c : trim(name)) {
    if (c != '_' && c != '-' && c != ' ') plain += c;
  }
  return to_lower(plain);
}

int rank_of_name(std::string_view name, std::span<const std::string_view> names) {
  const std::string wanted = plain_name(name);
  const auto found = std::find_if(names.begin(), names.end(),
                                  [&](std::string_view known) { return plain_name(known) == wanted; });
  return found == names.end() ? -1 : static_cast<int>(found - names.begin());
}

}  // namespace dissent
