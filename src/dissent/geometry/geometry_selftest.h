// Second derivatives of a device checked on the spot: Hessian-vector products against the CPU's in double.
#pragma once

#include <functional>

#include "dissent/train/train_selftest.h"

namespace dissent {

void selftest_hessian(bool cuda, const std::function<void(const SelfCheck&)>& report);

}  // namespace dissent
