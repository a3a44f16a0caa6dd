#include "dissent/present/digits.h"

#include <cmath>

#include <fmt/format.h>

namespace dissent {
namespace {

std::string with_sign(double value, double like, const char* positive) {
  if (std::isnan(value)) return "";
  const char* sign = value < 0 ? "−" : positive;
  return std::isinf(value) ? fmt::format("{}∞", sign)
                           : fmt::format("{}{:.{}f}", sign, std::abs(value), decimals_of(like));
}

}  // namespace

int decimals_of(double value) {
  const double size = std::abs(value);
  return size >= 1000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : 4;
}

std::string number_text(double value) {
  return with_sign(value, value, "");
}

std::string number_text(double value, double like) {
  return with_sign(value, like, "");
}

std::string signed_text(double value) {
  return with_sign(value, value, "+");
}

std::string mean_sd_text(double mean, double sd) {
  if (std::isnan(mean) || std::isnan(sd)) return number_text(mean);
  return fmt::format("{} ± {}", number_text(mean), number_text(sd, mean));
}

std::string p_text(double p) {
  return std::isnan(p) ? "" : fmt::format("{:.4g}", p);
}

std::string grouped(std::uint64_t number) {
  std::string out = std::to_string(number);
  for (std::size_t at = out.size(); at > 3; at -= 3) out.insert(at - 3, ",");
  return out;
}

}  // namespace dissent
