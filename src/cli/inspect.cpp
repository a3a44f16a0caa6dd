#include "cli/command.h"
namespace dissent::cli {
void configure_inspect(CLI::App&) {}
}  // namespace dissent::cli
