#include <fmt/format.h>

#include "dissent/cli/command.h"
#include "dissent/votes/importer.h"

namespace dissent::cli {

void configure_formats(CLI::App& app) {
  app.callback([] {
    fmt::print("Formats in the order in which a file is matched against them (--format NAME overrides):\n");
    for (const Importer& importer : importers()) fmt::print("  {:<16}{}\n", importer.name, importer.what);
  });
}

}  // namespace dissent::cli
