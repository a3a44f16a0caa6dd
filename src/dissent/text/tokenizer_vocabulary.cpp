#include <algorithm>
#include <array>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/io/file.h"
#include "dissent/io/folder.h"
#include "dissent/text/tokenizer_readers.h"

namespace dissent {
namespace {

// Tokenizers of transformers that read vocab.txt as BERT's does.
constexpr std::array<std::string_view, 8> kClasses = {"Bert",     "DistilBert", "Electra",     "MobileBert",
                                                      "ConvBert", "LayoutLM",   "SqueezeBert", "RetriBert"};

// The end of `line` without white space at its end.
std::string_view without_white_end(std::string_view line) {
  const CodePointTable& table = CodePointTable::get();
  while (!line.empty()) {
    std::size_t last = line.size() - 1;
    while (last > 0 && (static_cast<unsigned char>(line[last]) & 0xC0) == 0x80) --last;
    if ((table[decode_utf8(line, last).value] & CodePointTable::white) == 0) break;
    line = line.substr(0, last);
  }
  return line;
}

NameList read_lines(const std::filesystem::path& path) {
  const MappedFile file(path);
  std::string_view bytes = file.bytes();
  if (const auto bad = invalid_utf8(bytes)) {
    const auto line = std::count(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(*bad), '\n') + 1;
    fail("{}, line {}: not UTF-8; give the vocabulary of a BERT tokenizer", path.string(), line);
  }
  NameList tokens;
  while (!bytes.empty()) {
    const std::size_t end = std::min(bytes.find('\n'), bytes.size());
    const std::string_view token = without_white_end(bytes.substr(0, end));
    if (token.empty()) fail("{}, line {}: no token; a line is a token", path.string(), tokens.size() + 1);
    tokens.add(token);
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
  }
  if (tokens.empty()) fail("{}: empty; give the vocabulary of a BERT tokenizer", path.string());
  return tokens;
}

void check_class(const Json& config, std::string_view place) {
  const Json* value = member_of(config, "tokenizer_class");
  if (value == nullptr) return;
  std::string name = text_of(config, "tokenizer_class", place);
  const std::string_view family = std::string_view(name).substr(0, name.find("Tokenizer"));
  if (std::find(kClasses.begin(), kClasses.end(), family) == kClasses.end()) {
    fail("{}: tokenizer_class {}; BertTokenizer is supported (as are {})", place, name, join(kClasses, ", "));
  }
}

// A special token's text: the value itself, or its "content".
std::string special_token(const Json& config, std::string_view key, std::string_view otherwise,
                          std::string_view place) {
  const Json* value = member_of(config, key);
  if (value == nullptr) return std::string(otherwise);
  if (value->is_object()) return text_of(*value, "content", fmt::format("{}: {}", place, in_quotes(key)));
  return text_of(config, key, place);
}

}  // namespace

TokenizerFile read_vocabulary_text(const std::filesystem::path& path) {
  const std::filesystem::path folder = path.parent_path();
  const std::filesystem::path config_path = folder / "tokenizer_config.json";
  if (is_there(folder / "added_tokens.json")) {
    fail("{}: added tokens in a file of their own are not read; save the tokenizer as tokenizer.json",
         (folder / "added_tokens.json").string());
  }
  Json config = Json::object();
  if (is_there(config_path)) config = parse_json(MappedFile(config_path).bytes(), config_path);
  const std::string place = config_path.string();
  check_class(config, place);

  WordPieceOptions options;
  options.unknown = special_token(config, "unk_token", "[UNK]", place);
  BertNormalizerOptions normalizer;
  normalizer.lowercase = flag_of(config, "do_lower_case", true, place);
  normalizer.strip_accents = flag_of(config, "strip_accents", normalizer.lowercase, place);
  normalizer.handle_chinese_chars = flag_of(config, "tokenize_chinese_chars", true, place);
  TokenizerFile file{normalizer, WordPiece(read_lines(path), options, path.string()), {}, {}, {}, -1};

  if (const Json* added = member_of(config, "added_tokens_decoder")) {
    if (!added->is_object()) fail("{}: added_tokens_decoder is no object of ids and tokens", place);
    const std::string added_place = place + ": added_tokens_decoder";
    for (const auto& [key, token] : added->get_ref<const Json::object_t&>()) {
      const auto id = parse_int(key);
      if (!id || *id < 0 || *id > 0x7FFFFFFF) fail("{}: {} is no id", added_place, in_quotes(key));
      add_token(file, token, static_cast<std::int32_t>(*id), added_place);
    }
  }
  const auto special = [&](std::string_view key, std::string_view otherwise, std::string_view what) {
    const std::string token = special_token(config, key, otherwise, place);
    const std::int32_t id = token_id(file, token, what, path.string());
    const auto same = [&](const AddedToken& added) { return added.content == token; };
    if (std::none_of(file.added.begin(), file.added.end(), same)) file.added.push_back({token, id, false});
    return id;
  };
  special("unk_token", "[UNK]", "of unknown words");
  file.sequence.start = special("cls_token", "[CLS]", "that begins every sequence");
  file.sequence.separator = special("sep_token", "[SEP]", "that ends every text");
  file.padding = special("pad_token", "[PAD]", "that fills up short texts");
  if (file.model.find(special_token(config, "mask_token", "[MASK]", place)))
    special("mask_token", "[MASK]", "");
  if (const Json* more = member_of(config, "additional_special_tokens"); more != nullptr && !more->empty()) {
    for (const Json& token : *more) {
      const Json entry = {{"token", token}};
      const std::string text = special_token(entry, "token", "", place + ": additional_special_tokens");
      const auto same = [&](const AddedToken& added) { return added.content == text; };
      if (std::none_of(file.added.begin(), file.added.end(), same)) {
        fail(
            "{}: additional_special_tokens has {}, which added_tokens_decoder has not; save the tokenizer "
            "anew",
            place, in_quotes(text));
      }
    }
  }
  return file;
}

}  // namespace dissent
