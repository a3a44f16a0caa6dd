#include "dissent/present/figures/figure_rows.h"

#include "dissent/core/text.h"
#include "dissent/core/undefined.h"

namespace dissent {
namespace {

// "cut=nested, votes-per-item=5", as files have it.
Setting read_setting(std::string_view text) {
  Setting setting;
  for (const std::string& part : split(text, ',')) {
    const std::string_view one = trim(part);
    const std::size_t equals = one.find('=');
    if (equals != std::string_view::npos)
      setting[std::string(one.substr(0, equals))] = one.substr(equals + 1);
  }
  return setting;
}

}  // namespace

std::string figure_field(double value) {
  return std::isnan(value) ? "" : shortest(value);
}
std::string figure_field(std::uint64_t value) {
  return std::to_string(value);
}
std::string figure_field(const std::string& text) {
  return sheet_field(text);
}
std::string figure_field(const MethodKey& series) {
  return sheet_field(series.name());
}
std::string figure_field(const Setting& setting) {
  return sheet_field(setting_text(setting));
}

void read_field(std::string_view text, double& value) {
  value = parse_double(text).value_or(kUndefined);
}
void read_field(std::string_view text, std::uint64_t& value) {
  const auto number = parse_double(text);
  value = number && *number >= 0 ? static_cast<std::uint64_t>(*number) : 0;
}
void read_field(std::string_view text, std::string& value) {
  value = from_sheet(text);
}
void read_field(std::string_view text, MethodKey& series) {
  text = from_sheet(text);
  const std::size_t open = text.find(" (");
  if (open == std::string_view::npos || text.back() != ')') {
    series = {std::string(text)};
  } else {
    series = {std::string(text.substr(0, open)), read_setting(text.substr(open + 2, text.size() - open - 3))};
  }
}
void read_field(std::string_view text, Setting& setting) {
  setting = read_setting(from_sheet(text));
}

void put_member(Json& row, const std::string& name, double value) {
  row[name] = std::isfinite(value) ? Json(vega::rounded(value)) : Json(nullptr);
}
void put_member(Json& row, const std::string& name, std::uint64_t value) {
  row[name] = value;
}
void put_member(Json& row, const std::string& name, const std::string& text) {
  row[name] = text;
}
void put_member(Json& row, const std::string&, const MethodKey& series) {
  row["method"] = series.method;
  row["setting"] = setting_label(series.settings);
}
void put_member(Json& row, const std::string& name, const Setting& setting) {
  row[name] = setting_label(setting);
}

}  // namespace dissent
