// inspect(): what a set of votes holds, how far annotators agree, and which items they disagree on. Component
// dissent::votes.
//
//   const dissent::Inspection found = dissent::inspect("votes.csv");
//
// The coefficients of agreement can also be had one by one: krippendorff_alpha(), fleiss_kappa().
#pragma once

#include "dissent/votes.h"
#include "dissent/votes/agreement.h"
#include "dissent/votes/human_reference.h"
#include "dissent/votes/inspection.h"
