#include "dissent/votes/json_numbers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <vector>

#include "dissent/core/text.h"
#include "dissent/votes/json_path.h"
#include "dissent/votes/matrix_source.h"

namespace dissent {
namespace {

// Words that are answers and nobody's name.
constexpr auto kAnswers = std::to_array<std::string_view>(
    {"yes",           "no",   "true",      "false", "positive", "negative", "neutral", "entailment",
     "contradiction", "pos",  "neg",       "none",  "other",    "unsure",   "agree",   "disagree",
     "toxic",         "hate", "offensive", "cat",   "dog"});

bool has_any(std::string_view text, std::initializer_list<std::string_view> words) {
  const std::string lower = to_lower(text);
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return lower.find(word) != std::string::npos; });
}

// What all objects together look like.
struct Look {
  std::size_t rows = 0, values = 0, texts = 0, negatives = 0, fractions = 0, above_one = 0;
  std::set<std::string> names;
  std::set<std::set<std::string>> sets;  // of names
  std::set<std::vector<double>> rows_seen;
  std::set<double> sums;
  bool sum_to_one = true;
  bool others = false;  // something that is neither text nor number
  bool same_names() const { return sets.size() == 1; }
  bool same_sums() const { return sums.size() == 1; }
};

Look look_at(std::span<const Json* const> objects) {
  Look look;
  for (const Json* object : objects) {
    if (object->empty()) continue;
    ++look.rows;
    std::set<std::string> names;
    std::vector<double> row;
    for (const auto& [name, value] : object->items()) {
      if (value.is_null()) continue;
      ++look.values;
      names.insert(name);
      if (!value.is_number()) {
        look.others |= !value.is_string() && !value.is_boolean();
        ++look.texts;
        continue;
      }
      const double number = value.get<double>();
      row.push_back(number);
      look.negatives += number < 0;
      look.fractions += number != std::floor(number);
      look.above_one += number > 1;
    }
    double sum = 0;
    for (const double number : row) sum += number;
    look.sum_to_one &= std::abs(sum - 1) <= share_tolerance(row);
    look.sums.insert(sum);
    look.rows_seen.insert(std::move(row));
    look.names.insert(names.begin(), names.end());
    look.sets.insert(std::move(names));
  }
  return look;
}

}  // namespace

double share_tolerance(std::span<const double> shares) {
  for (const double unit : {0.01, 0.001}) {
    const bool rounded = std::all_of(shares.begin(), shares.end(), [&](double share) {
      return std::abs(share / unit - std::round(share / unit)) < 1e-6;
    });
    if (rounded) {
      return std::max(kProbabilityTolerance, 0.5 * unit * static_cast<double>(shares.size()) + 1e-9);
    }
  }
  return kProbabilityTolerance;
}

NumberMeaning meaning_of_numbers(std::string_view key, std::span<const Json* const> objects) {
  const Look look = look_at(objects);
  NumberMeaning meaning;
  if (look.values == 0 || look.others) return meaning;
  const auto annotators = static_cast<std::size_t>(std::count_if(
      look.names.begin(), look.names.end(), [](const auto& name) { return looks_like_annotator(name); }));
  const auto answers =
      static_cast<std::size_t>(std::count_if(look.names.begin(), look.names.end(), [](const auto& name) {
        return rank_of_name(name, kAnswers) >= 0;
      }));
  const bool people = annotators * 2 > look.names.size();
  const bool says_people = has_any(key, {"annot", "worker", "rater", "user", "answer", "response", "by_"});
  if (look.texts > 0) {
    meaning.labels = look.texts == look.values ? 0.9 : 0.6;
    meaning.why = "texts by annotator";
    return meaning;
  }
  if (look.negatives > 0) {
    meaning.labels = 0.9;
    meaning.why = "numbers below 0 are neither counts nor shares";
    return meaning;
  }
  if (look.fractions > 0) {
    meaning.shares = look.sum_to_one && look.above_one == 0 ? 0.9 : 0;
    meaning.labels = people ? 0.8 : meaning.shares > 0 ? 0 : 0.3;
    meaning.why = meaning.shares > 0 ? "numbers that sum to 1" : "numbers by annotator";
    return meaning;
  }
  if (look.sum_to_one) meaning.shares = 0.2;  // one vote an item, more likely
  if (look.sum_to_one && has_any(key, {"dist", "prob", "soft", "share"})) {
    meaning.shares = 0.9;
    meaning.why = "numbers that sum to 1";
    return meaning;
  }
  meaning.labels = people || says_people ? 0.95 : 0.7;
  if (has_any(key, {"count", "tally", "histogram", "freq"}) || answers * 2 > look.names.size()) {
    meaning.counts = 0.95;
    meaning.labels = people ? 0.9 : 0.2;
    meaning.why = answers > 0 ? "whole numbers by answer" : "whole numbers called counts";
  } else if (look.same_sums() && look.rows_seen.size() >= 10 && *look.sums.begin() > 1 && !people) {
    meaning.counts = 0.9;
    meaning.labels = says_people ? 0.8 : 0.4;
    meaning.why = "whole numbers with one sum everywhere";
  } else if (!people && !says_people && look.rows > 1 && look.names.size() > 1 &&
             ((look.same_sums() && *look.sums.begin() > 1) || look.same_names())) {
    meaning.counts = 0.65;  // as good as the other: a question
    meaning.why = "whole numbers under the same names";
  } else {
    meaning.why = "numbers by annotator";
  }
  return meaning;
}

}  // namespace dissent
