// A result before it has a form: prose, tables, figures, facts and items, in sections. Every form (terminal,
// Markdown, CSV, LaTeX, JSON, page) is written from the same document, so that the numbers are the same.
#pragma once

#include <concepts>
#include <cstddef>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "dissent/metrics/calibration.h"
#include "dissent/present/digits.h"
#include "dissent/stats/mean_sd.h"

namespace dissent {

struct ReportCell {
  std::string text;                                   // as people read it
  std::string aside;                                  // after it in text formats: a published number
  std::vector<std::string> notes;                     // below it on the page: an interval, what was published
  std::vector<std::pair<std::string, double>> parts;  // the numbers behind it; it sorts by the first
  bool best = false;
  std::string colour;  // of the method that the cell names
};
struct ReportColumn {
  std::string name;   // for programs
  std::string label;  // for people
  bool numeric = true;
};
struct ReportTable {
  std::string name, title, note;
  std::vector<ReportColumn> columns = {};
  std::vector<std::vector<ReportCell>> rows = {};  // a cell a column
  std::string page_note = {};                      // after the note, of what the page alone shows
};

struct ReportFigure {
  std::string name, title, caption;
  std::string specification;  // a Vega-Lite specification with its data in it, as JSON
};

// Items with the annotators' distribution and predictions of them, as web/src/explorer.js reads them.
struct ReportItems {
  std::string name, title;
  std::string data;  // as JSON
};

struct Prose {
  std::vector<std::string> paragraphs;
  bool warning = false;
  bool indented = false;  // on a terminal: under a heading, instead of at the margin
};

// A name, its value and, beside it, what the value means or why there is none.
struct Fact {
  std::string name, value;
  std::string note = {};
};
struct Facts {
  std::vector<Fact> entries;
};

struct Verbatim {
  std::string title, text;
  bool folded = true;
};

// A line of its own above what follows: on a terminal the name in bold and the note dim.
struct Heading {
  std::string text;
  std::string note = {};
};

struct Bar {
  std::string label;
  double share = 0;  // of the full width, 0 to 1
  std::string text;  // behind the bar
};
struct Bars {
  std::string title = {}, note = {};  // a line above them, the note dim
  std::vector<Bar> bars = {};
  std::string rest = {};        // a line below them: "... and 3 more"
  std::size_t width = 30;       // columns of a bar of share 1
  std::size_t label_width = 0;  // columns of the labels; 0: those of the widest
  bool nested = false;          // indented below their title
  bool coloured = true;
};

// How often a prediction was right, beside the confidence that it had; a row a bin.
struct ReliabilityPlot {
  std::string title;
  std::string outcome;  // what the outcome is called: "right", "agree"
  std::vector<CalibrationBin> bins;
};

// Where a block is shown. "Terminal" is text on a terminal; "page" is everything else.
enum class Shown { everywhere, on_terminal, on_page };

struct ReportBlock {
  using Content = std::variant<Prose, ReportTable, ReportFigure, ReportItems, Facts, Verbatim, Heading, Bars,
                               ReliabilityPlot>;
  Content content;
  Shown shown = Shown::everywhere;
  bool close = false;  // on a terminal: no empty line before it

  // A block is its content, and is made from it without a word.
  // NOLINTBEGIN(google-explicit-constructor,bugprone-forwarding-reference-overload)
  template <class Block>
  requires std::constructible_from<Content, Block&&> ReportBlock(Block&& block,
                                                                 Shown where = Shown::everywhere,
                                                                 bool close_to_last = false)
      : content(std::forward<Block>(block)), shown(where), close(close_to_last) {}
  // NOLINTEND(google-explicit-constructor,bugprone-forwarding-reference-overload)

  template <class Block>
  const Block* as() const {
    return std::get_if<Block>(&content);
  }
  template <class Block>
  Block* as() {
    return std::get_if<Block>(&content);
  }
};

struct ReportSection {
  std::string id, title;  // without a title it belongs to what stands before it
  std::vector<ReportBlock> blocks;
  bool listed = true;  // at the top of the page
};

struct Report {
  std::string kind;  // "Study", "Votes", ...: above the title
  std::string title, about;
  std::vector<std::string> findings;  // the answer, in sentences
  std::vector<ReportSection> sections;
};

ReportCell text_cell(std::string text);
ReportCell number_cell(double value, std::string text);  // NaN: an empty cell
ReportCell mean_sd_cell(const MeanSd& value);            // "0.5650 ± 0.0129", both numbers behind it

// A plot as a table, for the forms that cannot draw it.
ReportTable table_of(const ReliabilityPlot& plot);

// Every table, wherever it stands, that is shown beyond the terminal.
std::vector<const ReportTable*> tables_of(const Report& report);
std::vector<const ReportFigure*> figures_of(const Report& report);

}  // namespace dissent
