// Every operation of the library, in one header. Link with the components whose operations are called; those
// of train, geometry, ood and study need libtorch.
#pragma once

#include "dissent/aggregate.h"
#include "dissent/compare.h"
#include "dissent/convert.h"
#include "dissent/deliver.h"
#include "dissent/evaluate.h"
#include "dissent/geometry.h"
#include "dissent/inspect.h"
#include "dissent/ood.h"
#include "dissent/predict.h"
#include "dissent/report.h"
#include "dissent/study.h"
#include "dissent/train.h"
#include "dissent/votes.h"
