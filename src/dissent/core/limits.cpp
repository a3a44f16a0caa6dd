#include "dissent/core/limits.h"

#include "dissent/core/error.h"
#include "dissent/core/text.h"

namespace dissent {
namespace {

[[noreturn]] void refuse(const Limits& limits, std::string_view key, std::string_view value,
                         std::string_view kind) {
  fail("{} {}: give {} {}", option(key), value, kind, to_string(limits));
}

constexpr std::string_view kNumber = "a number", kWholeNumber = "a whole number";

// As it stands in a message: a number as it was written, anything else in quotes.
std::string shown(std::string_view text) {
  return parse_double(text) ? std::string(trim(text)) : in_quotes(text);
}

}  // namespace

std::string to_string(const Limits& limits) {
  constexpr double kTypesOwn = 9e15;  // what 64 bits hold is no limit that anybody must know
  const bool ends = limits.most < kTypesOwn;
  const std::string most = !ends              ? ""
                           : limits.with_most ? fmt::format("{}", limits.most)
                                              : fmt::format("below {}", limits.most);
  if (!limits.with_least) {
    return fmt::format("above {}{}{}", limits.least,
                       !ends              ? ""
                       : limits.with_most ? ", at most "
                                          : ", ",
                       most);
  }
  return fmt::format("from {} {}{}", limits.least, ends ? "to " : "up", most);
}

double number_within(const Limits& limits, std::string_view key, std::string_view text) {
  const auto value = parse_double(text);
  if (!value || !limits.allow(*value)) refuse(limits, key, shown(text), kNumber);
  return *value;
}

std::int64_t whole_number_within(const Limits& limits, std::string_view key, std::string_view text) {
  const auto value = parse_int(text);
  if (!value || !limits.allow(static_cast<double>(*value))) refuse(limits, key, shown(text), kWholeNumber);
  return *value;
}

void check_within(const Limits& limits, std::string_view key, double value) {
  if (!limits.allow(value)) refuse(limits, key, fmt::format("{}", value), kNumber);
}

void check_whole_within(const Limits& limits, std::string_view key, double value) {
  if (!limits.allow(value)) refuse(limits, key, fmt::format("{}", value), kWholeNumber);
}

}  // namespace dissent
