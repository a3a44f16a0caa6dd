// predict(): what a finished run says of items. Component dissent::train.
#pragma once

#include "dissent/train/predict_items.h"
