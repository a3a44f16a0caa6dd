#include "cli/command.h"
namespace dissent::cli {
void configure_aggregate(CLI::App&) {}
}  // namespace dissent::cli
