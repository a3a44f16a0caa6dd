// Deliveries: the training targets of every epoch, made of votes by one of the methods of docs/delivery.md,
// for any training loop. Component dissent::deliver.
#pragma once

#include "dissent/core/monitor.h"
#include "dissent/delivery/cut.h"
#include "dissent/delivery/deliver.h"
#include "dissent/delivery/delivery.h"
#include "dissent/votes.h"
