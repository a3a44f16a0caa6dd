// The items of the page's explorer as JSON: what web/src/explorer.js reads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "dissent/io/json.h"

namespace dissent {

struct ExplorerItems {
  struct Series {
    std::string method, setting, colour;
    std::string shares;  // [items, classes] as packed shares, base64
  };
  struct Sheet {
    std::size_t tile_width = 0, tile_height = 0;  // pixels
    std::size_t columns = 0;                      // tiles side by side
    std::string png;                              // one picture of all, base64
  };
  struct Text {
    std::string name;
    std::vector<std::string> values;  // [items]
  };

  std::vector<std::string> classes, items;  // names
  std::size_t shown = 0;                    // series shown at first
  std::string shares;                       // [items, classes] of the annotators, packed, base64
  std::optional<std::vector<std::uint64_t>> votes{};
  std::optional<std::vector<std::int32_t>> gold{};
  std::vector<Series> series{};
  int bar = 0;  // pixels a row of bars
  std::optional<Sheet> sheet{};
  std::optional<std::vector<Text>> texts{};
  std::string note{};  // empty: none
};

Json explorer_items_json(const ExplorerItems& items);

}  // namespace dissent
