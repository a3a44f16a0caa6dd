#include "dissent/present/writers/latex_writer.h"

#include <fmt/format.h>

#include "dissent/core/text.h"
#include "dissent/present/writers/shown_table.h"

namespace dissent {
namespace {

// Every line of it as a comment.
std::string comment(const std::string& text) {
  std::string out;
  for (const std::string& line : split(text, '\n')) out += fmt::format("% {}\n", printable(line));
  return out;
}

// Empty where LaTeX has no form for the block.
std::string block_latex(const ReportBlock& block) {
  if (block.shown == Shown::on_terminal) return "";
  if (const auto* table = block.as<ReportTable>()) return table->rows.empty() ? "" : latex_text(*table);
  if (const auto* plot = block.as<ReliabilityPlot>()) return latex_text(table_of(*plot));
  std::string out;
  if (const auto* heading = block.as<Heading>()) out = comment(heading->text);
  if (const auto* prose = block.as<Prose>()) {
    for (const std::string& paragraph : prose->paragraphs) out += comment(paragraph);
  }
  return out;
}

}  // namespace

std::string latex_text(const ReportTable& table) {
  return (table.title.empty() ? "" : comment(table.title)) + shown_table(table, Signs::typographic).latex() +
         (table.note.empty() ? "" : comment(table.note));
}

std::string latex_text(const Report& report) {
  std::string out;
  for (const ReportSection& section : report.sections) {
    std::string inside;
    for (const ReportBlock& block : section.blocks) {
      const std::string text = block_latex(block);
      if (!text.empty()) inside += (inside.empty() || block.close ? "" : "\n") + text;
    }
    if (inside.empty()) continue;
    if (!out.empty()) out += "\n";
    if (!section.title.empty()) out += comment(section.title);
    out += inside;
  }
  return out;
}

}  // namespace dissent
