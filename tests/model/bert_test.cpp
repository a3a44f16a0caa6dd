// The encoder: what padding, neighbours and files may and may not change. Its numbers are compared with
// torch's own transformer layers in tests/cli/encode_parity_test.py.
#include "dissent/model/bert.h"

#include <cmath>
#include <functional>
#include <map>
#include <string>

#include <ATen/ATen.h>
#include <c10/core/GradMode.h>
#include <gtest/gtest.h>

#include "dissent/core/error.h"
#include "dissent/core/random.h"
#include "dissent/io/file.h"
#include "dissent/io/safetensors.h"
#include "dissent/model/pooling.h"
#include "support/temporary_folder.h"

namespace dissent::bert_test {
namespace {

namespace fs = std::filesystem;

BertConfig tiny() {
  BertConfig config;
  config.vocabulary = 11;
  config.hidden = 6;
  config.layers = 2;
  config.heads = 2;
  config.intermediate = 10;
  config.positions = 12;
  return config;
}

// An encoder whose weights are a function of their names.
struct Made {
  explicit Made(const BertConfig& config, at::ScalarType type = at::kFloat)
      : bert(config, [&](const std::string& name, const std::vector<std::int64_t>& sizes, Initial initial) {
          const at::Tensor tensor = at::empty(sizes, type);
          const Stream stream(3, name);
          for (std::int64_t i = 0; i < tensor.numel(); ++i) {
            const auto bits = stream.block(static_cast<std::uint64_t>(i))[0];
            const double u = static_cast<double>(bits) / 4294967296.0 - 0.5;
            tensor.view(-1)[i] = u + (initial.kind == Initial::Kind::ones ? 1 : 0);
          }
          parameters.push_back({name, tensor, initial});
          return tensor;
        }) {}
  std::vector<NamedTensor> parameters;
  Bert bert;
};

Tokens tokens(const std::vector<std::vector<std::int64_t>>& rows, std::int64_t length) {
  const auto size = static_cast<std::int64_t>(rows.size());
  Tokens t{at::zeros({size, length}, at::kLong), at::zeros({size, length}, at::kLong),
           at::zeros({size, length}, at::kBool)};
  for (std::int64_t b = 0; b < size; ++b) {
    const auto& row = rows[static_cast<std::size_t>(b)];
    for (std::size_t j = 0; j < row.size(); ++j) {
      t.ids[b][static_cast<std::int64_t>(j)] = row[j];
      t.segments[b][static_cast<std::int64_t>(j)] = j > row.size() / 2 ? 1 : 0;
      t.mask[b][static_cast<std::int64_t>(j)] = true;
    }
  }
  return t;
}

at::Tensor features(const Made& made, const Tokens& t, const std::string& pooling = "mean") {
  return pooled(made.bert.forward(t), t.mask, pooling);
}

double largest(const at::Tensor& difference) {
  return difference.abs().max().item<double>();
}

TEST(Bert, PaddingAndNeighboursChangeNothing) {
  const c10::NoGradGuard no_grad;
  const Made made(tiny());
  for (const char* pooling : {"mean", "first"}) {
    const at::Tensor alone = features(made, tokens({{2, 5, 7, 3}}, 4), pooling);
    const at::Tensor padded = features(made, tokens({{2, 5, 7, 3}}, 11), pooling);
    const at::Tensor among =
        features(made, tokens({{2, 9, 9, 9, 1, 1, 8, 3}, {2, 5, 7, 3}, {2, 3}}, 12), pooling)[1];
    EXPECT_LT(largest(alone[0] - padded[0]), 1e-6) << pooling;
    EXPECT_LT(largest(alone[0] - among), 1e-6) << pooling;
    EXPECT_GT(largest(alone[0] - features(made, tokens({{2, 5, 8, 3}}, 4), pooling)[0]), 1e-2) << pooling;
  }
}

TEST(Bert, WhatStandsAtPaddingDoesNotMatter) {
  const c10::NoGradGuard no_grad;
  const Made made(tiny());
  Tokens t = tokens({{2, 5, 7, 3}}, 8);
  const at::Tensor before = features(made, t);
  t.ids.slice(1, 4, 8).fill_(10);
  t.segments.slice(1, 4, 8).fill_(1);
  EXPECT_EQ(largest(before - features(made, t)), 0);
}

TEST(Bert, SegmentsAndOrderMatter) {
  const c10::NoGradGuard no_grad;
  const Made made(tiny());
  Tokens t = tokens({{2, 5, 7, 3}}, 4);
  const at::Tensor before = features(made, t);
  EXPECT_GT(largest(before - features(made, tokens({{2, 7, 5, 3}}, 4))), 1e-3);
  t.segments.fill_(0);
  EXPECT_GT(largest(before - features(made, t)), 1e-3);
}

// Central differences in double precision, every parameter, through attention, layer norms and activation.
TEST(Bert, GradientsAreThoseOfFiniteDifferences) {
  for (const char* activation : {"gelu", "gelu_new", "relu"}) {
    BertConfig config = tiny();
    config.activation = activation;
    const Made made(config, at::kDouble);
    const Tokens t = tokens({{2, 5, 7, 3}, {2, 9, 4, 1, 1, 3}}, 7);
    const at::Tensor weights = at::linspace(-1, 1, 2 * config.hidden, at::kDouble).view({2, config.hidden});
    const auto loss = [&] { return (features(made, t) * weights).sum(); };
    for (const NamedTensor& parameter : made.parameters) parameter.tensor.requires_grad_(true);
    loss().backward();
    const c10::NoGradGuard no_grad;
    constexpr double kStep = 1e-5;
    std::size_t checked = 0;
    for (const NamedTensor& parameter : made.parameters) {
      const at::Tensor flat = parameter.tensor.view(-1);
      const at::Tensor gradient = parameter.tensor.grad().view(-1);
      for (std::int64_t i = 0; i < flat.numel(); i += 3) {
        const double kept = flat[i].item<double>();
        flat[i] = kept + kStep;
        const double above = loss().item<double>();
        flat[i] = kept - kStep;
        const double below = loss().item<double>();
        flat[i] = kept;
        EXPECT_NEAR(gradient[i].item<double>(), (above - below) / (2 * kStep), 1e-8)
            << activation << " " << parameter.name << " " << i;
        ++checked;
      }
    }
    EXPECT_GT(checked, 200u);
  }
}

TEST(Bert, TooLongASequenceIsAnError) {
  const Made made(tiny());
  const Tokens t = tokens({std::vector<std::int64_t>(13, 1)}, 13);
  EXPECT_THROW(made.bert.forward(t), Error);
}

std::string said(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing";
}

constexpr const char* kConfig =
    R"({"model_type": "bert", "vocab_size": 11, "hidden_size": 6, "num_hidden_layers": 2,
        "num_attention_heads": 2, "intermediate_size": 10, "max_position_embeddings": 12})";

TEST(BertConfig, ReadsWhatIsThereAndNamesWhatIsUnsupported) {
  const test::TemporaryFolder folder;
  const fs::path file = folder.path() / "config.json";
  const auto read = [&](std::string text) {
    write_file(file, text);
    return read_bert_config(file);
  };
  const BertConfig config = read(kConfig);
  EXPECT_EQ(config.hidden, 6);
  EXPECT_EQ(config.types, 2);
  EXPECT_EQ(config.epsilon, 1e-12);
  EXPECT_EQ(config.activation, "gelu");
  const auto changed = [&](const std::string& old, const std::string& now) {
    std::string text = kConfig;
    text.replace(text.find(old), old.size(), now);
    return said([&] { read(text); });
  };
  EXPECT_NE(changed("\"bert\"", "\"roberta\"").find("model_type is \"roberta\"; encoders of the BERT family"),
            std::string::npos);
  EXPECT_NE(changed("\"hidden_size\": 6", "\"hidden_size\": 5").find("not a multiple"), std::string::npos);
  EXPECT_NE(changed("\"vocab_size\": 11,", "").find("vocab_size is absent"), std::string::npos);
  EXPECT_NE(changed("\"vocab_size\": 11", "\"vocab_size\": -1").find("vocab_size is -1"), std::string::npos);
  EXPECT_NE(changed("{", R"({"position_embedding_type": "relative_key",)").find("position_embedding_type"),
            std::string::npos);
  EXPECT_NE(changed("{", R"({"is_decoder": true,)").find("is_decoder"), std::string::npos);
  EXPECT_NE(changed("{", R"({"hidden_act": "swish",)").find("hidden_act"), std::string::npos);
  EXPECT_NE(said([&] { read("[1]"); }).find("not an object"), std::string::npos);
}

// A file with the parameters under other names, in another type.
void write_weights(const fs::path& file, const Made& made, at::ScalarType type, const std::string& dtype,
                   const std::function<std::string(const std::string&)>& name,
                   const std::vector<std::string>& more = {}) {
  std::vector<at::Tensor> kept;
  std::vector<SafetensorsEntry> entries;
  const auto add = [&](const std::string& as, const at::Tensor& tensor) {
    kept.push_back(tensor.detach().to(type).contiguous());
    const std::vector<std::size_t> shape(tensor.sizes().begin(), tensor.sizes().end());
    entries.push_back(
        {as, dtype, shape, {static_cast<const char*>(kept.back().data_ptr()), kept.back().nbytes()}});
  };
  for (const NamedTensor& parameter : made.parameters) {
    const std::string as = name(parameter.name);
    if (!as.empty()) add(as, parameter.tensor);
  }
  for (const std::string& extra : more) add(extra, at::ones({3}));
  write_safetensors(file, entries, {});
}

TEST(BertWeights, EveryTypeAndLayout) {
  const test::TemporaryFolder folder;
  const fs::path file = folder.path() / "model.safetensors";
  const Made from(tiny());
  const auto loaded = [&](double tolerance) {
    const Made to(tiny());
    const c10::NoGradGuard no_grad;
    for (const NamedTensor& parameter : to.parameters) parameter.tensor.fill_(7);
    load_bert_weights(file, to.parameters);
    for (std::size_t i = 0; i < to.parameters.size(); ++i) {
      EXPECT_LE(largest(to.parameters[i].tensor - from.parameters[i].tensor), tolerance)
          << to.parameters[i].name;
    }
  };
  const auto same = [](const std::string& name) { return name; };
  const auto prefixed = [](const std::string& name) { return "bert." + name; };
  write_weights(file, from, at::kFloat, "F32", same, {"pooler.dense.weight", "embeddings.position_ids"});
  loaded(0);
  write_weights(file, from, at::kHalf, "F16", prefixed,
                {"bert.pooler.dense.bias", "cls.predictions.bias", "classifier.weight"});
  loaded(1e-3);
  write_weights(file, from, at::kBFloat16, "BF16", same);
  loaded(8e-3);
  write_weights(file, from, at::kDouble, "F64", [](std::string name) {
    if (name.ends_with("LayerNorm.weight")) name.replace(name.size() - 6, 6, "gamma");
    if (name.ends_with("LayerNorm.bias")) name.replace(name.size() - 4, 4, "beta");
    return name;
  });
  loaded(1e-7);
}

TEST(BertWeights, WhatDoesNotFitIsNamed) {
  const test::TemporaryFolder folder;
  const fs::path file = folder.path() / "model.safetensors";
  const Made from(tiny());
  const auto load = [&](const BertConfig& config) {
    return said([&] { load_bert_weights(file, Made(config).parameters); });
  };
  write_weights(file, from, at::kFloat, "F32", [](const std::string& name) {
    return name == "encoder.layer.1.output.dense.bias" ? "" : name;
  });
  EXPECT_NE(load(tiny()).find("has no tensor encoder.layer.1.output.dense.bias"), std::string::npos);
  const auto same = [](const std::string& name) { return name; };
  write_weights(file, from, at::kFloat, "F32", same);
  BertConfig wide = tiny();
  wide.intermediate = 14;
  EXPECT_NE(load(wide).find(
                "encoder.layer.0.intermediate.dense.weight is [10, 6], where config.json makes it [14, 6]"),
            std::string::npos);
  BertConfig shallow = tiny();
  shallow.layers = 1;
  EXPECT_NE(load(shallow).find("has the tensor encoder.layer.1."), std::string::npos);
  write_weights(file, from, at::kInt, "I32", same);
  EXPECT_NE(load(tiny()).find("is I32, where F32, F16, BF16 or F64 is wanted"), std::string::npos);
  const std::string whole = read_file(file);
  write_file(file, whole.substr(0, whole.size() / 2));
  EXPECT_NE(load(tiny()).find("model.safetensors"), std::string::npos);
  {
    const c10::NoGradGuard no_grad;
    from.parameters[4].tensor[0] = std::nan("");
  }
  write_weights(file, from, at::kFloat, "F32", same);
  EXPECT_NE(load(tiny()).find("not finite"), std::string::npos);
}

}  // namespace
}  // namespace dissent::bert_test
