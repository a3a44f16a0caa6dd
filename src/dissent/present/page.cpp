#include "dissent/present/page.h"

#include <cmath>

#include <fmt/format.h>

#include "dissent/core/error.h"
#include "dissent/core/hash.h"
#include "dissent/core/text.h"
#include "dissent/present/assets.h"
#include "dissent/present/html.h"

namespace dissent {
namespace {

#ifdef DISSENT_HAS_WEB
constexpr bool kHasPage = true;
std::string_view page_js() {
  return kPage_js;
}
std::string_view page_css() {
  return kPage_css;
}
#else
constexpr bool kHasPage = false;
std::string_view page_js() {
  return {};
}
std::string_view page_css() {
  return {};
}
#endif

void check_has_page() {
  if (kHasPage) return;
  fail(
      "this build has no page (it was made with DISSENT_WEB=OFF); {} md, csv, latex or json and {} work, or "
      "build with -DDISSENT_WEB=ON, which needs npm",
      option("format"), option("figures"));
}

// 'sha256-...': what a policy lets run.
std::string source_hash(std::string_view text) {
  const std::string hex = sha256(text);
  std::string bytes;
  for (std::size_t i = 0; i < hex.size(); i += 2) {
    bytes += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
  }
  return fmt::format("'sha256-{}'", base64(bytes));
}

std::string cell_html(const ReportCell& cell, const ReportColumn& column, bool head) {
  std::string classes;
  if (column.numeric) classes = "number";
  if (cell.best) classes += classes.empty() ? "best" : " best";
  if (!cell.colour.empty()) classes += classes.empty() ? "named" : " named";
  std::string attributes = classes.empty() ? "" : fmt::format(" class=\"{}\"", classes);
  if (!cell.parts.empty() && std::isfinite(cell.parts.front().second)) {
    attributes += fmt::format(" data-value=\"{}\"", shortest(cell.parts.front().second));
  }
  std::string inside = html_text(cell.text);
  if (!cell.colour.empty()) {
    inside = fmt::format(
        "<svg class=\"dot\" viewBox=\"0 0 10 10\" aria-hidden=\"true\"><circle cx=\"5\" cy=\"5\" r=\"5\" "
        "fill=\"{}\"/></svg>{}",
        html_text(cell.colour), inside);
  }
  for (const std::string& note : cell.notes) inside += fmt::format("<small>{}</small>", html_text(note));
  return head ? fmt::format("<th scope=\"row\"{}>{}</th>", attributes, inside)
              : fmt::format("<td{}>{}</td>", attributes, inside);
}

std::string block_html(const ReportTable& table) {
  std::string out = fmt::format(
      "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"{}\"><table class=\"data\" "
      "id=\"table-{}\"><caption>{}"
      "</caption><thead><tr>",
      html_text(table.title), html_text(table.name), html_text(table.title));
  for (const ReportColumn& column : table.columns) {
    out += fmt::format("<th scope=\"col\"{}>{}</th>", column.numeric ? " class=\"number\"" : "",
                       html_text(column.label));
  }
  out += "</tr></thead><tbody>\n";
  for (const auto& row : table.rows) {
    out += "<tr>";
    for (std::size_t c = 0; c < row.size(); ++c) {
      out += cell_html(row[c], table.columns[c], c == 0 && !table.columns[c].numeric);
    }
    out += "</tr>\n";
  }
  out += "</tbody></table></div>\n";
  const std::string note = table.note + (table.page_note.empty() ? "" : " " + table.page_note);
  if (!note.empty()) out += fmt::format("<p class=\"note\">{}</p>\n", html_text(note));
  return out;
}

std::string block_html(const ReportFigure& figure) {
  const std::string name = html_text(figure.name);
  const std::string caption =
      figure.caption.empty() ? ""
                             : fmt::format("<span class=\"caption\">{}</span>", html_text(figure.caption));
  return fmt::format(
      "<figure id=\"figure-{0}\" aria-labelledby=\"caption-{0}\"><figcaption "
      "id=\"caption-{0}\">{1}{2}</figcaption>"
      "<div class=\"plot\" data-figure=\"{0}\"></div><script type=\"application/json\" "
      "id=\"spec-{0}\">{3}</script></figure>\n",
      name, html_text(figure.title), caption, html_json(figure.specification));
}

std::string block_html(const ReportItems& items) {
  const std::string title = items.title.empty() ? "" : fmt::format("<h3>{}</h3>", html_text(items.title));
  return fmt::format(
      "{2}<div class=\"explorer\" data-explorer=\"{0}\"><p class=\"note\">The items appear where scripts may "
      "run.</p></div>"
      "<script type=\"application/json\" id=\"items-{0}\">{1}</script>\n",
      html_text(items.name), html_json(items.data), title);
}

std::string block_html(const Prose& prose) {
  std::string out;
  for (const std::string& paragraph : prose.paragraphs) out += fmt::format("<p>{}</p>", html_text(paragraph));
  return prose.warning ? fmt::format("<div class=\"notice\" role=\"note\">{}</div>\n", out) : out + "\n";
}

std::string block_html(const Facts& facts) {
  std::string out = "<dl class=\"facts-list\">";
  for (const Fact& fact : facts.entries) {
    out += fmt::format("<dt>{}</dt><dd>{}{}</dd>", html_text(fact.name), html_text(fact.value),
                       fact.note.empty() ? "" : fmt::format(" <small>{}</small>", html_text(fact.note)));
  }
  return out + "</dl>\n";
}

std::string block_html(const Heading& heading) {
  return fmt::format("<h3>{}{}</h3>\n", html_text(heading.text),
                     heading.note.empty() ? "" : fmt::format(" <small>{}</small>", html_text(heading.note)));
}

std::string block_html(const Bars& bars) {
  Facts facts;
  for (const Bar& one : bars.bars) facts.entries.push_back({one.label, one.text});
  return (bars.title.empty() ? "" : fmt::format("<h3>{}</h3>", html_text(bars.title))) + block_html(facts);
}

std::string block_html(const ReliabilityPlot& plot) {
  return block_html(table_of(plot));
}

std::string block_html(const Verbatim& verbatim) {
  const std::string text = fmt::format("<pre>{}</pre>", html_text(verbatim.text));
  if (!verbatim.folded) return fmt::format("<h3>{}</h3>{}\n", html_text(verbatim.title), text);
  return fmt::format("<details><summary>{}</summary>{}</details>\n", html_text(verbatim.title), text);
}

// The first figure of what stands before the first title: it opens the page, beside the answer.
const ReportFigure* opening_figure(const Report& report) {
  if (report.sections.empty() || !report.sections.front().title.empty()) return nullptr;
  for (const ReportBlock& block : report.sections.front().blocks) {
    const auto* figure = block.as<ReportFigure>();
    if (figure != nullptr && block.shown != Shown::on_terminal) return figure;
  }
  return nullptr;
}

std::string opening_html(const Report& report, const ReportFigure* figure) {
  std::string out =
      fmt::format("<div class=\"opening{}\"><div><header><p class=\"kind\">{}</p><h1>{}</h1>",
                  figure == nullptr ? "" : " two", html_text(report.kind), html_text(report.title));
  if (!report.about.empty()) out += fmt::format("<p class=\"lead\">{}</p>", html_text(report.about));
  out += "</header>\n";
  if (!report.findings.empty()) {
    out += "<div class=\"findings\" role=\"note\" aria-label=\"Findings\">";
    for (const std::string& sentence : report.findings) out += fmt::format("<p>{}</p>", html_text(sentence));
    out += "</div>\n";
  }
  out += "</div>";
  if (figure != nullptr) out += fmt::format("<div>{}</div>", block_html(*figure));
  return out + "</div>\n";
}

std::string body_html(const Report& report) {
  std::string out =
      "<a class=\"skip\" href=\"#content\">To the content</a><nav aria-label=\"Sections\"><div><ol>";
  for (const ReportSection& section : report.sections) {
    if (section.title.empty() || !section.listed) continue;
    out += fmt::format("<li><a href=\"#{}\">{}</a></li>", html_text(section.id), html_text(section.title));
  }
  out +=
      "</ol><button id=\"theme\" type=\"button\" aria-label=\"Light or dark\" "
      "hidden>Dark</button></div></nav>\n"
      "<main id=\"content\">";
  const ReportFigure* opening = opening_figure(report);
  out += opening_html(report, opening);
  for (const ReportSection& section : report.sections) {
    out += fmt::format("<section id=\"{}\">", html_text(section.id));
    if (!section.title.empty()) out += fmt::format("<h2>{}</h2>\n", html_text(section.title));
    for (const ReportBlock& block : section.blocks) {
      const bool opens = opening != nullptr && block.as<ReportFigure>() == opening;
      if (opens || block.shown == Shown::on_terminal) continue;
      out += std::visit([](const auto& one) { return block_html(one); }, block.content);
    }
    out += "</section>\n";
  }
  return out +
         "</main><footer>Made by dissent. This page loads nothing and sends nothing; a figure opened in the "
         "Vega editor is "
         "sent there by your browser. Figures are drawn by Vega, Vega-Lite, Vega-Embed and vega-interpreter "
         "(BSD 3-clause "
         "licence, © University of Washington Interactive Data Lab and contributors).</footer>\n";
}

}  // namespace

bool has_page() {
  return kHasPage;
}

std::string report_page(const Report& report) {
  check_has_page();
  const std::string policy = fmt::format(
      "default-src 'none'; script-src {}; style-src {}; img-src data: blob:; base-uri 'none'; form-action "
      "'none'",
      source_hash(page_js()), source_hash(page_css()));
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"generator\" "
      "content=\"dissent\">\n<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n{}"
      "<script>{}</script>\n</body>\n</html>\n",
      html_text(policy), html_text(report.title), page_css(), body_html(report), page_js());
}

std::string page_script() {
  check_has_page();
  return std::string(page_js());
}

}  // namespace dissent
