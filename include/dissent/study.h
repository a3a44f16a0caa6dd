// Experiments as files: run_study() trains and measures what is missing of a study and writes its tables,
// tests and figures; show_study() says how far it is; submit_study() gives it to a Slurm cluster. Component
// dissent::study.
#pragma once

#include "dissent/core/monitor.h"
#include "dissent/runner/run_study.h"
#include "dissent/study/choose_runs.h"
#include "dissent/study/find_studies.h"
#include "dissent/study/study.h"
#include "dissent/study/study_monitor.h"
#include "dissent/study/study_status.h"
#include "dissent/study/study_summary.h"
#include "dissent/study/submit_study.h"
