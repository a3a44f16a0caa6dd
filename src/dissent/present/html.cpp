#include "dissent/present/html.h"

#include <cstdint>

#include "dissent/core/text.h"

namespace dissent {

std::string html_text(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const auto broken = invalid_utf8(text);
    for (const char c : text.substr(0, broken.value_or(text.size()))) {
      switch (c) {
        case '&':
          out += "&amp;";
          break;
        case '<':
          out += "&lt;";
          break;
        case '>':
          out += "&gt;";
          break;
        case '"':
          out += "&quot;";
          break;
        case '\'':
          out += "&#39;";
          break;
        default:
          // Control characters mean nothing in HTML, and NUL is not allowed there.
          if (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t') {
            out += "\xef\xbf\xbd";
          } else {
            out += c;
          }
      }
    }
    if (!broken) break;
    out += "\xef\xbf\xbd";  // the replacement character for a byte that is no UTF-8
    text.remove_prefix(*broken + 1);
  }
  return out;
}

std::string html_json(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    if (c == '<') {
      out += "\\u003c";
    } else {
      out += c;
    }
  }
  return out;
}

std::string base64(std::string_view bytes) {
  static constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t left = bytes.size() - i;
    const auto byte = [&](std::size_t j) {
      return j < left ? static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i + j])) : 0U;
    };
    const std::uint32_t three = byte(0) << 16 | byte(1) << 8 | byte(2);
    out += kDigits[three >> 18];
    out += kDigits[three >> 12 & 63];
    out += left > 1 ? kDigits[three >> 6 & 63] : '=';
    out += left > 2 ? kDigits[three & 63] : '=';
  }
  return out;
}

}  // namespace dissent
