#include "dissent/core/one_line.h"

#include <algorithm>

#include "dissent/core/text.h"

namespace dissent {
namespace {

constexpr std::string_view kLeftOut = " ... ";

bool goes_on(char byte) {  // a character of UTF-8 that began before it
  return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
}

std::string in_one_line(std::string_view message) {
  std::string line(message);
  std::replace_if(
      line.begin(), line.end(), [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
  return printable(line);
}

}  // namespace

std::string one_line(std::string_view message, std::size_t most) {
  const std::string line = in_one_line(message);
  if (line.size() <= most || most < kLeftOut.size()) return line.substr(0, most);
  const std::size_t kept = most - kLeftOut.size();
  std::size_t head = kept - kept / 3, tail = line.size() - kept / 3;
  while (head > 0 && goes_on(line[head])) --head;
  while (tail < line.size() && goes_on(line[tail])) ++tail;
  return line.substr(0, head) + std::string(kLeftOut) + line.substr(tail);
}

}  // namespace dissent
