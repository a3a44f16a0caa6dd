// The readers behind read_tokenizer_file(), one a format, and what they share: values of JSON objects,
// checked.
#pragma once

#include <string>
#include <string_view>

#include "dissent/io/json.h"
#include "dissent/text/tokenizer_file.h"

namespace dissent {

TokenizerFile read_tokenizer_json(const std::filesystem::path& path);
TokenizerFile parse_tokenizer_json(std::string_view bytes, const std::string& place);
TokenizerFile read_vocabulary_text(const std::filesystem::path& path);

// The value of a key; nothing where it is missing or null.
const Json* member_of(const Json& object, std::string_view key);
// Values that must be there; `place` begins the message where they are not.
std::string text_of(const Json& object, std::string_view key, std::string_view place);
std::int32_t number_of(const Json& object, std::string_view key, std::string_view place);
bool flag_of(const Json& object, std::string_view key, bool otherwise, std::string_view place);
std::int32_t id_of(const Json& value, std::string_view place);

// The id of a token of the vocabulary or an added one, or an error: "... the token `what`".
std::int32_t token_id(const TokenizerFile& file, std::string_view token, std::string_view what,
                      std::string_view place);
// Adds {"content", "normalized", "single_word", ...}, whose id must be the vocabulary's or the next one.
void add_token(TokenizerFile& file, const Json& token, std::int32_t id, std::string_view place);

}  // namespace dissent
