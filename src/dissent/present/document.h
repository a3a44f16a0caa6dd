// A report before it has a form: prose, tables, figures and items, in sections. A page (present/page.h) and
// files for papers and programs (present/formats.h) are made from the same document, so that their numbers
// are the same.
#pragma once

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "dissent/io/json.h"

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
  std::vector<ReportColumn> columns;
  std::vector<std::vector<ReportCell>> rows;  // a cell a column
};

// A Vega-Lite specification with its data in it.
struct ReportFigure {
  std::string name, title, caption;
  Json spec;
};

// Items with the annotators' distribution and predictions of them, as web/src/explorer.js reads them.
struct ReportItems {
  std::string name, title;
  Json data;
};

struct Prose {
  std::vector<std::string> paragraphs;
  bool warning = false;
};
struct Facts {
  std::vector<std::pair<std::string, std::string>> entries;
};
struct Verbatim {
  std::string title, text;
  bool folded = true;
};

using ReportBlock = std::variant<Prose, ReportTable, ReportFigure, ReportItems, Facts, Verbatim>;

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

// Four digits after the point, fewer for large numbers; empty for NaN.
std::string number_text(double value);
std::string number_text(double value, double like);  // with the digits of another number
std::string signed_text(double value);               // with + or −
std::string p_text(double p);

// Every table, wherever it stands.
std::vector<const ReportTable*> tables_of(const Report& report);
std::vector<const ReportFigure*> figures_of(const Report& report);

}  // namespace dissent
