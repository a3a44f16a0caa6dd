// What a finished run says of items. Component `train`.
#pragma once

#include "dissent/train/predict_items.h"
