// A report as one HTML file that needs nothing else: its policy lets no request out and runs no script but
// its own.
#pragma once

#include <string>

#include "dissent/present/document.h"

namespace dissent {

bool has_page();  // whether this build has it (DISSENT_WEB)

// An error that says how to get a build with the page, where this is none.
std::string report_page(const Report& report);

// The script alone, for `node`: it has dissent.toSvg(specification).
std::string page_script();

}  // namespace dissent
