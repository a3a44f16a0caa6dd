// Networks trained on votes: one run for every delivery and seed, side by side, resumable. Component `train`.
#pragma once

#include "dissent/train/encode.h"
#include "dissent/train/train.h"
