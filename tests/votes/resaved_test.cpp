// Votes that were written in any layout and saved again by any program are read back as they were, or
// refused: never as other votes.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "dissent/core/random.h"
#include "votes/table_samples.h"

namespace dissent::resaved_test {
namespace {

using namespace tables;
using Table = std::vector<std::vector<std::string>>;  // the header first

struct Vote {
  std::string item, annotator, label;
  auto operator<=>(const Vote&) const = default;
};

// Votes of some annotators on some items, each at most one on an item.
std::vector<Vote> random_votes(std::uint64_t seed) {
  Draws draws(Stream(seed, "resaved"), 0);
  const std::uint64_t items = 12 + draws.below(40), annotators = 3 + draws.below(6),
                      classes = 2 + draws.below(4);
  const bool numbers = draws.below(2) == 0;
  std::vector<Vote> votes;
  for (std::uint64_t i = 0; i < items; ++i) {
    const std::uint64_t truth = draws.below(classes);
    for (std::uint64_t a = 0; a < annotators; ++a) {
      if (draws.below(4) == 0 && a > 1) continue;
      const std::uint64_t label = draws.below(3) == 0 ? draws.below(classes) : truth;
      votes.push_back({fmt::format("item {}", i), fmt::format("worker{}", a),
                       numbers ? std::to_string(label) : fmt::format("class {}", char('a' + label))});
    }
  }
  return votes;
}

Table as_long(const std::vector<Vote>& votes) {
  Table table = {{"item", "annotator", "label"}};
  for (const Vote& vote : votes) table.push_back({vote.item, vote.annotator, vote.label});
  return table;
}

Table as_wide(const std::vector<Vote>& votes) {
  std::map<std::string, std::map<std::string, std::string>> cells;
  std::set<std::string> annotators;
  for (const Vote& vote : votes) {
    cells[vote.item][vote.annotator] = vote.label;
    annotators.insert(vote.annotator);
  }
  Table table = {{"item"}};
  table[0].insert(table[0].end(), annotators.begin(), annotators.end());
  for (auto& [item, row] : cells) {
    table.push_back({item});
    for (const std::string& annotator : annotators) table.back().push_back(row[annotator]);
  }
  return table;
}

Table as_counts(const std::vector<Vote>& votes) {
  std::map<std::string, std::map<std::string, int>> counts;
  std::set<std::string> labels;
  for (const Vote& vote : votes) {
    ++counts[vote.item][vote.label];
    labels.insert(vote.label);
  }
  Table table = {{"item"}};
  table[0].insert(table[0].end(), labels.begin(), labels.end());
  for (auto& [item, row] : counts) {
    table.push_back({item});
    for (const std::string& label : labels) table.back().push_back(std::to_string(row[label]));
  }
  return table;
}

std::string quoted(const std::string& cell) {
  return '"' + cell + '"';
}

// One way of saving a table again, drawn at random.
std::string resaved(Table table, Draws& draws, std::string& how) {
  const auto chance = [&](const char* name) {
    if (draws.below(3) != 0) return false;
    how += std::string(" ") + name;
    return true;
  };
  const auto shuffle = [&](auto& list, std::size_t first) {
    for (std::size_t i = list.size(); i > first + 1; --i)
      std::swap(list[i - 1], list[first + draws.below(i - first)]);
  };
  if (chance("rows-shuffled")) shuffle(table, 1);
  if (chance("columns-shuffled")) {
    std::vector<std::size_t> order(table[0].size());
    for (std::size_t c = 0; c < order.size(); ++c) order[c] = c;
    shuffle(order, 0);
    for (auto& row : table) {
      std::vector<std::string> moved;
      for (const std::size_t c : order) moved.push_back(row[c]);
      row = std::move(moved);
    }
  }
  if (chance("index")) {
    for (std::size_t r = 0; r < table.size(); ++r)
      table[r].insert(table[r].begin(), r == 0 ? "" : std::to_string(r - 1));
  }
  if (chance("headless")) table.erase(table.begin());
  const char separator = std::array{',', '\t', ';', '|'}[draws.below(4)];
  const bool quotes = chance("quoted"), excel = chance("excel");
  std::string text = excel ? "\xEF\xBB\xBF" : "";
  for (const auto& row : table) {
    for (std::size_t c = 0; c < row.size(); ++c) {
      if (c > 0) text += separator;
      text += quotes ? quoted(row[c]) : row[c];
    }
    text += excel ? "\r\n" : "\n";
  }
  return chance("gz") ? test::gzip(text) : text;
}

std::multiset<Vote> votes_of(const ImportResult& result, bool annotators) {
  std::multiset<Vote> votes;
  for (std::size_t i = 0; i < result.votes.items(); ++i) {
    const std::string item(result.votes.item_name(i));
    if (annotators) {
      const auto labels = result.votes.labels_of(i);
      const auto people = result.votes.annotators_of(i);
      for (std::size_t v = 0; v < labels.size(); ++v) {
        votes.insert({item, std::string(result.votes.annotator_name(people[v])),
                      std::string(result.votes.class_name(labels[v]))});
      }
    } else {
      std::vector<std::uint32_t> counts(result.votes.classes());
      result.votes.counts_of(i, counts);
      for (std::size_t k = 0; k < counts.size(); ++k) {
        for (std::uint32_t v = 0; v < counts[k]; ++v)
          votes.insert({item, "", std::string(result.votes.class_name(k))});
      }
    }
  }
  return votes;
}

TEST(Resaved, IsReadBackOrRefused) {
  const std::vector<std::tuple<const char*, Table (*)(const std::vector<Vote>&), bool>> layouts = {
      {"long", as_long, true}, {"wide", as_wide, true}, {"counts", as_counts, false}};
  int read = 0, refused = 0;
  std::map<std::string, int> refusals;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const std::vector<Vote> votes = random_votes(seed);
    Draws draws(Stream(seed, "resave"), 0);
    for (const auto& [layout, write, annotators] : layouts) {
      std::string how = layout;
      const bool told = draws.below(2) == 0;
      const std::string text = resaved(write(votes), draws, how);
      SCOPED_TRACE(fmt::format("seed {}: {}{}", seed, how, told ? ", told" : ""));
      ImportOptions options;
      if (told) options.format = layout;
      std::multiset<Vote> wanted;
      for (const Vote& vote : votes) wanted.insert({vote.item, annotators ? vote.annotator : "", vote.label});
      try {
        const ImportResult result = import(text, options);
        if (how.find("headless") != std::string::npos && layout != std::string("long")) {
          // The names of annotators or classes are gone with the header: only the numbers can be compared.
          EXPECT_EQ(result.votes.votes(), wanted.size()) << summary(result.audit.plan) << "\n"
                                                         << text.substr(0, 300);
        } else {
          EXPECT_TRUE(votes_of(result, annotators && result.votes.knowledge() == Knowledge::votes) == wanted)
              << summary(result.audit.plan) << "\n"
              << text.substr(0, 300);
        }
        ++read;
      } catch (const Error& error) {
        ++refused;
        ++refusals[how];
      }
    }
  }
  EXPECT_GT(read, refused) << "most of them must be read";
  RecordProperty("read", read);
  RecordProperty("refused", refused);
  std::string list;
  for (const auto& [how, count] : refusals) list += fmt::format("{} x {}\n", count, how);
  if (std::getenv("DISSENT_SHOW_REFUSED") != nullptr) std::fputs(list.c_str(), stdout);
}

}  // namespace
}  // namespace dissent::resaved_test
