#include "dissent/votes/import_plan.h"

#include <fmt/format.h>

#include "dissent/core/text.h"

namespace dissent {

std::string ordinal_number(std::size_t index) {
  const std::size_t number = index + 1;
  const bool teen = number % 100 >= 11 && number % 100 <= 13;
  const std::size_t last = teen ? 0 : number % 10;
  return fmt::format("{}{}", number, last == 1 ? "st" : last == 2 ? "nd" : last == 3 ? "rd" : "th");
}

std::string summary(const ImportPlan& plan) {
  std::string line = plan.format;
  if (!plan.packing.empty()) line += fmt::format(" ({})", plan.packing);
  const auto role = [&](std::string_view name, const std::string& where) {
    if (!where.empty()) line += fmt::format(", {} = {}", name, where);
  };
  role("item", plan.item);
  role("annotator", plan.annotator);
  role("label", plan.label);
  if (plan.header == false) line += ", no header";
  line += fmt::format("; {} {} ({})", plan.classes.size(), plan.classes.size() == 1 ? "class" : "classes",
                      plan.ordered ? "ordered" : "nominal");
  if (!plan.no_vote.empty()) line += fmt::format("; no vote: {}", in_quotes(join(plan.no_vote, ", "), 60));
  return line;
}

}  // namespace dissent
