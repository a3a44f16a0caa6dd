#include "cli/command.h"
namespace dissent::cli {
void configure_convert(CLI::App&) {}
}  // namespace dissent::cli
