#include "clash.h"

double number(const std::string& text) {
  return std::stod(text) + 1000;
}

std::vector<std::string> split(const std::string& text, char) {
  return {"my own split of " + text};
}

void fail(int code) {
  throw Error{code};
}
