// How numbers are written for people: one rule for the digits of every table, sentence and plot.
#pragma once

#include <cstdint>
#include <string>

namespace dissent {

// Digits after the point: 4 below 10, 2 below 100, 1 below 1000, none above.
int decimals_of(double value);

// A number as documents hold it, with − (U+2212) for minus; empty for NaN, ∞ for infinity. The writers for
// the terminal and for CSV write a plain hyphen for minus.
std::string number_text(double value);
std::string number_text(double value, double like);  // with the digits of another number
std::string signed_text(double value);               // with + or −
std::string mean_sd_text(double mean, double sd);    // "0.5650 ± 0.0129"; the mean alone where sd is NaN
std::string p_text(double p);                        // four significant digits; empty for NaN

std::string grouped(std::uint64_t number);  // 1,234,567

}  // namespace dissent
