// What `dissent selftest` does: the checks of train/train_selftest.h and geometry/geometry_selftest.h, on the
// spot.
#include <string>
#include <vector>

#include <fmt/format.h>

#include "dissent/cli/terminal.h"
#include "dissent/cli/torch_commands.h"
#include "dissent/core/error.h"
#include "dissent/geometry/geometry_selftest.h"
#include "dissent/io/json_text.h"
#include "dissent/train/selftest_json.h"
#include "dissent/train/trainer.h"

namespace dissent::cli {

void run_selftest(const SelftestArguments& arguments) {
  prepare_torch(arguments.execution);
  const bool cuda = use_cuda(arguments.execution);
  std::vector<SelfCheck> checks;
  std::size_t failed = 0;
  const auto report = [&](const SelfCheck& check) {
    if (!check.passed) ++failed;
    checks.push_back(check);
    if (!arguments.json) {
      fmt::print("{}  {:<34} {}\n", check.passed ? styled("ok  ", Style::green) : styled("FAIL", Style::red),
                 check.name, check.detail);
      std::fflush(stdout);
    }
  };
  selftest(cuda, report);
  selftest_hessian(cuda, report);
  if (arguments.json) fmt::print("{}\n", json_text(selftest_json(checks), 2));
  if (failed > 0) fail("selftest: {} checks failed", failed);
}

void keep_command_line(char**) {}

}  // namespace dissent::cli
