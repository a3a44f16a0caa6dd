#include "dissent/present/document.h"

#include <cmath>

#include <fmt/format.h>

namespace dissent {
namespace {

int digits_of(double value) {
  const double size = std::abs(value);
  return size >= 1000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : 4;
}

template <typename Block>
std::vector<const Block*> blocks_of(const Report& report) {
  std::vector<const Block*> found;
  for (const ReportSection& section : report.sections) {
    for (const ReportBlock& block : section.blocks) {
      if (const auto* one = std::get_if<Block>(&block)) found.push_back(one);
    }
  }
  return found;
}

}  // namespace

ReportCell text_cell(std::string text) {
  ReportCell cell;
  cell.text = std::move(text);
  return cell;
}

ReportCell number_cell(double value, std::string text) {
  ReportCell cell;
  if (std::isnan(value)) return cell;
  cell.text = std::move(text);
  cell.parts.emplace_back("value", value);
  return cell;
}

std::string number_text(double value) {
  return number_text(value, value);
}

std::string number_text(double value, double like) {
  if (std::isnan(value)) return "";
  return fmt::format("{}{:.{}f}", value < 0 ? "−" : "", std::abs(value), digits_of(like));
}

std::string signed_text(double value) {
  if (std::isnan(value)) return "";
  return fmt::format("{}{:.{}f}", value < 0 ? "−" : "+", std::abs(value), digits_of(value));
}

std::string p_text(double p) {
  return std::isnan(p) ? "" : fmt::format("{:.4g}", p);
}

std::vector<const ReportTable*> tables_of(const Report& report) {
  return blocks_of<ReportTable>(report);
}

std::vector<const ReportFigure*> figures_of(const Report& report) {
  return blocks_of<ReportFigure>(report);
}

}  // namespace dissent
