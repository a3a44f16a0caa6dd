// train(): networks trained on votes, one run for every delivery and seed, side by side and resumable.
// encode(): features of texts. Component dissent::train.
#pragma once

#include "dissent/train/encode.h"
#include "dissent/train/train.h"
