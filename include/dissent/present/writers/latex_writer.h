// The tables of a document as LaTeX: booktabs tabulars; titles, notes and prose between them are comments.
#pragma once

#include <string>

#include "dissent/present/document.h"

namespace dissent {

std::string latex_text(const Report& report);
std::string latex_text(const ReportTable& table);

}  // namespace dissent
