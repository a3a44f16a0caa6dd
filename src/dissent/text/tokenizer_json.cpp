#include <vector>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/io/file.h"
#include "dissent/text/tokenizer_readers.h"

namespace dissent {
namespace {

// Fails where the part `key` of a tokenizer is not of the type `wanted`.
const Json& part_of_type(const Json& tokenizer, std::string_view key, std::string_view wanted,
                         std::string_view place) {
  const Json* part = member_of(tokenizer, key);
  if (part == nullptr) fail("{}: no {}; {} (BERT) is supported", place, key, wanted);
  const Json* type = member_of(*part, "type");
  const bool named = type != nullptr && type->is_string();
  // Early files do not name the type of their model.
  if (!named && key == "model" && member_of(*part, "continuing_subword_prefix") != nullptr) return *part;
  const std::string found = named ? type->get<std::string>() : "unknown";
  if (found != wanted) fail("{}: {} type {}; {} (BERT) is supported", place, key, found, wanted);
  return *part;
}

NameList read_vocabulary(const Json& model, std::string_view place) {
  const Json* vocabulary = member_of(model, "vocab");
  if (vocabulary == nullptr || !vocabulary->is_object() || vocabulary->empty()) {
    fail("{}: model.vocab is no object of tokens and their ids", place);
  }
  std::vector<const std::string*> tokens(vocabulary->size(), nullptr);
  std::size_t bytes = 0;
  for (const auto& [token, value] : vocabulary->get_ref<const Json::object_t&>()) {
    const auto id =
        static_cast<std::size_t>(id_of(value, fmt::format("{}: the id of {}", place, in_quotes(token))));
    if (id >= tokens.size()) {
      fail("{}: token {} has id {}, but ids of {} tokens are 0 to {}", place, in_quotes(token), id,
           tokens.size(), tokens.size() - 1);
    }
    if (tokens[id] != nullptr) {
      fail("{}: tokens {} and {} both have id {}; give each its own", place, in_quotes(*tokens[id]),
           in_quotes(token), id);
    }
    tokens[id] = &token;
    bytes += token.size();
  }
  NameList names;
  names.reserve(tokens.size(), bytes);
  for (const std::string* token : tokens) names.add(*token);
  return names;
}

BertNormalizerOptions read_normalizer(const Json& part, std::string_view place) {
  BertNormalizerOptions options;
  options.clean_text = flag_of(part, "clean_text", true, place);
  options.handle_chinese_chars = flag_of(part, "handle_chinese_chars", true, place);
  options.lowercase = flag_of(part, "lowercase", true, place);
  options.strip_accents = flag_of(part, "strip_accents", options.lowercase, place);
  return options;
}

// [CLS] A [SEP] B [SEP] as TemplateProcessing writes it: pieces that are a special token or a sequence.
template <std::size_t n>
void read_template(const Json& processor, std::string_view key, std::array<std::uint8_t, n>& segments,
                   std::array<std::string, n>& names, std::string_view place) {
  const auto refuse = [&] {
    fail("{}: post_processor.{} is not {}, as BERT's is", place, key,
         n == 3 ? "[CLS] A [SEP]" : "[CLS] A [SEP] B [SEP]");
  };
  const Json* pieces = member_of(processor, key);
  if (pieces == nullptr || !pieces->is_array() || pieces->size() != n) return refuse();
  for (std::size_t i = 0; i < n; ++i) {
    const Json* piece = member_of((*pieces)[i], i % 2 == 0 ? "SpecialToken" : "Sequence");
    if (piece == nullptr) return refuse();
    const std::string where = fmt::format("{}: post_processor.{}", place, key);
    names[i] = text_of(*piece, "id", where);
    const std::int32_t segment = number_of(*piece, "type_id", where);
    if (segment > 1) fail("{}: type_id {}; 0 and 1 are supported", where, segment);
    segments[i] = static_cast<std::uint8_t>(segment);
  }
  const bool in_order = names[1] == "A" && names[n - 2] == (n == 3 ? "A" : "B") && names[2] == names[n - 1];
  if (!in_order) refuse();
}

BertTemplate read_processor(const Json& tokenizer, std::string_view place) {
  const Json* processor = member_of(tokenizer, "post_processor");
  const Json* type = processor == nullptr ? nullptr : member_of(*processor, "type");
  BertTemplate sequence;
  if (type != nullptr && *type == "BertProcessing") {
    for (const auto& [key, id] : {std::pair("cls", &sequence.start), std::pair("sep", &sequence.separator)}) {
      const Json* token = member_of(*processor, key);
      if (token == nullptr || !token->is_array() || token->size() != 2) {
        fail("{}: post_processor.{} is no token and its id", place, key);
      }
      *id = id_of((*token)[1], fmt::format("{}: post_processor.{}", place, key));
    }
    return sequence;
  }
  if (type == nullptr || *type != "TemplateProcessing") {
    fail("{}: post_processor type {}; TemplateProcessing and BertProcessing (BERT) are supported", place,
         type == nullptr || !type->is_string() ? "null" : type->get<std::string>());
  }
  std::array<std::string, 3> single;
  std::array<std::string, 5> pair;
  read_template(*processor, "single", sequence.single, single, place);
  read_template(*processor, "pair", sequence.pair, pair, place);
  if (single[0] != pair[0] || single[2] != pair[2]) {
    fail("{}: post_processor has other special tokens in single than in pair; BERT's are the same", place);
  }
  const auto id_of_special = [&](const std::string& name) {
    const Json* tokens = member_of(*processor, "special_tokens");
    const Json* token = tokens == nullptr ? nullptr : member_of(*tokens, name);
    const Json* ids = token == nullptr ? nullptr : member_of(*token, "ids");
    if (ids == nullptr || !ids->is_array() || ids->size() != 1) {
      fail("{}: post_processor.special_tokens has no single id for {}", place, in_quotes(name));
    }
    return id_of((*ids)[0], fmt::format("{}: post_processor.special_tokens, {}", place, in_quotes(name)));
  };
  sequence.start = id_of_special(single[0]);
  sequence.separator = id_of_special(single[2]);
  return sequence;
}

}  // namespace

TokenizerFile read_tokenizer_json(const std::filesystem::path& path) {
  const MappedFile bytes(path);
  return parse_tokenizer_json(bytes.bytes(), path.string());
}

TokenizerFile parse_tokenizer_json(std::string_view bytes, const std::string& place) {
  const Json tokenizer = parse_json(bytes, place);
  const Json& model = part_of_type(tokenizer, "model", "WordPiece", place);
  const Json& normalizer = part_of_type(tokenizer, "normalizer", "BertNormalizer", place);
  part_of_type(tokenizer, "pre_tokenizer", "BertPreTokenizer", place);

  WordPieceOptions options;
  const std::string model_place = place + ": model";
  options.unknown = text_of(model, "unk_token", model_place);
  options.prefix = text_of(model, "continuing_subword_prefix", model_place);
  options.longest_word = static_cast<std::size_t>(number_of(model, "max_input_chars_per_word", model_place));
  TokenizerFile file{read_normalizer(normalizer, place + ": normalizer"),
                     WordPiece(read_vocabulary(model, place), options, place),
                     {},
                     {},
                     read_processor(tokenizer, place),
                     -1};
  if (const Json* added = member_of(tokenizer, "added_tokens")) {
    if (!added->is_array()) fail("{}: added_tokens is no list", place);
    const std::string added_place = place + ": added_tokens";
    for (const Json& token : *added) add_token(file, token, number_of(token, "id", added_place), added_place);
  }
  const std::size_t tokens = file.model.size() + file.beyond.size();
  for (const std::int32_t id : {file.sequence.start, file.sequence.separator}) {
    if (static_cast<std::size_t>(id) >= tokens) {
      fail("{}: post_processor has id {}, but ids of {} tokens are 0 to {}", place, id, tokens, tokens - 1);
    }
  }
  const Json* padding = member_of(tokenizer, "padding");
  const bool named = padding != nullptr && member_of(*padding, "pad_token") != nullptr;
  file.padding = token_id(file, named ? text_of(*padding, "pad_token", place + ": padding") : "[PAD]",
                          "that fills up short texts", place);
  return file;
}

}  // namespace dissent
