// A run is a value: the data and its hash, the split, the votes' cut, the delivery, the training options and
// the seed. Its canonical text says all that decides its result, and the hash of that text is the run's id.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "dissent/data/split.h"
#include "dissent/delivery/cut.h"
#include "dissent/delivery/delivery.h"
#include "dissent/run/train_options.h"

namespace dissent {

struct RunSpec {
  std::string data;  // name or path, for people; the hash decides
  std::string data_hash;
  SplitOptions split;
  CutOptions cut;
  std::string delivery = "soft";
  DeliveryOptions delivery_options;
  TrainOptions train;
  EncoderOptions encoder;
  std::string encoder_hash;  // of the encoder's content; empty where there is none
  std::uint64_t seed = 0;
};

// `auto` replaced where the model alone says what it stands for.
void resolve_by_model(TrainOptions& options);

// Every option checked (an error names the flag, the value and what is allowed), `auto` replaced by what it
// stands for.
RunSpec resolved(RunSpec spec, const Dataset& dataset, bool cuda);

std::string run_id(const RunSpec& spec);  // 16 hexadecimal digits

// Every option that decides the result, by its key, as text: "delivery" -> "soft", "votes-per-item" -> "5",
// "seed" -> "0", "lr" -> "0.1".
std::map<std::string, std::string> run_options(const RunSpec& spec);

// "seed: 1 there, 2 here": the first difference of two runs; empty where there is none.
std::string first_difference(const RunSpec& there, const RunSpec& here);

// Of a step of an epoch that has `steps`. With e epochs, W = ceil(warmup steps e) and t = epoch steps + step:
// cosine: lr/2 (1 + cos(pi epoch / e)); linear: lr t / W up to W, then lr (e steps - t) / (e steps - W).
double learning_rate(const TrainOptions& options, int epoch, std::int64_t step, std::int64_t steps);

}  // namespace dissent
