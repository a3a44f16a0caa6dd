#include "dissent/train/selftest_json.h"

#include <cstddef>
#include <utility>

namespace dissent {

Json selftest_json(std::span<const SelfCheck> checks) {
  Json list = Json::array();
  std::size_t failed = 0;
  for (const SelfCheck& check : checks) {
    list.push_back({{"check", check.name}, {"passed", check.passed}, {"detail", check.detail}});
    if (!check.passed) ++failed;
  }
  return {{"checks", std::move(list)}, {"failed", failed}};
}

}  // namespace dissent
