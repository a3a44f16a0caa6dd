// A table of votes written in every JSON shape is read back to the same votes.
#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "dissent/core/random.h"
#include "dissent/io/json.h"
#include "json_samples.h"

namespace dissent::import_json_property_test {
namespace {

using namespace samples;

struct Vote {
  std::string item, annotator, label;
  bool operator<(const Vote& other) const {
    return std::tie(item, annotator, label) < std::tie(other.item, other.annotator, other.label);
  }
  bool operator==(const Vote&) const = default;
  friend void PrintTo(const Vote& vote, std::ostream* out) {
    *out << vote.item << " " << vote.annotator << " " << vote.label;
  }
};
using Votes = std::vector<Vote>;

// Items with one to four annotators each, whose labels are words or numbers.
Votes some_votes(std::uint64_t seed) {
  std::uint64_t state = seed * 2654435761u + 1;
  const auto draw = [&](std::uint64_t below) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (state >> 33) % below;
  };
  const std::uint64_t items = 3 + draw(40), annotators = 2 + draw(8), classes = 2 + draw(4);
  const bool numbers = draw(2) == 0;
  Votes votes;
  for (std::uint64_t i = 0; i < items; ++i) {
    std::set<std::uint64_t> who;
    const std::uint64_t wanted = 1 + draw(std::min<std::uint64_t>(4, annotators));
    while (who.size() < wanted) who.insert(draw(annotators));
    for (const std::uint64_t a : who) {
      const std::string label = std::to_string(draw(classes));
      votes.push_back(
          {"q" + std::to_string(i), "worker " + std::to_string(a), numbers ? label : "class " + label});
    }
  }
  return votes;
}

Json label_of(const Vote& vote) {
  return vote.label.starts_with("class") ? Json(vote.label) : Json(std::stoi(vote.label));
}

Votes read_back(const Json& document, const ImportOptions& options = {}, bool lines = false) {
  std::string bytes;
  if (lines) {
    for (const Json& record : document) bytes += record.dump() + "\n";
  } else {
    bytes = document.dump();
  }
  const ImportResult result = import(bytes, options);
  Votes votes;
  for (std::size_t i = 0; i < result.votes.items(); ++i) {
    for (std::size_t v = 0; v < result.votes.labels_of(i).size(); ++v) {
      votes.push_back({std::string(result.votes.item_name(i)),
                       std::string(result.votes.annotator_name(result.votes.annotators_of(i)[v])),
                       result.votes.class_name(result.votes.labels_of(i)[v])});
    }
  }
  std::sort(votes.begin(), votes.end());
  return votes;
}

// The votes of each item, in order of first appearance.
std::vector<std::pair<std::string, Votes>> by_item(const Votes& votes) {
  std::vector<std::pair<std::string, Votes>> items;
  for (const Vote& vote : votes) {
    if (items.empty() || items.back().first != vote.item) items.push_back({vote.item, {}});
    items.back().second.push_back(vote);
  }
  return items;
}

class EveryTable : public testing::TestWithParam<int> {
 protected:
  const Votes votes_ = some_votes(static_cast<std::uint64_t>(GetParam()));
  const Votes sorted_ = [this] {
    Votes sorted = votes_;
    std::sort(sorted.begin(), sorted.end());
    return sorted;
  }();
};

TEST_P(EveryTable, ComesBackFromARecordAVote) {
  Json list = Json::array(), columns = Json::object(), pandas = Json::object(), named = Json::object();
  for (const Vote& vote : votes_) {
    const Json record = {{"item", vote.item}, {"annotator", vote.annotator}, {"label", label_of(vote)}};
    const std::string row = std::to_string(list.size());
    named["v" + row] = record;
    for (const auto& [key, value] : record.items()) {
      columns[key].push_back(value);
      pandas[key][row] = value;
    }
    list.push_back(record);
  }
  EXPECT_EQ(read_back(list), sorted_);
  EXPECT_EQ(read_back(list, {}, true), sorted_);
  EXPECT_EQ(read_back({{"data", list}}), sorted_);
  EXPECT_EQ(read_back({{"note", "x"}, {"export", {{"rows", list}}}}), sorted_);
  EXPECT_EQ(read_back(columns), sorted_);
  EXPECT_EQ(read_back(pandas), sorted_);
  EXPECT_EQ(read_back(named), sorted_);
}

TEST_P(EveryTable, ComesBackFromARecordAnItem) {
  Json lists = Json::array(), objects = Json::array(), maps = Json::array(), by_name = Json::object();
  Json nested = Json::object(), swapped = Json::object();
  for (const auto& [item, votes] : by_item(votes_)) {
    Json labels = Json::array(), annotators = Json::array(), inside = Json::array(), map = Json::object();
    for (const Vote& vote : votes) {
      labels.push_back(label_of(vote));
      annotators.push_back(vote.annotator);
      inside.push_back({{"annotator", vote.annotator}, {"label", label_of(vote)}});
      map[vote.annotator] = label_of(vote);
      swapped[vote.annotator][item] = label_of(vote);
    }
    lists.push_back({{"id", item}, {"labels", labels}, {"annotators", annotators}});
    objects.push_back({{"id", item}, {"annotations", inside}});
    maps.push_back({{"id", item}, {"answers", map}});
    by_name[item] = {{"text", "a text"}, {"votes", inside}};
    nested[item] = map;
  }
  EXPECT_EQ(read_back(lists), sorted_);
  EXPECT_EQ(read_back(lists, {}, true), sorted_);
  EXPECT_EQ(read_back(objects), sorted_);
  EXPECT_EQ(read_back({{"items", objects}}), sorted_);
  EXPECT_EQ(read_back(maps), sorted_);
  EXPECT_EQ(read_back(by_name), sorted_);
  EXPECT_EQ(read_back(nested), sorted_);
  EXPECT_EQ(read_back(swapped), sorted_);
  ImportOptions told;
  told.format = "peerannot";
  EXPECT_EQ(read_back(nested, told), sorted_);
  told.transpose = true;
  EXPECT_EQ(read_back(swapped, told), sorted_);
}

TEST_P(EveryTable, ComesBackAsCountsAndShares) {
  Json counts = Json::object(), shares = Json::object(), records = Json::array(), soft = Json::array();
  std::vector<std::pair<std::string, std::map<std::string, std::size_t>>> wanted;
  for (const auto& [item, votes] : by_item(votes_)) {
    std::map<std::string, std::size_t> count;
    for (const Vote& vote : votes) ++count[vote.label];
    for (const auto& [label, number] : count) {
      counts[item][label] = number;
      shares[item][label] = static_cast<double>(number) / static_cast<double>(votes.size());
    }
    records.push_back({{"id", item}, {"label_counts", counts[item]}});
    soft.push_back({{"id", item}, {"soft_labels", shares[item]}});
    wanted.emplace_back(item, count);
  }
  const auto check = [&](const Json& document, std::string_view format, bool lines = false) {
    std::string bytes;
    if (lines) {
      for (const Json& record : document) bytes += record.dump() + "\n";
    } else {
      bytes = document.dump();
    }
    const ImportResult result = import_as(format, bytes);
    ASSERT_EQ(result.votes.items(), wanted.size());
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      EXPECT_EQ(result.votes.item_name(i), wanted[i].first);
      std::size_t sum = 0;
      for (const auto& [label, number] : wanted[i].second) sum += number;
      std::vector<double> row(result.votes.classes());
      result.votes.fractions_of(i, row);
      for (std::size_t k = 0; k < row.size(); ++k) {
        const auto found = wanted[i].second.find(result.votes.class_name(k));
        const std::size_t number = found == wanted[i].second.end() ? 0 : found->second;
        EXPECT_NEAR(row[k], static_cast<double>(number) / static_cast<double>(sum), 1e-12);
      }
      if (result.votes.has_counts()) {
        EXPECT_EQ(result.votes.votes_of(i), sum);
      }
    }
  };
  check(counts, "json-counts");
  check(records, "auto");
  check(records, "auto", true);
  check({{"data", records}}, "auto");
  check(shares, "json-soft");
  check(soft, "auto");
  check(soft, "auto", true);
}

INSTANTIATE_TEST_SUITE_P(JsonProperty, EveryTable, testing::Range(0, 60));

}  // namespace
}  // namespace dissent::import_json_property_test
