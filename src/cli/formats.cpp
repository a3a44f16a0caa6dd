#include <fmt/format.h>

#include "cli/command.h"
#include "votes/importer.h"

namespace dissent::cli {

void configure_formats(CLI::App& app) {
  app.callback([] {
    fmt::print("Formats in the order in which a file is matched against them (--format NAME overrides):\n");
    for (const Importer& importer : importers()) fmt::print("  {:<16}{}\n", importer.name, importer.what);
  });
}

}  // namespace dissent::cli
