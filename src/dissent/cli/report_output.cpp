#include <chrono>
#include <system_error>

#include <fmt/format.h>

#include "dissent/cli/report.h"
#include "dissent/cli/terminal.h"
#include "dissent/core/choices.h"
#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/io/file.h"
#include "dissent/io/json.h"
#include "dissent/io/output_target.h"
#include "dissent/io/subprocess.h"
#include "dissent/io/temporary.h"
#include "dissent/present/formats.h"
#include "dissent/present/page.h"

namespace dissent::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSpecification = ".vl.json";

// Draws every specification as SVG beside it: in a folder of its own first, so that none appears half drawn.
void draw(const std::vector<fs::path>& specifications) {
  const TemporaryFolder temporary;
  const fs::path script = temporary.path() / "draw.cjs";
  write_file(script, page_script() + R"(
const fs = require("node:fs"), path = require("node:path");
(async () => {
  for (const file of process.argv.slice(2)) {
    const drawn = path.join(__dirname, path.basename(file).replace(/\.vl\.json$/, ".svg"));
    fs.writeFileSync(drawn, await dissent.toSvg(JSON.parse(fs.readFileSync(file, "utf8"))));
  }
})().catch((error) => { console.error(error.message); process.exit(1); });
)");
  std::vector<std::string> command{"node", script.string()};
  for (const fs::path& file : specifications) command.push_back(fs::absolute(file).string());
  const ProcessResult result = run_program(command, std::chrono::minutes(10));
  if (result.status != 0) {
    const std::string said(trim(result.errors));
    fail("node could not draw the figures: {}", said.empty()
                                                    ? fmt::format("it ended with status {}", result.status)
                                                    : said.substr(0, said.find('\n')));
  }
  for (const fs::path& file : specifications) {
    std::string name = file.filename().string();
    name.replace(name.size() - std::string_view(kSpecification).size(), std::string::npos, ".svg");
    write_file(file.parent_path() / name, read_file(temporary.path() / name));
  }
}

void write_figures(const Report& report, const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) fail("--figures {}: cannot be made: {}", folder.string(), error.message());
  std::vector<fs::path> files;
  for (const ReportFigure* figure : figures_of(report)) {
    files.push_back(folder / (figure->name + kSpecification));
    write_file(files.back(), Json::parse(figure->specification).dump(1) + "\n");
  }
  const bool svg = has_page() && program_exists("node") && !files.empty();
  if (svg) draw(files);
  fmt::print(stderr, "{} figures in {}{}\n", files.size(), folder.string(),
             svg ? ", with SVG files"
             : has_page()
                 ? "; SVG files are made where node is there"
                 : "; SVG files are made by builds with the page (DISSENT_WEB=ON), where node is there");
}

}  // namespace

void check_output(const ReportOutput& output) {
  if (!output.format.empty()) choice_of<ReportForm>("format", output.format);
  if (!output.table.empty() && output.format.empty())
    fail("--table {}: in which format? Give --format md, csv, raw-csv, latex or json", output.table);
  if (!output.page.empty()) {
    page_script();  // an error that says what to do, in a build without the page
    if (fs::is_directory(output.page))
      fail("{}: a folder, where the file of the page is wanted", output.page.string());
  }
}

void write_report(const Report& report, const ReportOutput& output, std::FILE* said) {
  if (!output.figures.empty()) write_figures(report, output.figures);
  if (!output.format.empty())
    fmt::print("{}", report_as(report, choice_of<ReportForm>("format", output.format), output.table));
  if (output.page.empty()) return;
  const std::string page = report_page(report);
  write_file(output.page, page);
  fmt::print(output.format.empty() && !is_standard_output(output.page) ? said : stderr,
             "{} ({}); open it in any browser\n", output.page.string(), size_text(page.size()));
}

}  // namespace dissent::cli
