#include "dissent/votes/importer.h"

#include <algorithm>
#include <array>
#include <exception>
#include <vector>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
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
    Importer{"peerannot", "peerannot answers.json: {item: {annotator: label}}", recognises_peerannot,
             read_peerannot},
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

const Importer& choose(const Source& source, const ImportOptions& options) {
  // Only a table with a row a vote has a column of labels.
  const bool long_table = source.kind() == Source::Kind::table && !options.label_column.empty();
  const std::string format = options.format == "auto" && long_table ? "long" : options.format;
  if (format != "auto") {
    std::vector<std::string_view> names = {"auto"};
    for (const Importer& importer : kImporters) {
      if (importer.name == format) return importer;
      names.push_back(importer.name);
    }
    throw Error(unknown_name("format", format, names));
  }
  for (const Importer& importer : kImporters) {
    if (importer.recognises(source)) return importer;
  }
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

ImportResult import_source(const Source& source, const ImportOptions& options) {
  const Importer& importer = choose(source, options);
  ImportResult result = [&] {
    try {
      return importer.read(source, options);
    } catch (const Json::exception& error) {  // a shape that the importer did not foresee
      fail("{}: not in the shape of {}: {}", source.path().string(), importer.name, error.what());
    }
  }();
  result.audit.file = source.path().string();
  result.audit.format = importer.name;
  if (source.had_bom()) result.audit.remarks.emplace_back("a byte-order mark was passed over");
  for (std::string& remark : result.audit.remarks) remark = decorated(remark, options.option_name);
  for (Oddity& oddity : result.audit.oddities) oddity.note = decorated(oddity.note, options.option_name);
  return result;
}

}  // namespace

std::span<const Importer> importers() {
  return kImporters;
}

ImportResult import_votes(const std::filesystem::path& path, const ImportOptions& options) {
  return import_source(Source(path), options);
}

ImportResult import_votes_from(std::string_view bytes, const std::filesystem::path& name,
                               const ImportOptions& options) {
  return import_source(Source(bytes, name), options);
}

}  // namespace dissent
