// aggregate(): one distribution an item, made of its votes by majority, Dawid and Skene's model or another
// method of aggregators(). Component dissent::votes.
//
//   const dissent::VoteTable votes = dissent::import_votes("votes.csv").votes;
//   const dissent::Aggregation truth = dissent::aggregate(votes, {.method = "dawid-skene"});
#pragma once

#include "dissent/core/monitor.h"
#include "dissent/votes.h"
#include "dissent/votes/aggregate.h"
#include "dissent/votes/dawid_skene.h"
#include "dissent/votes/glad.h"
#include "dissent/votes/mace.h"
#include "dissent/votes/one_coin.h"
