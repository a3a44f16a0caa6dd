// Every item of a set of votes as a row: how many votes, what they say, how far they agree.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "dissent/core/text.h"
#include "dissent/io/markup.h"
#include "dissent/votes/entropy.h"
#include "dissent/votes/inspection.h"
#include "dissent/votes/majority.h"
#include "dissent/votes/text_file.h"

namespace dissent {
namespace {

constexpr std::array<std::string_view, 6> kItemColumns = {"item",    "votes", "majority",
                                                          "entropy", "tie",   "agreement"};

// A class that is called like another column must not be taken for it.
std::string class_column(const std::string& name, CsvTexts texts) {
  const bool taken = std::find(kItemColumns.begin(), kItemColumns.end(), name) != kItemColumns.end();
  return sheet_field(taken ? "class:" + name : name, texts);
}

// The share of the pairs of votes that agree.
double agreement(const std::vector<std::uint32_t>& counts, std::uint64_t votes) {
  double pairs = 0;
  for (const std::uint32_t count : counts) pairs += static_cast<double>(count) * (count - 1.0);
  return pairs / (static_cast<double>(votes) * (static_cast<double>(votes) - 1));
}

}  // namespace

void write_item_table(const VoteTable& votes, const std::filesystem::path& path, CsvTexts texts) {
  TextFile file(path);
  file.text() = join(kItemColumns, ",");
  for (const std::string& name : votes.class_space().names) file.text() += "," + class_column(name, texts);
  file.end_line();
  std::vector<std::string> labels;
  for (const std::string& name : votes.class_space().names) labels.push_back(sheet_field(name, texts));
  const std::vector<double> entropies = item_entropies(votes);
  std::vector<std::uint32_t> counts(votes.classes());
  std::vector<double> shares(votes.classes());
  for (std::size_t i = 0; i < votes.items(); ++i) {
    std::string& text = file.text();
    const bool empty = votes.is_empty(i);
    const std::uint64_t given = votes.has_counts() ? votes.votes_of(i) : 0;
    if (votes.has_counts()) votes.counts_of(i, counts);
    text += sheet_field(votes.item_name(i), texts) + ",";
    if (votes.has_counts()) text += std::to_string(given);
    if (empty) {
      text += ",,,,";
    } else {
      votes.fractions_of(i, shares);
      const Majority majority = largest_class(shares, i);
      text += "," + labels[majority.label] + "," + shortest(entropies[i]) + (majority.tied ? ",1," : ",0,");
      if (given >= 2) text += shortest(agreement(counts, given));
    }
    for (std::size_t k = 0; k < votes.classes(); ++k) {
      text += ',';
      if (votes.has_counts()) {
        text += std::to_string(counts[k]);
      } else if (!empty) {
        text += shortest(shares[k]);
      }
    }
    file.end_line();
  }
  file.commit();
}

}  // namespace dissent
