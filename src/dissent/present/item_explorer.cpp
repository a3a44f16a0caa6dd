#include "dissent/present/item_explorer.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "dissent/core/text.h"
#include "dissent/images/image.h"
#include "dissent/present/explorer_json.h"
#include "dissent/present/html.h"
#include "dissent/store/outside.h"
#include "dissent/votes/entropy.h"

namespace dissent {
namespace {

// Must be those of web/src/explorer.js.
constexpr std::uint16_t kMissing = 65535;
constexpr double kScale = 60000;

constexpr std::size_t kThumbnail = 64;  // pixels a side at most

std::vector<std::uint32_t> chosen(const ItemSource& source, std::size_t most) {
  if (source.items.size() <= most) return source.items;
  const std::vector<double> entropies = item_entropies(source.votes, source.items);
  std::vector<std::uint32_t> order(source.items.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return entropies[a] > entropies[b]; });
  const std::size_t top = (most + 1) / 2, rest = most - top, left = order.size() - top;
  std::vector<std::uint32_t> items;
  for (std::size_t i = 0; i < top; ++i) items.push_back(source.items[order[i]]);
  std::vector<std::uint32_t> others(order.begin() + static_cast<std::ptrdiff_t>(top), order.end());
  std::sort(others.begin(), others.end());
  for (std::size_t i = 0; i < rest; ++i) items.push_back(source.items[others[i * left / rest]]);
  std::sort(items.begin(), items.end());
  return items;
}

void put(std::string& bytes, double share) {
  const auto value = std::isnan(share)
                         ? kMissing
                         : static_cast<std::uint16_t>(std::lround(std::clamp(share, 0.0, 1.0) * kScale));
  bytes += static_cast<char>(value & 0xff);
  bytes += static_cast<char>(value >> 8);
}

// One picture of all pictures, row by row.
ExplorerItems::Sheet sheet(const ImageInputs& images, const std::vector<std::uint32_t>& items) {
  const std::size_t side = std::max(images.height, images.width);
  const auto small = [&](std::size_t length) {
    return side <= kThumbnail ? length : std::max<std::size_t>(1, length * kThumbnail / side);
  };
  const std::size_t height = small(images.height), width = small(images.width);
  ImageInputs some{images.height, images.width, images.channels, {}};
  const std::size_t bytes = images.height * images.width * images.channels;
  for (const std::uint32_t item : items) {
    const auto from = images.pixels.begin() + static_cast<std::ptrdiff_t>(item * bytes);
    some.pixels.insert(some.pixels.end(), from, from + static_cast<std::ptrdiff_t>(bytes));
  }
  const ImageInputs tiles = height == images.height && width == images.width
                                ? std::move(some)
                                : resized(some, height, width, images.channels);
  const std::size_t columns = std::min(items.size(), std::max<std::size_t>(1, 2048 / width));
  const std::size_t rows = (items.size() + columns - 1) / columns;
  Image image{columns * width, rows * height, tiles.channels, {}};
  image.pixels.resize(image.width * image.height * image.channels);
  for (std::size_t i = 0; i < items.size(); ++i) {
    const std::size_t x = i % columns * width, y = i / columns * height;
    for (std::size_t r = 0; r < height; ++r) {
      const std::size_t line = width * tiles.channels;
      std::copy_n(
          tiles.pixels.begin() + static_cast<std::ptrdiff_t>((i * height + r) * line), line,
          image.pixels.begin() + static_cast<std::ptrdiff_t>(((y + r) * image.width + x) * tiles.channels));
    }
  }
  return {width, height, columns, base64(encode_png(image))};
}

}  // namespace

ReportItems report_items(std::string name, std::string title, const ItemSource& source, std::size_t most) {
  const std::vector<std::uint32_t> items = chosen(source, most);
  const VoteTable& votes = source.votes;
  const std::size_t classes = votes.classes();
  ExplorerItems out{votes.class_space().names, {}, source.shown, ""};
  std::string p;
  std::vector<double> row(classes);
  for (const std::uint32_t item : items) {
    out.items.emplace_back(votes.item_name(item));
    votes.fractions_of(item, row);
    for (const double share : row) put(p, share);
  }
  out.shares = base64(p);
  if (votes.has_counts()) {
    out.votes.emplace();
    for (const std::uint32_t item : items) out.votes->push_back(votes.votes_of(item));
  }
  if (!source.gold.empty()) {
    out.gold.emplace();
    for (const std::uint32_t item : items) out.gold->push_back(source.gold[item]);
  }
  for (const ItemSeries& series : source.series) {
    std::string q;
    for (const std::uint32_t item : items) {
      for (std::size_t k = 0; k < classes; ++k) put(q, static_cast<double>(series.q[item * classes + k]));
    }
    out.series.push_back({series.method, series.setting, series.colour, base64(q)});
  }
  out.bar = source.shown > 4 ? 24 : 30;
  if (source.inputs != nullptr) {
    if (const auto* images = std::get_if<ImageInputs>(source.inputs)) {
      if (!items.empty() && (images->channels == 1 || images->channels == 3))
        out.sheet = sheet(*images, items);
    } else if (const auto* text = std::get_if<TextInputs>(source.inputs)) {
      out.texts.emplace();
      for (std::size_t f = 0; f < text->fields.size(); ++f) {
        std::vector<std::string> values;
        for (const std::uint32_t item : items) values.emplace_back(text->fields[f][item]);
        out.texts->push_back({text->field_names[f], std::move(values)});
      }
    }
  }
  if (items.size() < source.items.size()) {
    out.note = fmt::format(
        "of {} in all: half of these are what annotators disagree on most, the others are spread over the "
        "rest",
        source.items.size());
  }
  return {std::move(name), std::move(title),
          explorer_items_json(out).dump(-1, ' ', false, Json::error_handler_t::replace)};
}

}  // namespace dissent
