#include "dissent/text/added_tokens.h"

#include <algorithm>
#include <cstring>

namespace dissent {

void AddedTokens::add(std::string_view token, std::int32_t id) {
  const auto shorter = [&](const Token& other) { return other.text.size() < token.size(); };
  tokens_.insert(std::find_if(tokens_.begin(), tokens_.end(), shorter), {std::string(token), id});
  begins_[static_cast<unsigned char>(token[0])] = true;
  one_byte_ = std::count(begins_.begin(), begins_.end(), true) == 1;
}

AddedTokens::Match AddedTokens::find(std::string_view text, std::size_t from) const {
  for (std::size_t at = from; !tokens_.empty() && at < text.size(); ++at) {
    if (one_byte_) {
      const void* found = std::memchr(text.data() + at, tokens_[0].text[0], text.size() - at);
      if (found == nullptr) break;
      at = static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
    } else if (!begins_[static_cast<unsigned char>(text[at])]) {
      continue;
    }
    for (const Token& token : tokens_) {
      if (text.substr(at).starts_with(token.text)) return {at, at + token.text.size(), token.id};
    }
  }
  return {text.size(), text.size(), -1};
}

}  // namespace dissent
