// The items of a data set for the page's explorer: pictures or texts, the annotators' distributions, and
// predictions.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "dissent/data/dataset.h"
#include "dissent/present/document.h"

namespace dissent {

struct ItemSeries {
  std::string method, setting;  // together its name
  std::string colour;
  std::vector<float> q;  // [items of the votes, classes]; NaN throughout a row that is not predicted
};

struct ItemSource {
  const VoteTable& votes;
  const Inputs* inputs = nullptr;           // or none
  std::span<const std::int32_t> gold = {};  // [items], or none
  std::vector<std::uint32_t> items;         // to choose from, ascending
  std::vector<ItemSeries> series;
  std::size_t shown = 6;  // series shown at first
};

// At most `most` items: half of them those that annotators disagree on most, the others spread over the rest.
ReportItems report_items(std::string name, std::string title, const ItemSource& source, std::size_t most);

}  // namespace dissent
