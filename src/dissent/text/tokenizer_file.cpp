#include "dissent/text/tokenizer_file.h"

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/io/folder.h"
#include "dissent/text/tokenizer_readers.h"

namespace dissent {

TokenizerFile read_tokenizer_file(const std::filesystem::path& path) {
  if (!has_unicode()) {
    fail(
        "{}: built without utf8proc; install it (Debian: libutf8proc-dev) and build again to read tokenizers",
        path.string());
  }
  if (!is_folder(path)) {
    return path.extension() == ".json" ? read_tokenizer_json(path) : read_vocabulary_text(path);
  }
  for (const char* name : {"tokenizer.json", "vocab.txt"}) {
    if (is_there(path / name)) return read_tokenizer_file(path / name);
  }
  fail("{}: neither tokenizer.json nor vocab.txt is there; give the folder of a BERT tokenizer",
       path.string());
}

const Json* member_of(const Json& object, std::string_view key) {
  if (!object.is_object()) return nullptr;
  const auto found = object.find(std::string(key));
  return found == object.end() || found->is_null() ? nullptr : &*found;
}

namespace {

const Json& needed(const Json& object, std::string_view key, std::string_view place) {
  const Json* value = member_of(object, key);
  if (value == nullptr) fail("{}: the key {} is missing", place, in_quotes(key));
  return *value;
}

}  // namespace

std::string text_of(const Json& object, std::string_view key, std::string_view place) {
  const Json& value = needed(object, key, place);
  if (!value.is_string()) fail("{}: {} is {}, where a text is wanted", place, in_quotes(key), value.dump());
  return value.get<std::string>();
}

std::int32_t number_of(const Json& object, std::string_view key, std::string_view place) {
  return id_of(needed(object, key, place), fmt::format("{}: {}", place, in_quotes(key)));
}

std::int32_t id_of(const Json& value, std::string_view place) {
  if (!value.is_number_unsigned() || value.get<std::uint64_t>() > 0x7FFFFFFF) {
    fail("{} is {}, where a whole number is wanted", place, value.dump());
  }
  return static_cast<std::int32_t>(value.get<std::uint64_t>());
}

bool flag_of(const Json& object, std::string_view key, bool otherwise, std::string_view place) {
  const Json* value = member_of(object, key);
  if (value == nullptr) return otherwise;
  if (!value->is_boolean())
    fail("{}: {} is {}, where true or false is wanted", place, in_quotes(key), value->dump());
  return value->get<bool>();
}

std::int32_t token_id(const TokenizerFile& file, std::string_view token, std::string_view what,
                      std::string_view place) {
  if (const auto id = file.model.find(token)) return *id;
  for (const AddedToken& added : file.added) {
    if (added.content == token) return added.id;
  }
  fail("{}: the vocabulary has no {}, the token {}", place, in_quotes(token), what);
}

void add_token(TokenizerFile& file, const Json& token, std::int32_t id, std::string_view place) {
  AddedToken added{text_of(token, "content", place), id, flag_of(token, "normalized", false, place)};
  const std::string name = in_quotes(added.content);
  if (flag_of(token, "single_word", false, place)) {
    fail("{}: token {} is \"single_word\", which is not supported; only tokens that are found anywhere are",
         place, name);
  }
  // White space beside a token stands between words in any case, so that lstrip and rstrip change nothing, as
  // long as no token has white space of its own there.
  const CodePointTable& table = CodePointTable::get();
  std::size_t last = added.content.size();
  while (last > 0 && (static_cast<unsigned char>(added.content[--last]) & 0xC0) == 0x80) continue;
  for (const std::size_t at : {std::size_t{0}, last}) {
    if (added.content.empty() || (table[decode_utf8(added.content, at).value] & CodePointTable::white) != 0) {
      fail("{}: token {} is empty, or begins or ends with white space, which is not supported", place, name);
    }
  }
  std::string normalised;
  if (added.normalized) BertNormalizer(file.normalizer).append(added.content, normalised);
  if (added.normalized && normalised.empty()) fail("{}: token {} is empty once normalised", place, name);
  for (const AddedToken& other : file.added) {
    if (other.content == added.content) fail("{}: token {} is added twice", place, name);
  }
  const auto known = file.model.find(added.content);
  const auto wanted = known ? *known : static_cast<std::int32_t>(file.model.size() + file.beyond.size());
  if (id != wanted) fail("{}: token {} has id {}, where {} is wanted", place, name, id, wanted);
  if (!known) file.beyond.add(added.content);
  file.added.push_back(std::move(added));
}

}  // namespace dissent
