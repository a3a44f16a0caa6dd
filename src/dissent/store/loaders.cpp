#include "dissent/store/loaders.h"

#include <array>
#include <string>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/io/folder.h"
#include "dissent/manifest/manifest.h"
#include "dissent/manifest/read_inputs.h"
#include "dissent/store/cifar.h"
#include "dissent/store/known.h"
#include "dissent/store/store.h"
#include "dissent/votes/importer.h"
#include "dissent/votes/select_votes.h"

namespace dissent {
namespace {

namespace fs = std::filesystem;

Dataset load_cifar10h(const fs::path& folder) {
  CifarRecords records = read_cifar10(folder / "test_batch.bin");
  ImportOptions options;
  options.format = "counts";
  options.classes = cifar10_class_names();
  ImportResult imported = import_votes(folder / "cifar10h-counts.npy", options);
  if (imported.votes.items() != records.labels.size()) {
    fail("{}: {} images and {} rows of votes; get the data set again", folder.string(), records.labels.size(),
         imported.votes.items());
  }
  return make_dataset("cifar10h", std::move(records.images), std::move(imported.votes),
                      std::move(records.labels), {}, std::move(imported.audit));
}

Dataset load_with_text(std::string name, const fs::path& file, const std::string& format,
                       const std::string& id, const std::vector<std::string>& columns,
                       const std::vector<std::string>& choices = {}) {
  ImportOptions options;
  options.format = format;
  ImportResult imported = import_votes(file, options);
  TextInputs text = read_text(file, id, columns, choices, imported.votes);
  for (std::string& field : text.field_names) field = field.substr(field.rfind('.') + 1);
  return make_dataset(std::move(name), std::move(text), std::move(imported.votes), std::move(imported.gold),
                      {}, std::move(imported.audit));
}

Dataset load_nli(std::string name, const fs::path& file) {
  return load_with_text(std::move(name), file, "chaosnli", "uid", {"example.premise", "example.hypothesis"});
}

Dataset load_chaosnli_snli(const fs::path& folder) {
  return load_nli("chaosnli-snli", folder / "chaosNLI_snli.jsonl");
}

Dataset load_chaosnli_mnli(const fs::path& folder) {
  return load_nli("chaosnli-mnli", folder / "chaosNLI_mnli_m.jsonl");
}

Dataset load_chaosnli_alphanli(const fs::path& folder) {
  return load_with_text("chaosnli-alphanli", folder / "chaosNLI_alphanli.jsonl", "chaosnli", "uid",
                        {"example.obs1", "example.obs2"}, {"example.hyp1", "example.hyp2"});
}

// SNLI, then MNLI: the two parts with the same three classes.
Dataset load_chaosnli(const fs::path& folder) {
  Dataset snli = load_chaosnli_snli(folder);
  const Dataset mnli = load_chaosnli_mnli(folder);
  TextInputs text = std::get<TextInputs>(std::move(snli.inputs));
  const auto& more = std::get<TextInputs>(mnli.inputs);
  for (std::size_t f = 0; f < text.fields.size(); ++f) {
    for (std::size_t i = 0; i < more.fields[f].size(); ++i) text.fields[f].add(more.fields[f][i]);
  }
  std::vector<std::int32_t> gold = std::move(snli.gold);
  gold.insert(gold.end(), mnli.gold.begin(), mnli.gold.end());
  Audit audit = std::move(snli.audit);
  audit.file += ", " + mnli.audit.file;
  audit.rows += mnli.audit.rows;
  audit.votes += mnli.audit.votes;
  audit.dropped += mnli.audit.dropped;
  for (const Oddity& oddity : mnli.audit.oddities) {
    audit.add(oddity.kind, oddity.first, oddity.note, oddity.count);
  }
  return make_dataset("chaosnli", std::move(text), concatenate(snli.votes, mnli.votes), std::move(gold), {},
                      std::move(audit));
}

Dataset load_popquorn_offensiveness(const fs::path& folder) {
  return load_with_text("popquorn-offensiveness", folder / "offensiveness_raw_data.csv", "popquorn",
                        "instance_id", {"text"});
}

Dataset load_popquorn_politeness(const fs::path& folder) {
  return load_with_text("popquorn-politeness", folder / "politeness.csv", "popquorn", "instance_id",
                        {"text"});
}

constexpr std::string_view kManifestName = "dataset.yaml";

Dataset load_shapes(const fs::path& folder) {
  return load_manifest(read_manifest(folder / kManifestName));
}

constexpr std::array kLoaders = {
    KnownLoader{"shapes", "shapes", "generated images between circle, square, triangle and star",
                load_shapes},
    KnownLoader{"cifar10h", "cifar10h", "CIFAR-10 test images with about 50 votes each", load_cifar10h},
    KnownLoader{"chaosnli", "chaosnli", "premise and hypothesis, SNLI and MNLI together, 100 votes each",
                load_chaosnli},
    KnownLoader{"chaosnli-snli", "chaosnli", "the SNLI part", load_chaosnli_snli},
    KnownLoader{"chaosnli-mnli", "chaosnli", "the MNLI part", load_chaosnli_mnli},
    KnownLoader{"chaosnli-alphanli", "chaosnli", "two observations and two hypotheses, 100 votes each",
                load_chaosnli_alphanli},
    KnownLoader{"popquorn-offensiveness", "popquorn", "comments rated 1 to 5", load_popquorn_offensiveness},
    KnownLoader{"popquorn-politeness", "popquorn", "emails rated 1 to 5", load_popquorn_politeness},
};

}  // namespace

std::span<const KnownLoader> known_loaders() {
  return kLoaders;
}

const KnownLoader* find_loader(std::string_view name) {
  for (const KnownLoader& loader : kLoaders) {
    if (loader.name == name) return &loader;
  }
  return nullptr;
}

Dataset load_dataset(const fs::path& path) {
  return load_manifest(read_manifest(is_folder(path) ? path / kManifestName : path));
}

Dataset load_dataset_named(std::string_view name_or_path) {
  if (const KnownLoader* loader = find_loader(name_or_path)) {
    return loader->load(Store().path(known_dataset(loader->stored_as)));
  }
  const fs::path path(name_or_path);
  if (is_there(path)) return load_dataset(path);
  std::vector<std::string_view> names;
  for (const KnownLoader& loader : kLoaders) names.push_back(loader.name);
  throw Error(unknown_name("data set", name_or_path, names) + ", or the path of a manifest (.yaml)");
}

}  // namespace dissent
