// What Hugging Face's files of a BERT say: config.json and weights.
#include <algorithm>
#include <map>

#include <ATen/ATen.h>
#include <c10/core/GradMode.h>
#include <fmt/ranges.h>

#include "dissent/catalog/poolings.h"
#include "dissent/core/error.h"
#include "dissent/io/file.h"
#include "dissent/io/json.h"
#include "dissent/io/json_text.h"
#include "dissent/io/safetensors.h"
#include "dissent/io/settings_json.h"
#include "dissent/model/bert.h"

namespace dissent {
namespace {

namespace fs = std::filesystem;

class ConfigReader {
 public:
  explicit ConfigReader(const fs::path& file)
      : file_(file.string()), json_(parse_json(read_file(file), file)) {
    if (!json_.is_object()) fail("{}: not an object of settings", file_);
  }

  std::int64_t whole(const char* key, std::int64_t otherwise = 0) const {
    const auto found = json_.find(key);
    if (found == json_.end() && otherwise > 0) return otherwise;
    if (found == json_.end() || !found->is_number_integer() || found->get<std::int64_t>() < 1) {
      fail("{}: {} is {}, where a whole number above 0 is wanted", file_, key, text(key));
    }
    return found->get<std::int64_t>();
  }
  double number(const char* key, double otherwise, double most) const {
    const auto found = json_.find(key);
    if (found == json_.end() || found->is_null()) return otherwise;
    if (!found->is_number() || !(found->get<double>() >= 0) || found->get<double>() > most) {
      fail("{}: {} is {}, where a number from 0 to {} is wanted", file_, key, text(key), most);
    }
    return found->get<double>();
  }
  // One of these texts; the first where the key is absent.
  std::string one_of(const char* key, const std::vector<std::string>& known, const char* what) const {
    const auto found = json_.find(key);
    if (found == json_.end() || found->is_null()) return known.front();
    for (const std::string& one : known) {
      if (*found == one) return one;
    }
    fail("{}: {} is {}; {}", file_, key, text(key), what);
  }
  void must_be_off(const char* key) const {
    const auto found = json_.find(key);
    if (found != json_.end() && *found == true) fail("{}: {} is true, which is not supported", file_, key);
  }

 private:
  std::string text(const char* key) const {
    return json_.contains(key) ? json_text(json_.at(key)) : "absent";
  }
  std::string file_;
  Json json_;
};

at::ScalarType type_of(const SafetensorsEntry& entry, const std::string& file) {
  static const std::map<std::string, at::ScalarType> known{
      {"F32", at::kFloat}, {"F16", at::kHalf}, {"BF16", at::kBFloat16}, {"F64", at::kDouble}};
  const auto found = known.find(entry.dtype);
  if (found == known.end()) {
    fail("{}: {} is {}, where F32, F16, BF16 or F64 is wanted", file, entry.name, entry.dtype);
  }
  return found->second;
}

// "bert.encoder.layer.0.attention.output.LayerNorm.gamma" as today's files have it.
std::string plain_name(std::string name) {
  if (name.starts_with("bert.")) name.erase(0, 5);
  const auto replace = [&](std::string_view old, std::string_view now) {
    if (name.ends_with(old)) name.replace(name.size() - old.size(), old.size(), now);
  };
  replace("LayerNorm.gamma", "LayerNorm.weight");
  replace("LayerNorm.beta", "LayerNorm.bias");
  return name;
}

}  // namespace

BertConfig read_bert_config(const fs::path& file) {
  const ConfigReader json(file);
  json.one_of("model_type", {"bert"}, "encoders of the BERT family are supported");
  json.one_of("position_embedding_type", {"absolute"}, "absolute positions are supported");
  json.must_be_off("is_decoder");
  json.must_be_off("add_cross_attention");
  BertConfig config;
  config.vocabulary = json.whole("vocab_size");
  config.hidden = json.whole("hidden_size");
  config.layers = json.whole("num_hidden_layers");
  config.heads = json.whole("num_attention_heads");
  config.intermediate = json.whole("intermediate_size");
  config.positions = json.whole("max_position_embeddings");
  config.types = json.whole("type_vocab_size", 2);
  config.epsilon = json.number("layer_norm_eps", config.epsilon, 1);
  config.hidden_dropout = json.number("hidden_dropout_prob", config.hidden_dropout, 0.99);
  config.attention_dropout = json.number("attention_probs_dropout_prob", config.attention_dropout, 0.99);
  config.classifier_dropout = json.number("classifier_dropout", config.hidden_dropout, 0.99);
  config.initial_sd = json.number("initializer_range", config.initial_sd, 10);
  config.activation = json.one_of("hidden_act", {"gelu", "gelu_new", "gelu_pytorch_tanh", "relu"},
                                  "gelu, gelu_new, gelu_pytorch_tanh and relu are supported");
  if (config.hidden % config.heads != 0) {
    fail("{}: hidden_size {} is not a multiple of num_attention_heads {}", file.string(), config.hidden,
         config.heads);
  }
  return config;
}

std::string classifier_config(const fs::path& original, const EncoderShape& shape,
                              const EncoderOptions& options, const std::vector<std::string>& classes) {
  Json json = parse_json(read_file(original), original);
  // The first token's features go through BERT's own pooler: transformers has a class that does just that.
  // For means there is none, only the encoder; classifier.weight and classifier.bias stand beside it.
  const bool known = find_pooling(shape.pooling).has_pooler && options.pairs == TextPairs::together;
  json["architectures"] = {!known          ? "BertModel"
                           : shape.choices ? "BertForMultipleChoice"
                                           : "BertForSequenceClassification"};
  json.erase("torch_dtype");
  json["dtype"] = "float32";
  json["id2label"] = json["label2id"] = Json::object();
  for (std::size_t k = 0; k < classes.size(); ++k) {
    json["id2label"][std::to_string(k)] = classes[k];
    json["label2id"][classes[k]] = k;
  }
  json["dissent"] = {{"choices", shape.choices}};
  json["dissent"].update(settings_json(options));
  json["dissent"].erase("encoder");
  return json_text(json, 2) + "\n";
}

EncoderShape read_classifier_shape(const fs::path& file) {
  EncoderShape shape;
  shape.config = read_bert_config(file);
  const JsonSource source{file.string(), "copy the run again: its head is described there"};
  const Json json = parse_json(read_file(file), file);
  const JsonValue head = JsonValue(json, source).at("dissent");
  shape.choices = head.at("choices").flag();
  shape.pooling = head.at("pooling").text();
  return shape;
}

void load_bert_weights(const fs::path& file, const std::vector<NamedTensor>& parameters) {
  const c10::NoGradGuard no_grad;
  const SafetensorsReader reader(file);
  std::map<std::string, const SafetensorsEntry*> entries;
  for (const SafetensorsEntry& entry : reader.entries()) entries[plain_name(entry.name)] = &entry;
  for (const NamedTensor& parameter : parameters) {
    const auto found = entries.find(parameter.name);
    if (found == entries.end() && parameter.name.starts_with("pooler.")) continue;
    if (found == entries.end()) fail("{}: has no tensor {}", file.string(), parameter.name);
    const SafetensorsEntry& entry = *found->second;
    const std::vector<std::int64_t> shape(entry.shape.begin(), entry.shape.end());
    if (parameter.tensor.sizes() != at::IntArrayRef(shape)) {
      fail("{}: {} is [{}], where config.json makes it [{}]", file.string(), entry.name,
           fmt::join(shape, ", "), fmt::join(parameter.tensor.sizes(), ", "));
    }
    // Cells may lie unaligned in the file; a tensor of their own does not.
    at::Tensor cells = at::empty(shape, at::TensorOptions(type_of(entry, file.string())));
    std::copy(entry.data.begin(), entry.data.end(), static_cast<char*>(cells.data_ptr()));
    cells = cells.to(parameter.tensor.scalar_type());
    parameter.tensor.copy_(cells);
    if (!at::isfinite(cells).all().item<bool>()) {
      fail("{}: {} has numbers that are not finite", file.string(), entry.name);
    }
    entries.erase(found);
  }
  for (const auto& [name, entry] : entries) {
    const bool ours = name.starts_with("embeddings.") || name.starts_with("encoder.");
    if (ours && !name.ends_with("position_ids")) {
      fail("{}: has the tensor {}, which BERT does not have as config.json describes it", file.string(),
           entry->name);
    }
  }
}

}  // namespace dissent
