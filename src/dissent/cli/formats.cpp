#include <fmt/format.h>

#include "dissent/cli/command.h"
#include "dissent/votes/importer.h"

namespace dissent::cli {

void configure_formats(CLI::App& app) {
  app.callback([] {
    fmt::print(
        "A file is read in the format that it fits best, and two that fit about as well are asked about\n"
        "(--format NAME says which; `dissent inspect FILE --explain` shows what was understood):\n");
    for (const Importer& importer : importers()) fmt::print("  {:<16}{}\n", importer.name, importer.what);
  });
}

}  // namespace dissent::cli
