// convert(): votes from any source written in a form that other tools read. Component dissent::votes.
//
//   dissent::convert(dissent::import_votes("export.json").votes, "votes.csv");
#pragma once

#include "dissent/votes.h"
#include "dissent/votes/convert.h"
