#include "dissent/present/writers/terminal_writer.h"

#include <algorithm>

#include <fmt/format.h>

#include "dissent/core/text.h"
#include "dissent/present/writers/shown_table.h"

namespace dissent {
namespace {

constexpr std::size_t kFactNames = 22;  // columns
constexpr std::size_t kReliabilityBar = 40;

// A bar of how often the prediction was right, with a mark where the confidence is.
std::string reliability_bar(const CalibrationBin& bin) {
  constexpr auto kWidth = static_cast<double>(kReliabilityBar);
  const std::size_t mark = std::min(kReliabilityBar - 1, static_cast<std::size_t>(bin.confidence * kWidth));
  std::string out;
  for (std::size_t c = 0; c < kReliabilityBar; ++c) {
    const bool filled = static_cast<double>(c) + 0.5 < bin.outcome * kWidth;
    if (!filled && c > mark) break;
    out += c == mark ? (filled ? "┃" : "│") : filled ? "█" : " ";
  }
  return out;
}

// A text that may have several lines, each of them printable.
std::string every_line_printable(const std::string& text) {
  std::string out;
  for (const std::string& line : split(text, '\n')) out += (out.empty() ? "" : "\n") + printable(line);
  return out;
}

// Whatever names hold, nothing but the style's own codes reaches the terminal.
class TerminalWriter {
 public:
  explicit TerminalWriter(const TerminalStyle& style) : style_(style) {}

  void add(const Report& report) {
    if (!report.title.empty()) {
      out_ += styled(report.title, Style::bold) + "\n";
      if (!report.about.empty()) out_ += every_line_printable(report.about) + "\n";
    }
    if (!report.findings.empty()) {
      gap();
      for (const std::string& sentence : report.findings) out_ += every_line_printable(sentence) + "\n";
    }
    after_heading_ = out_.empty();
    for (const ReportSection& section : report.sections) add(section);
  }

  std::string text() && { return std::move(out_); }

 private:
  void add(const ReportSection& section) {
    bool titled = section.title.empty();
    for (const ReportBlock& block : section.blocks) {
      const std::string text =
          block.shown == Shown::on_page
              ? ""
              : std::visit([&](const auto& content) { return drawn(content); }, block.content);
      if (text.empty()) continue;
      if (!titled) {
        gap();
        out_ += styled(section.title, Style::bold) + "\n";
        titled = after_heading_ = true;
      }
      if (!block.close && !after_heading_) gap();
      out_ += text;
      after_heading_ = block.as<Heading>() != nullptr;
    }
  }
  void gap() {
    if (!out_.empty()) out_ += "\n";
  }

  std::string drawn(const Heading& heading) const {
    return styled(heading.text, Style::bold) +
           (heading.note.empty() ? "" : "  " + styled(heading.note, Style::dim)) + "\n";
  }
  std::string drawn(const Prose& prose) const {
    std::string out;
    for (const std::string& paragraph : prose.paragraphs) {
      const std::string text =
          (prose.warning && !prose.indented ? "! " : "") + every_line_printable(paragraph);
      out += prose.indented ? "  " : "";
      out += (prose.warning ? style_.styled(text, Style::yellow) : text) + "\n";
    }
    return out;
  }
  std::string drawn(const ReportTable& table) const {
    if (table.rows.empty()) return "";
    return titled(table.title) + terminal_text(table, style_) +
           (table.note.empty() ? "" : fmt::format("  {}\n", printable(table.note)));
  }
  std::string drawn(const Facts& facts) const {
    std::string out;
    for (const Fact& fact : facts.entries) {
      out += fmt::format("  {}{}{}\n", fit(fact.name, kFactNames), printable(fact.value),
                         fact.note.empty() ? "" : "  " + styled(fact.note, Style::dim));
    }
    return out;
  }
  std::string drawn(const Bars& bars) const {
    std::string out;
    if (!bars.title.empty() || !bars.note.empty()) {
      out = fmt::format("  {}{}{}\n", printable(bars.title),
                        bars.title.empty() || bars.note.empty() ? "" : " ", styled(bars.note, Style::dim));
    }
    std::size_t width = bars.label_width;
    if (width == 0) {
      for (const Bar& one : bars.bars) width = std::max(width, display_width(one.label));
    }
    const std::string_view indent = bars.nested ? "    " : "  ";
    for (const Bar& one : bars.bars) {
      const std::string drawing = bar(one.share, bars.width);
      out += fmt::format("{}{}  {} {}\n", indent, fit(one.label, width),
                         bars.coloured ? style_.styled(drawing, Style::blue) : drawing, printable(one.text));
    }
    return bars.rest.empty() ? out : out + fmt::format("{}{}\n", indent, printable(bars.rest));
  }
  std::string drawn(const ReliabilityPlot& plot) const {
    std::string out = titled(plot.title);
    out += fmt::format("  {}\n", style_.styled(fmt::format("{:>10}  {:>10}  {:>8}", "confidence",
                                                           printable(plot.outcome), "items"),
                                               Style::dim));
    for (const CalibrationBin& bin : plot.bins) {
      out += fmt::format("  {:>10.3f}  {:>10.3f}  {:>8}  {}\n", bin.confidence, bin.outcome,
                         grouped(static_cast<std::uint64_t>(bin.items)),
                         style_.styled(reliability_bar(bin), Style::blue));
    }
    return out;
  }
  static std::string drawn(const ReportFigure&) { return ""; }
  static std::string drawn(const ReportItems&) { return ""; }
  static std::string drawn(const Verbatim&) { return ""; }

  std::string titled(const std::string& title) const {
    return title.empty() ? "" : styled(title, Style::bold) + "\n";
  }
  // A text of the document in a style.
  std::string styled(std::string_view text, Style style) const {
    return style_.styled(printable(text), style);
  }

  const TerminalStyle& style_;
  std::string out_;
  bool after_heading_ = true;  // what follows stands directly below
};

}  // namespace

std::string terminal_text(const Report& report, const TerminalStyle& style) {
  TerminalWriter writer(style);
  writer.add(report);
  return std::move(writer).text();
}

std::string terminal_text(const ReportTable& table, const TerminalStyle& style) {
  std::string out;
  bool head = true;
  for (const std::string& line : shown_table(table, Signs::plain).lines()) {
    const std::string here = line.empty() ? "" : "  " + line;
    out += (head ? style.styled(here, Style::dim) : here) + "\n";
    head = false;
  }
  return out;
}

}  // namespace dissent
