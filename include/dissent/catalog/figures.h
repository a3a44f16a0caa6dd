// The kinds of figures that a study may ask for, in one list (src/dissent/catalog/figures.def), and what
// holds of each; room present makes and draws them.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "dissent/catalog/catalog.h"
#include "dissent/catalog/theme.h"

namespace dissent {

// What a figure's `metrics` name.
enum class FigureMetrics { none, columns, history };

struct FigureEntry {
  std::string_view name;     // as in study files
  std::string_view help;     // what it shows
  Theme theme;               // the part of a report that it stands in
  std::string_view caption;  // what stands below it
  // Of the fields of FigureOptions, those that it reads beside name, title and kind, then empty ones.
  std::array<std::string_view, 5> options = {};
  FigureMetrics metrics = FigureMetrics::none;  // what `metrics` names, where it reads that
  // A report adds it to a study that has no figure of this kind, under this title; empty: it does not.
  std::string_view added_as = {};
  int added_bins = 10;  // of one that a report adds

  bool reads(std::string_view option) const;
};

std::span<const FigureEntry> figures();
// Throws for an unknown name, with the list of those that are known.
const FigureEntry& find_figure(std::string_view name);
// For help texts: the kinds that read an option of FigureOptions, "lines, bars".
std::string figures_reading(std::string_view option);

}  // namespace dissent
