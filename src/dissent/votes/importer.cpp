#include "dissent/votes/importer.h"

#include <algorithm>
#include <array>
#include <exception>
#include <vector>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/io/mapping_guard.h"
#include "dissent/votes/importers.h"
#include "dissent/votes/source.h"

namespace dissent {
namespace {

constexpr std::array kImporters = {
    Importer{"chaosnli", "ChaosNLI JSONL: uid, label_counter or label_count", recognises_chaosnli,
             read_chaosnli},
    Importer{"lewidi", "LeWiDi JSON, 2023 and 2025 shapes: annotations, annotators", recognises_lewidi,
             read_lewidi},
    Importer{"label-studio", "Label Studio JSON export: annotations[].result[].value.choices",
             recognises_label_studio, read_label_studio},
    Importer{"argilla", "Argilla records, JSON or JSONL: fields, responses", recognises_argilla,
             read_argilla},
    Importer{"prodigy", "Prodigy JSONL: _task_hash, answer, accept or label", recognises_prodigy,
             read_prodigy},
    Importer{"peerannot", "JSON {item: {annotator: label}} (peerannot) or {annotator: {item: label}}",
             recognises_peerannot, read_peerannot},
    Importer{"json-votes",
             "JSON or JSONL records: a record a vote, or an item's votes in a list or an object",
             recognises_json_votes, read_json_votes},
    Importer{"json-counts",
             "JSON or JSONL with votes by class: {item: {label: count}}, or so in every record",
             recognises_json_counts, read_json_counts},
    Importer{"json-soft", "the same with shares by class that sum to 1", recognises_json_soft,
             read_json_soft},
    Importer{"cifar10h-raw",
             "CIFAR-10H raw CSV: chosen_label, is_attn_check (checks are dropped and counted)",
             recognises_cifar10h_raw, read_cifar10h_raw},
    Importer{"popquorn", "POPQUORN CSV: offensiveness (a row a rating) and politeness (list cells)",
             recognises_popquorn, read_popquorn},
    Importer{"long", "CSV or TSV, a row a vote: item, annotator, label (crowd-kit and many others)",
             recognises_long_csv, read_long_csv},
    Importer{"probabilities", "npy, npz or CSV of item x class probabilities", recognises_probabilities,
             read_probabilities},
    Importer{"counts", "npy, npz or CSV of item x class vote counts", recognises_counts, read_counts},
    Importer{"wide", "CSV, a row an item and a column an annotator, blanks allowed (cleanlab)",
             recognises_wide_csv, read_wide_csv},
};

constexpr double kGood = 0.5;     // a format that fits this well is worth asking about
constexpr double kMargin = 0.15;  // the best must be this much ahead of the next to be taken without asking

struct ChosenImporter {
  const Importer* importer = nullptr;
  ImportPlan plan;
};

const Importer& importer_called(const std::string& format) {
  std::vector<std::string_view> names = {"auto"};
  for (const Importer& importer : kImporters) {
    if (importer.name == format) return importer;
    names.push_back(importer.name);
  }
  throw Error(unknown_name("format", format, names));
}

[[noreturn]] void fail_unknown(const Source& source) {
  const std::string file = source.path().string();
  if (source.kind() == Source::Kind::table) {
    fail(
        "{}: columns {} tell no votes format; name them with {}, {} and {}, or choose a {} (`dissent "
        "formats`)",
        file, in_quotes(join(source.header(), ", "), 200), option("item-column"), option("annotator-column"),
        option("label-column"), option("format"));
  }
  fail("{}: the content matches no known votes format; choose one with {} (`dissent formats` lists them)",
       file, option("format"));
}

// The importer that the options name, or the one that the content fits best. Two that fit about as well are a
// question to the user.
ChosenImporter choose(const Source& source, const ImportOptions& options) {
  ChosenImporter choice;
  if (options.format != "auto") {
    choice.importer = &importer_called(options.format);
    choice.plan.confidence = 1;
    choice.plan.why = "as told";
    return choice;
  }
  struct Candidate {
    const Importer* importer;
    Recognition found;
  };
  std::vector<Candidate> candidates;
  for (const Importer& importer : kImporters) {
    Recognition found = importer.recognises(source, options);
    if (found.confidence > 0) candidates.push_back({&importer, std::move(found)});
  }
  if (candidates.empty()) fail_unknown(source);
  std::stable_sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
    return a.found.confidence > b.found.confidence;
  });
  const Candidate& best = candidates.front();
  if (candidates.size() > 1) {
    const Candidate& next = candidates[1];
    if (next.found.confidence >= kGood && best.found.confidence - next.found.confidence < kMargin) {
      fail("{}: could be {} ({}) or {} ({}); say which with {}", source.path().string(), best.importer->name,
           best.found.why, next.importer->name, next.found.why, option("format"));
    }
  }
  choice.importer = best.importer;
  choice.plan.confidence = best.found.confidence;
  choice.plan.why = best.found.why;
  for (std::size_t i = 1; i < candidates.size(); ++i) {
    choice.plan.alternatives.push_back(
        {std::string(candidates[i].importer->name), candidates[i].found.confidence, candidates[i].found.why});
  }
  return choice;
}

ImportResult import_source(const Source& source, const ImportOptions& options) {
  ChosenImporter choice = choose(source, options);
  const Importer& importer = *choice.importer;
  ImportResult result = [&] {
    try {
      return importer.read(source, options);
    } catch (const Json::exception& error) {  // a shape that the importer did not foresee
      fail("{}: not in the shape of {}: {}", source.path().string(), importer.name, error.what());
    }
  }();
  Audit& audit = result.audit;
  audit.file = source.path().string();
  audit.format = importer.name;
  ImportPlan& plan = audit.plan;  // the importer said where items, annotators and labels stand
  plan.format = importer.name;
  plan.confidence = choice.plan.confidence;
  plan.why = decorated(choice.plan.why, options.option_name);
  plan.alternatives = std::move(choice.plan.alternatives);
  plan.packing = source.packing();
  if (source.kind() == Source::Kind::table) {
    plan.separator = separator_name(source.separator());
    plan.header = source.has_header();
  }
  plan.classes = result.votes.class_space().names;
  plan.ordered = result.votes.class_space().ordered;
  if (source.had_bom()) audit.remarks.emplace_back("a byte-order mark was passed over");
  for (std::string& remark : audit.remarks) remark = decorated(remark, options.option_name);
  for (Oddity& oddity : audit.oddities) oddity.note = decorated(oddity.note, options.option_name);
  return result;
}

}  // namespace

std::span<const Importer> importers() {
  return kImporters;
}

ImportResult import_votes(const std::filesystem::path& path, const ImportOptions& options) {
  return read_uncut([&] { return import_source(Source(path, options), options); });
}

ImportResult import_votes_from(std::string_view bytes, const std::filesystem::path& name,
                               const ImportOptions& options) {
  return import_source(Source(bytes, name, options), options);
}

}  // namespace dissent
