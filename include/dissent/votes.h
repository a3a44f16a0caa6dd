// Votes: read from the exports of many tools, held as a VoteTable, written for others. Component
// dissent::votes.
//
//   const dissent::VoteTable votes = dissent::import_votes("votes.csv").votes;
//
// What is wrong with an input is a dissent::Error, here and in all operations.
#pragma once

#include "dissent/core/exception.h"
#include "dissent/votes/audit.h"
#include "dissent/votes/export.h"
#include "dissent/votes/importer.h"
#include "dissent/votes/vote_table.h"
