// Names that dissent has, too, inside its namespace; here they are global.
#pragma once

#include <string>
#include <vector>

double number(const std::string& text);
std::vector<std::string> split(const std::string& text, char separator);
struct Error {
  int code = 3;
};
[[noreturn]] void fail(int code);
