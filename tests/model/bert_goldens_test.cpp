// A small encoder whose weights are a formula, against what transformers makes of the same one in double
// precision (bert_goldens.json, by tools/transformers_parity.py --goldens): tokens, hidden states, gradients.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include "dissent/io/file.h"
#include "dissent/io/json.h"
#include "dissent/model/bert.h"
#include "dissent/model/pooling.h"
#include "dissent/text/tokenizer.h"
#include "dissent/text/unicode.h"
#include "support/temporary_folder.h"

namespace dissent::bert_goldens_test {
namespace {

constexpr double kTolerance = 1e-5;

const Json& goldens() {
  static const Json made =
      parse_json(read_file(DISSENT_SOURCE_DIR "/tests/model/bert_goldens.json"), "bert_goldens.json");
  return made;
}

// Parameter k from 1 on: x = sin(k n + n n / 2) for value n from 1 on; 1 + 0.1 x for a layer norm's weight,
// else 0.3 x.
at::Tensor weights(std::size_t k, const std::string& name, const std::vector<std::int64_t>& sizes) {
  at::Tensor tensor = at::empty(sizes, at::kFloat);
  for (std::int64_t i = 0; i < tensor.numel(); ++i) {
    const auto n = static_cast<double>(i + 1);
    const double x = std::sin(static_cast<double>(k) * n + n * n / 2);
    tensor.data_ptr<float>()[i] =
        static_cast<float>(name.ends_with("LayerNorm.weight") ? 1 + 0.1 * x : 0.3 * x);
  }
  return tensor.requires_grad_(true);
}

struct Small {
  Small()
      : bert(config(), [this](auto name, auto sizes, Initial initial) {
          const Json& known = goldens()["gradients"];
          const auto found = known.find(name);
          EXPECT_NE(found, known.end()) << name;
          const auto k = static_cast<std::size_t>(std::distance(known.begin(), found)) + 1;
          parameters.push_back({name, weights(k, name, sizes), initial});
          return parameters.back().tensor;
        }) {}
  static BertConfig config() {
    const test::TemporaryFolder folder;
    write_file(folder / "config.json", goldens()["config"].dump());
    return read_bert_config(folder / "config.json");
  }
  // [cases, L, hidden] and the mask [cases, L].
  std::pair<at::Tensor, at::Tensor> forward() const {
    const Json& cases = goldens()["cases"];
    std::size_t longest = 0;
    for (const Json& item : cases) longest = std::max(longest, item["ids"].size());
    const std::vector<std::int64_t> sizes = {static_cast<std::int64_t>(cases.size()),
                                             static_cast<std::int64_t>(longest)};
    const at::Tensor ids = at::zeros(sizes, at::kLong), segments = at::zeros(sizes, at::kLong);
    const at::Tensor mask = at::zeros(sizes, at::kBool);
    for (std::size_t i = 0; i < cases.size(); ++i) {
      for (std::size_t j = 0; j < cases[i]["ids"].size(); ++j) {
        ids.data_ptr<std::int64_t>()[i * longest + j] = cases[i]["ids"][j];
        segments.data_ptr<std::int64_t>()[i * longest + j] = cases[i]["segments"][j];
        mask.data_ptr<bool>()[i * longest + j] = true;
      }
    }
    return {bert.forward({ids, segments, mask}), mask};
  }

  std::vector<NamedTensor> parameters;
  Bert bert;
};

TEST(BertGoldens, TokensAreTheLibrarys) {
  if (!has_unicode()) GTEST_SKIP() << "built without utf8proc";
  const test::TemporaryFolder folder;
  std::string vocabulary;
  for (const Json& token : goldens()["vocabulary"]) vocabulary += token.get<std::string>() + "\n";
  write_file(folder / "vocab.txt", vocabulary);
  const Tokenizer tokenizer = Tokenizer::read(folder.path());
  for (const Json& item : goldens()["cases"]) {
    const std::string first = item["first"], second = item.value("second", "");
    const Encoded encoded = tokenizer.encode(
        first, item.contains("second") ? std::optional<std::string_view>(second) : std::nullopt,
        goldens()["max_length"]);
    EXPECT_EQ(Json(encoded.ids), item["ids"]) << first;
    EXPECT_EQ(Json(encoded.segments), item["segments"]) << first;
  }
}

TEST(BertGoldens, HiddenStatesAreTransformers) {
  const Small small;
  const at::Tensor states = small.forward().first.detach();
  const Json& cases = goldens()["cases"];
  ASSERT_GE(cases.size(), 5u);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const auto length = static_cast<std::int64_t>(cases[i]["ids"].size());
    const std::vector<double> values = cases[i]["hidden"];
    const at::Tensor expected = at::tensor(values, at::kDouble).view({length, -1});
    const at::Tensor found = states[static_cast<std::int64_t>(i)].slice(0, 0, length).to(at::kDouble);
    ASSERT_EQ(found.sizes(), expected.sizes());
    EXPECT_LE((found - expected).abs().max().item<double>(), kTolerance * expected.abs().max().item<double>())
        << cases[i]["first"];
  }
}

// The sum over cases i of sum_h mean-pooled_h sin(h + i), divided by their number. A key's bias adds the same
// to all scores of a query, which the softmax takes away: its gradient is zero but for rounding, and is held
// against the largest of all parameters'.
TEST(BertGoldens, GradientsAreTransformers) {
  const Small small;
  const auto [states, mask] = small.forward();
  const at::Tensor directions =
      (at::arange(states.size(0), at::kDouble).unsqueeze(1) + at::arange(states.size(2), at::kDouble)).sin();
  const at::Tensor means = pooled(states, mask, "mean");
  at::Tensor loss = (means * directions.to(at::kFloat)).sum() / static_cast<double>(states.size(0));
  loss.backward();
  const Json& gradients = goldens()["gradients"];
  ASSERT_EQ(small.parameters.size(), gradients.size());
  double largest_norm = 0, largest_value = 0;
  for (const Json& gradient : gradients) {
    largest_norm = std::max(largest_norm, gradient["norm"].get<double>());
    largest_value = std::max(largest_value, gradient["largest"].get<double>());
  }
  for (const NamedTensor& parameter : small.parameters) {
    const Json& expected = gradients[parameter.name];
    const bool zero = parameter.name.ends_with("attention.self.key.bias");
    const double norm = zero ? largest_norm : expected["norm"].get<double>();
    const double scale = zero ? largest_value : expected["largest"].get<double>();
    const at::Tensor found = parameter.tensor.grad().flatten().to(at::kDouble);
    EXPECT_NEAR(found.norm().item<double>(), expected["norm"].get<double>(), kTolerance * norm)
        << parameter.name;
    EXPECT_NEAR(found.abs().max().item<double>(), expected["largest"].get<double>(), kTolerance * scale)
        << parameter.name;
    for (std::size_t j = 0; j < expected["at"].size(); ++j) {
      const std::int64_t at = expected["at"][j];
      EXPECT_NEAR(found[at].item<double>(), expected["values"][j].get<double>(), kTolerance * scale)
          << parameter.name << " " << at;
    }
  }
}

}  // namespace
}  // namespace dissent::bert_goldens_test
