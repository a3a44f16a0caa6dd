// What numbers, settings and methods are called before people, and the colour of a method: one a method,
// wherever it stands, told apart also by readers who see few colours.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dissent/metrics/evaluation.h"
#include "dissent/run/run_methods.h"

namespace dissent {

// A corrected p below this is called a difference, on every page.
inline constexpr double kLevel = 0.05;

// The label of a column of the table of runs ("soft NLL, entropy-top:0.05") or of history.csv by its name;
// unknown names as they are.
std::string metric_label(std::string_view column);
// "3 votes an item, lr=0.1", "all votes"; what is so unless something is said (cut=multinomial) is left out.
std::string setting_label(const Setting& setting);
// A value of an option: "0" of votes-per-item is "all".
std::string option_label(std::string_view option, std::string_view value);
std::string option_title(std::string_view option);  // "votes an item"
std::string_view better_label(Better better);       // "lower is better"

// Deliveries have their own; other names share what is left, in their order.
class Colours {
 public:
  explicit Colours(std::span<const std::string> methods);
  const std::string& of(std::string_view method) const;  // grey for one that was not named

 private:
  std::vector<std::pair<std::string, std::string>> colours_;
};

}  // namespace dissent
