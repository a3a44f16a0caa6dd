#include "dissent/core/one_line.h"

#include <fmt/format.h>

#include "dissent/core/text.h"

namespace dissent {
namespace {

constexpr std::string_view kLeftOut = " ... ";

bool goes_on(char byte) {  // a character of UTF-8 that began before it
  return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
}

void append_shown(std::string& line, std::string_view valid) {
  for (const char byte : valid) {
    const auto value = static_cast<unsigned char>(byte);
    if (byte == '\n' || byte == '\r' || byte == '\t') {
      line += ' ';
    } else if (value < 0x20 || value == 0x7F) {
      line += fmt::format("\\x{:02x}", value);
    } else {
      line += byte;
    }
  }
}

std::string shown(std::string_view message) {
  std::string line;
  while (const auto bad = invalid_utf8(message)) {
    append_shown(line, message.substr(0, *bad));
    line += fmt::format("\\x{:02x}", static_cast<unsigned char>(message[*bad]));
    message.remove_prefix(*bad + 1);
  }
  append_shown(line, message);
  return line;
}

}  // namespace

std::string one_line(std::string_view message, std::size_t most) {
  const std::string line = shown(message);
  if (line.size() <= most || most < kLeftOut.size()) return line.substr(0, most);
  const std::size_t kept = most - kLeftOut.size();
  std::size_t head = kept - kept / 3, tail = line.size() - kept / 3;
  while (head > 0 && goes_on(line[head])) --head;
  while (tail < line.size() && goes_on(line[tail])) ++tail;
  return line.substr(0, head) + std::string(kLeftOut) + line.substr(tail);
}

}  // namespace dissent
