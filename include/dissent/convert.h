// convert(): votes from any source written as a row a vote, counts or probabilities. Component
// dissent::votes.
//
//   dissent::convert(dissent::import_votes("export.json").votes, "votes.csv");
#pragma once

#include "dissent/votes.h"
#include "dissent/votes/convert.h"
