#include "dissent/catalog/figures.h"

#include <algorithm>

namespace dissent {
namespace {

constexpr FigureEntry kFigures[] = {
#define DISSENT_FIGURE(identifier, kind, text, about, below, ...) \
  {.name = kind, .help = text, .theme = about, .caption = below, __VA_ARGS__},
#include "dissent/catalog/figures.def"
};

}  // namespace

bool FigureEntry::reads(std::string_view option) const {
  return !option.empty() && std::find(options.begin(), options.end(), option) != options.end();
}

std::span<const FigureEntry> figures() {
  return kFigures;
}

const FigureEntry& find_figure(std::string_view name) {
  return find_entry(figures(), "value", name);
}

std::string figures_reading(std::string_view option) {
  std::string text;
  for (const FigureEntry& figure : kFigures) {
    if (figure.reads(option)) text.append(text.empty() ? "" : ", ").append(figure.name);
  }
  return text;
}

}  // namespace dissent
