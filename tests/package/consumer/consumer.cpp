// Uses dissent beside names of its own that dissent has, too: reads votes, delivers labels, prints what it
// found.
#include <iostream>
#include <vector>

#include <dissent/deliver.h>
#include <dissent/votes.h>

#include "clash.h"
#include "io/json.h"

int main(int argc, char** argv) {
  if (argc != 2) return 1;
  try {
    fail(7);
  } catch (const Error& error) {
    std::cout << error.code << ' ' << number("1") << ' ' << split("a,b", ',')[0] << ' ' << json::quoted("q")
              << '\n';
  }
  const dissent::ImportResult imported = dissent::import_votes(argv[1]);
  const dissent::VoteTable& votes = imported.votes;
  std::cout << votes.items() << " items, " << votes.votes() << " votes, " << imported.audit.format << '\n';
  const auto delivery = dissent::make_delivery("sls", {votes, {}, 1, {}});
  std::vector<std::int32_t> labels(votes.items());
  dissent::epoch_labels(*delivery, 0, labels);
  for (const std::int32_t label : labels)
    std::cout << votes.class_name(static_cast<std::size_t>(label)) << ' ';
  std::cout << '\n';
  try {
    dissent::import_votes("there/is/no/such.csv");
  } catch (const dissent::Error& error) {
    std::cout << error.what() << '\n';
  }
}
