// A document as text on a terminal: aligned tables, facts with their notes, bars and plots drawn with blocks.
// Pictures, items and files are left out.
#pragma once

#include <string>

#include "dissent/present/document.h"
#include "dissent/present/writers/terminal_style.h"

namespace dissent {

// Blocks and sections stand apart by an empty line; the text neither begins nor ends with one.
std::string terminal_text(const Report& report, const TerminalStyle& style = {});
// The lines of the table alone, without its title: indented by two columns, the head dim.
std::string terminal_text(const ReportTable& table, const TerminalStyle& style = {});

}  // namespace dissent
