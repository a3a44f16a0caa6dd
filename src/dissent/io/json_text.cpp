#include "dissent/io/json_text.h"

#include <string_view>

#include <fmt/format.h>

#include "dissent/core/text.h"

namespace dissent {
namespace {

std::string shown_as_utf8(std::string_view text) {
  std::string out;
  while (const auto bad = invalid_utf8(text)) {
    out += text.substr(0, *bad);
    out += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[*bad]));
    text.remove_prefix(*bad + 1);
  }
  return out.append(text);
}

Json with_valid_texts(const Json& json) {
  if (json.is_string()) return shown_as_utf8(json.get_ref<const std::string&>());
  if (!json.is_structured()) return json;
  Json copy = json.is_array() ? Json::array() : Json::object();
  for (const auto& [key, value] : json.items()) {
    if (json.is_array()) {
      copy.push_back(with_valid_texts(value));
    } else {
      copy[shown_as_utf8(key)] = with_valid_texts(value);
    }
  }
  return copy;
}

}  // namespace

std::string json_text(const Json& json, int indent) {
  try {
    return json.dump(indent);
  } catch (const Json::type_error&) {  // the only one of writing: a text that is not UTF-8
    return with_valid_texts(json).dump(indent);
  }
}

}  // namespace dissent
