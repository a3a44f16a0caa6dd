#include "orders.h"

#include <cstdio>
#include <cstdlib>

#include <unistd.h>

namespace dissent::attack {
namespace {

long number_of(const char* name, long otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::atol(text);
}

}  // namespace

Orders read_orders() {
  Orders orders;
  if (const char* under = std::getenv("ATTACK_UNDER")) orders.under = under;
  orders.log = std::getenv("ATTACK_LOG") != nullptr;
  orders.kill = number_of("ATTACK_KILL", 0);
  orders.tear = number_of("ATTACK_TEAR", 0);
  orders.stop = number_of("ATTACK_STOP", 0);
  orders.fail = number_of("ATTACK_FAIL", 0);
  orders.error = number_of("ATTACK_ERRNO", ENOSPC);
  orders.own_locks = std::getenv("ATTACK_OWN_LOCKS") != nullptr;
  orders.bytes_left = number_of("ATTACK_BYTES", -1);
  return orders;
}

void refuse(const char* reason) {
  std::fprintf(stderr, "attack shim: %s\n", reason);
  ::_exit(kRefused);
}

}  // namespace dissent::attack
