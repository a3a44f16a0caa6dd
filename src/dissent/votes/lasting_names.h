// Which names a form of votes can hold: those that its readers, dissent's own among them, find again as they
// are.
#pragma once

#include "dissent/votes/container.h"
#include "dissent/votes/convert.h"

namespace dissent {

// Throws for the first item, annotator or class whose name would come back as another or not at all, with the
// reason and a form that can hold it.
void check_lasting_names(const VoteTable& votes, VoteForm form, Container container);

// Where some columns of a wide table are named like annotators, a reader takes those alone.
bool annotators_are_mixed(const VoteTable& votes);

}  // namespace dissent
