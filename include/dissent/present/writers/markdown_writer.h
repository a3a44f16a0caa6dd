// A document as Markdown: headings, paragraphs, lists of facts, and tables; pictures and items are left out.
#pragma once

#include <string>

#include "dissent/present/document.h"

namespace dissent {

std::string markdown_text(const Report& report);
// The title in bold, the table, and its note below.
std::string markdown_text(const ReportTable& table);

}  // namespace dissent
