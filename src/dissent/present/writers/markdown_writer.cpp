#include "dissent/present/writers/markdown_writer.h"

#include <fmt/format.h>

#include "dissent/io/markup.h"
#include "dissent/present/writers/shown_table.h"

namespace dissent {
namespace {

// A block with an empty line before it; nothing where Markdown has no form for it.
std::string block_markdown(const Prose& prose) {
  std::string out;
  for (const std::string& paragraph : prose.paragraphs) {
    const std::string_view mark = prose.warning ? "**" : "";
    out += fmt::format("\n{}{}{}\n", mark, sentence_in_markdown(paragraph), mark);
  }
  return out;
}
std::string block_markdown(const ReportTable& table) {
  return table.rows.empty() ? "" : "\n" + markdown_text(table);
}
std::string block_markdown(const Facts& facts) {
  std::string out = "\n";
  for (const Fact& fact : facts.entries) {
    out += fmt::format("- {}: {}{}\n", in_markdown(fact.name), in_markdown(fact.value),
                       fact.note.empty() ? "" : fmt::format(" ({})", sentence_in_markdown(fact.note)));
  }
  return out;
}
std::string block_markdown(const Heading& heading) {
  return fmt::format("\n## {}{}\n", in_markdown(heading.text),
                     heading.note.empty() ? "" : " " + sentence_in_markdown(heading.note));
}
std::string block_markdown(const Bars& bars) {
  std::string out = bars.title.empty() ? "" : fmt::format("\n{}\n", in_markdown(bars.title));
  out += "\n";
  for (const Bar& one : bars.bars)
    out += fmt::format("- {}: {}\n", in_markdown(one.label), in_markdown(one.text));
  return out;
}
std::string block_markdown(const ReliabilityPlot& plot) {
  return block_markdown(table_of(plot));
}
std::string block_markdown(const ReportFigure&) {
  return "";
}
std::string block_markdown(const ReportItems&) {
  return "";
}
std::string block_markdown(const Verbatim&) {
  return "";
}

}  // namespace

std::string markdown_text(const ReportTable& table) {
  std::string out = table.title.empty() ? "" : fmt::format("**{}**\n\n", in_markdown(table.title));
  out += shown_table(table, Signs::typographic).markdown();
  if (!table.note.empty()) out += fmt::format("\n{}\n", sentence_in_markdown(table.note));
  return out;
}

std::string markdown_text(const Report& report) {
  std::string out = report.title.empty() ? "" : fmt::format("# {}\n", in_markdown(report.title));
  if (!report.about.empty()) out += fmt::format("\n{}\n", sentence_in_markdown(report.about));
  for (const std::string& sentence : report.findings)
    out += fmt::format("\n{}\n", sentence_in_markdown(sentence));
  for (const ReportSection& section : report.sections) {
    std::string inside;
    for (const ReportBlock& block : section.blocks) {
      if (block.shown == Shown::on_terminal) continue;
      inside += std::visit([](const auto& content) { return block_markdown(content); }, block.content);
    }
    if (inside.empty()) continue;
    if (!section.title.empty()) out += fmt::format("\n## {}\n", in_markdown(section.title));
    out += inside;
  }
  out.erase(0, out.find_first_not_of('\n'));
  return out;
}

}  // namespace dissent
