#include "dissent/cli/command.h"

namespace dissent::cli {

std::span<const Command> commands() {
  static constexpr Command list[] = {
      {"inspect", "what a file of votes holds: agreement, disagreement, annotators", configure_inspect},
      {"aggregate", "one distribution an item: majority, soft or Dawid-Skene", configure_aggregate},
      {"convert", "votes of any format as long CSV, counts or probabilities", configure_convert},
      {"deliver", "training labels from votes, epoch by epoch, for any training loop", configure_deliver},
      {"eval", "any model's predictions scored against the annotators", configure_eval},
      {"compare", "runs set beside a baseline, paired by split and seed: tests, intervals, items",
       configure_compare},
      {"formats", "the vote formats that can be read, and how each is recognised", configure_formats},
      {"data", "known data sets: list, get, path; and the built-in one", configure_data},
      {"train", "networks trained on the votes, by any delivery, on CPU or GPU", configure_train},
      {"encode", "features of texts by a pretrained encoder, for models of your own", configure_encode},
      {"predict", "a trained run's logits and probabilities of every item", configure_predict},
      {"geometry", "the basin a run ended in: Hessian, loss barriers, CKA, Grad-CAM, training dynamics",
       configure_geometry},
      {"ood", "how well a run tells its own images from others: six scores, AUROC, FPR95, AUPR",
       configure_ood},
      {"study", "experiments as files: a grid of runs with its tables, tests and figures", configure_study},
      {"report", "what studies found, as one page that opens anywhere; also as tables and figures",
       configure_report},
      {"selftest", "whether training on this machine's CPU or GPU computes what it should",
       configure_selftest},
      {"help", "what a command does and takes, and all of them as Markdown", configure_help},
      {"version", "the version, and which optional libraries this build has", configure_version},
  };
  return list;
}

}  // namespace dissent::cli
