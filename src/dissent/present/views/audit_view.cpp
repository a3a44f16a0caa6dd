#include "dissent/present/views/audit_view.h"

#include <fmt/format.h>

#include "dissent/core/text.h"
#include "dissent/present/digits.h"

namespace dissent {
namespace {

// Names of columns and labels stand in these lines.
std::vector<std::string> printable_lines(std::vector<std::string> lines) {
  for (std::string& line : lines) line = printable(line);
  return lines;
}

}  // namespace

std::vector<std::string> audit_lines(const Audit& audit) {
  std::vector<std::string> lines;
  if (!audit.plan.format.empty()) lines.push_back("read as: " + summary(audit.plan));
  lines.insert(lines.end(), audit.remarks.begin(), audit.remarks.end());
  for (const Oddity& oddity : audit.oddities) {
    lines.push_back(fmt::format("{} x {}: {} (first: {})", grouped(oddity.count), oddity.kind, oddity.note,
                                oddity.first));
  }
  return printable_lines(std::move(lines));
}

std::vector<std::string> plan_lines(const ImportPlan& plan) {
  std::vector<std::string> lines;
  const auto line = [&](std::string_view what, const std::string& text) {
    if (!text.empty()) lines.push_back(fmt::format("{:<13} {}", what, text));
  };
  line("format", fmt::format("{} (confidence {:.2f}: {})", plan.format, plan.confidence, plan.why));
  line("packed with", plan.packing);
  line("separator", plan.separator);
  if (plan.header)
    line("header", *plan.header ? "the first line names the columns" : "none: the first line is data");
  line("item", plan.item);
  line("annotator", plan.annotator);
  line("label", plan.label);
  line("classes", fmt::format("{} ({}): {}", plan.classes.size(), plan.ordered ? "ordered" : "nominal",
                              in_quotes(join(plan.classes, ", "), 200)));
  line("no vote", join(plan.no_vote, ", "));
  line("not read", join(plan.left_out, ", "));
  for (const ImportPlan::Alternative& other : plan.alternatives) {
    line("could be", fmt::format("{} (confidence {:.2f}: {})", other.format, other.confidence, other.why));
  }
  return printable_lines(std::move(lines));
}

}  // namespace dissent
