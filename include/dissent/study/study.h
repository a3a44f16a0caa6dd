// A study: a grid of runs, and the tables, tests and figures wanted from them, as a YAML file says it
// (docs/studies.md). Parsing looks at no other file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "dissent/core/choice.h"
#include "dissent/core/settings.h"
#include "dissent/diagnostics/geometry_options.h"
#include "dissent/diagnostics/ood_options.h"
#include "dissent/evaluate/comparison.h"
#include "dissent/evaluate/pairs.h"
#include "dissent/run/run_filter.h"
#include "dissent/run/run_spec.h"

namespace dissent {

// Weights that are kept once everything is measured; all: best and last.
enum class KeptCheckpoints { none, best, all };
template <>
struct Choices<KeptCheckpoints> {
  static constexpr Choice<KeptCheckpoints> list[] = {
      {KeptCheckpoints::none, "none"}, {KeptCheckpoints::best, "best"}, {KeptCheckpoints::all, "all"}};
};

struct StudyHead {
  std::string name;
  std::string about;
  std::string data;
  KeptCheckpoints checkpoints = KeptCheckpoints::best;

  static constexpr auto fields() {
    using O = StudyHead;
    return std::tuple{
        Field{"name", &O::name, "letters, digits, - and _: the folder of its tables"},
        Field{"about", &O::about, "what is asked, in a sentence or two"},
        Field{"data", &O::data, "data set: a name of `dissent data list`, or a manifest"},
        Field{"checkpoints", &O::checkpoints,
              "weights to keep once everything is measured: none, best or all (best and last)"},
    };
  }
};

struct StudyScores {
  std::vector<std::string> metrics;
  std::vector<std::string> slices;
  std::string relative_to;

  static constexpr auto fields() {
    using O = StudyScores;
    return std::tuple{
        Field{"metrics", &O::metrics, "scores in the table of runs; all unless given"},
        Field{"slices", &O::slices,
              "also score these evaluation items: entropy-top:0.05, class:NAME, votes:3..5; as "
              "soft_nll@entropy-top:0.05"},
        Field{"relative-to", &O::relative_to,
              "a delivery: scores also as differences from its run of the same seed, in percent of its mean "
              "over seeds, as kl%majority"},
    };
  }
};

// Diagnostics, of the runs that `where` lets through.
struct GeometryStep {
  GeometryOptions options;
  std::vector<std::string> between;  // two deliveries, for the loss barrier
  Filter where;
};
struct OodStep {
  OodOptions options;
  std::vector<std::string> outside;
  Filter where;
};

// A published number beside ours: the options that it belongs to, and the metrics' mean (and SD).
struct Published {
  std::map<std::string, std::string> options;
  std::map<std::string, std::pair<double, double>> values;  // sd NaN where none is given
  std::int64_t seeds = 0;                                   // 0: not given
};

struct TableOptions {
  std::string name;
  std::string title;
  std::vector<std::string> rows{"delivery"};
  std::string across;
  std::vector<std::string> metrics{"soft_nll"};

  static constexpr auto fields() {
    using O = TableOptions;
    return std::tuple{
        Field{"name", &O::name, "letters, digits, - and _: the table's file"},
        Field{"title", &O::title, "what stands above it"},
        Field{"rows", &O::rows, "options whose values make the rows; delivery unless given"},
        Field{"across", &O::across, "an option whose values stand side by side, each with all metrics"},
        Field{"metrics", &O::metrics, "columns of the table of runs: mean and SD over seeds"},
    };
  }
};
struct StudyTable : TableOptions {
  Filter where;
  std::vector<Published> published;
};

struct TestHead {
  std::string name;
  std::string title;

  static constexpr auto fields() {
    using O = TestHead;
    return std::tuple{Field{"name", &O::name, "letters, digits, - and _: the file of its results"},
                      Field{"title", &O::title, "what stands above it"}};
  }
};
struct StudyTest : TestHead {
  PairOptions pairs;
  TestOptions compare;
  Filter where;
};

// How far cut votes lie from all votes: Jensen-Shannon or L1 distance.
enum class VoteDistance { js, l1 };
template <>
struct Choices<VoteDistance> {
  static constexpr Choice<VoteDistance> list[] = {{VoteDistance::js, "js"}, {VoteDistance::l1, "l1"}};
};
enum class SplitPart { train, evaluation };
template <>
struct Choices<SplitPart> {
  static constexpr Choice<SplitPart> list[] = {{SplitPart::train, "train"},
                                               {SplitPart::evaluation, "evaluation"}};
};

struct FigureOptions {
  std::string name;
  std::string title;
  std::string kind;
  std::string x = "votes-per-item";
  std::vector<std::string> metrics{"soft_nll"};
  std::string baseline = "soft";
  VoteDistance distance = VoteDistance::js;
  SplitPart items = SplitPart::evaluation;
  std::string slice = "all";
  int bins = 10;
  int count = 12;

  static constexpr auto fields() {
    using O = FigureOptions;
    return std::tuple{
        Field{"name", &O::name, "letters, digits, - and _: the file of its data"},
        Field{"title", &O::title, "what stands above it"},
        Field{"kind", &O::kind, "what it shows"},
        Field{"x", &O::x, "the option on the horizontal axis"},
        Field{"metrics", &O::metrics, "columns of the table of runs; by epoch, columns of history.csv"},
        Field{"baseline", &O::baseline, "the delivery that improvement is over"},
        Field{"distance", &O::distance, "js or l1"},
        Field{"items", &O::items, "train or evaluation"},
        Field{"slice", &O::slice, "all, or one slice of the items: entropy-top:0.05, class:NAME, votes:3..5"},
        Field{"bins", &O::bins, from_to(1, 10'000), "equal-mass bins; of entropies, equally wide ones"},
        Field{"count", &O::count, from_to(1, 10'000), "how many, those with the highest annotator entropy"},
    };
  }
};
struct StudyFigure : FigureOptions {
  Filter where;
};

struct PlannedRun {
  RunSpec spec;       // as the file says it, `auto` and all
  std::string place;  // in the file, for messages
};

struct Study : StudyHead {
  std::filesystem::path path;
  std::string text;              // of the file
  std::vector<PlannedRun> runs;  // the expanded grid, in the order of the file; never empty
  StudyScores evaluate;
  std::optional<GeometryStep> geometry;
  std::optional<OodStep> ood;
  std::vector<StudyTable> tables;
  std::vector<StudyTest> tests;
  std::vector<StudyFigure> figures;
};

// `seeds` not empty: instead of the file's.
Study parse_study(std::string_view bytes, const std::filesystem::path& path,
                  const std::vector<std::uint64_t>& seeds = {});
Study read_study(const std::filesystem::path& path, const std::vector<std::uint64_t>& seeds = {});

// The keys of a study file with their defaults and meanings, as Markdown: the reference in docs/studies.md.
std::string study_reference();

}  // namespace dissent
