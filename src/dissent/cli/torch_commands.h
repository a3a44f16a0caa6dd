// The commands that need libtorch. Loading it takes half a second, so that `dissent` itself does without: it
// checks the command line and hands these commands over to `dissent-torch`, which lies beside it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "dissent/cli/command_choices.h"
#include "dissent/diagnostics/geometry_options.h"
#include "dissent/diagnostics/ood_options.h"
#include "dissent/io/csv_texts.h"
#include "dissent/run/train_options.h"
#include "dissent/run/training.h"
#include "dissent/runner/study_execution.h"
#include "dissent/study/choose_runs.h"
#include "dissent/study/slurm.h"
#include "dissent/train/encode.h"
#include "dissent/train/predict_items.h"

namespace dissent::cli {

struct TrainArguments {
  TrainJob job;
  std::string seeds = "0";  // "0..4" or "0,3": the job's
  bool json = false;
};

struct EncodeArguments {
  EncodeJob job;
  std::filesystem::path output;
  bool json = false;
};

struct PredictArguments {
  PredictJob job;
  std::string checkpoint = "best";  // the job's
  std::filesystem::path output;     // empty: in the run's folder
  bool json = false;
};

struct GeometryArguments {
  std::vector<std::filesystem::path> runs;
  std::vector<std::string> between;
  std::string baseline;  // empty: soft, where it is among the runs
  std::filesystem::path maps;
  std::vector<std::string> map_items;
  bool fresh = false;
  ResultForm format = ResultForm::text;
  bool json = false;
  GeometryOptions geometry;
  ExecutionOptions execution;
};

struct OodArguments {
  std::vector<std::filesystem::path> runs;
  std::vector<std::string> outside;
  std::filesystem::path scores;  // CSV of every image; empty: none
  CsvTexts texts = CsvTexts::safe;
  bool fresh = false;
  ResultForm format = ResultForm::text;
  bool json = false;
  OodOptions ood;
  ExecutionOptions execution;
};

struct StudyArguments {
  std::filesystem::path file;
  std::filesystem::path output;
  std::string seeds;               // empty: the file's
  std::vector<std::string> only;   // filters; all must hold
  std::filesystem::path run_list;  // ids, a line each; empty: all
  bool retry_failed = false;
  bool no_wait = false;
  bool train_only = false;
  double claim_seconds = StudyExecutionOptions{}.claim_seconds;
  bool json = false;
  Launcher launcher = Launcher::local;
  SlurmOptions slurm;
  ExecutionOptions execution;
};

StudyChoice study_choice(const StudyArguments& arguments);

struct SelftestArguments {
  bool json = false;
  ExecutionOptions execution;
};

// In `dissent`, these hand over and do not return.
void run_train(const TrainArguments& arguments);
void run_encode(const EncodeArguments& arguments);
void run_predict(const PredictArguments& arguments);
void run_geometry(const GeometryArguments& arguments);
void run_ood(const OodArguments& arguments);
void run_study(const StudyArguments& arguments);
void run_selftest(const SelftestArguments& arguments);

// The words of the command line, kept for handing over.
void keep_command_line(char** words);

}  // namespace dissent::cli
