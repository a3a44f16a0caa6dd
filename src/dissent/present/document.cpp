#include "dissent/present/document.h"

#include <cmath>

#include <fmt/format.h>

namespace dissent {
namespace {

template <typename Block>
std::vector<const Block*> blocks_of(const Report& report) {
  std::vector<const Block*> found;
  for (const ReportSection& section : report.sections) {
    for (const ReportBlock& block : section.blocks) {
      const auto* one = block.as<Block>();
      if (one != nullptr && block.shown != Shown::on_terminal) found.push_back(one);
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

ReportCell mean_sd_cell(const MeanSd& value) {
  ReportCell cell = number_cell(value.mean, mean_sd_text(value.mean, value.sd));
  cell.parts = {{"mean", value.mean}, {"sd", value.sd}};
  return cell;
}

ReportTable table_of(const ReliabilityPlot& plot) {
  ReportTable table;
  table.title = plot.title;
  table.columns = {{"confidence", "confidence"}, {plot.outcome, plot.outcome}, {"items", "items"}};
  for (const CalibrationBin& bin : plot.bins) {
    table.rows.push_back({number_cell(bin.confidence, number_text(bin.confidence)),
                          number_cell(bin.outcome, number_text(bin.outcome)),
                          number_cell(bin.items, grouped(static_cast<std::uint64_t>(bin.items)))});
  }
  return table;
}

std::vector<const ReportTable*> tables_of(const Report& report) {
  return blocks_of<ReportTable>(report);
}

std::vector<const ReportFigure*> figures_of(const Report& report) {
  return blocks_of<ReportFigure>(report);
}

}  // namespace dissent
