#include "cli/command.h"
namespace dissent::cli {
void configure_data(CLI::App&) {}
}  // namespace dissent::cli
