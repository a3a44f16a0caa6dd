// make_report(): what studies found, as one document; and the writers that make terminal text, Markdown, CSV,
// LaTeX, JSON and one HTML page of any document. Component dissent::report.
#pragma once

#include "dissent/core/monitor.h"
#include "dissent/present/document.h"
#include "dissent/present/formats.h"
#include "dissent/present/make_report.h"
#include "dissent/present/page.h"
#include "dissent/present/writers/csv_writer.h"
#include "dissent/present/writers/latex_writer.h"
#include "dissent/present/writers/markdown_writer.h"
#include "dissent/present/writers/terminal_writer.h"
