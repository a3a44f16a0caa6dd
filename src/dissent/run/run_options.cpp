#include "dissent/run/run_options.h"

#include <limits>
#include <type_traits>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/io/settings_json.h"
#include "dissent/manifest/yaml_reader.h"
#include "dissent/run/run_spec_json.h"

namespace dissent {
namespace {

// visit(field, struct) for the options of all structs.
template <class Spec, class Visitor>
void for_each_run_field(Spec& spec, Visitor&& visit) {
  for_each_field<TrainOptions>([&](const auto& field) { visit(field, spec.train); });
  for_each_field<DeliveryOptions>([&](const auto& field) { visit(field, spec.delivery_options); });
  for_each_field<CutOptions>([&](const auto& field) { visit(field, spec.cut); });
  for_each_field<SplitOptions>([&](const auto& field) { visit(field, spec.split); });
  for_each_field<EncoderOptions>([&](const auto& field) { visit(field, spec.encoder); });
}

constexpr Limits kSeeds = from_to(0, std::numeric_limits<int>::max());

// `limits`: of a number.
template <class Value>
void set_value(Value& value, std::string_view name, std::string_view text, const Limits& limits = {}) {
  if constexpr (std::is_same_v<Value, std::string>) {
    value = text;
  } else if constexpr (IsChoice<Value>) {
    value = choice_of<Value>(name, text);
  } else {
    value = value_within<Value>(limits, name, text);
  }
}

}  // namespace

std::vector<std::string_view> run_option_names() {
  std::vector<std::string_view> names{"data", "delivery", "seed"};
  add_field_names<TrainOptions>(names);
  add_field_names<DeliveryOptions>(names);
  add_field_names<CutOptions>(names);
  add_field_names<SplitOptions>(names);
  add_field_names<EncoderOptions>(names);
  return names;
}

void set_run_option(RunSpec& spec, std::string_view name, std::string_view text) {
  if (name == "data") return set_value(spec.data, name, text);
  if (name == "delivery") return set_value(spec.delivery, name, text);
  if (name == "seed") return set_value(spec.seed, name, text, kSeeds);
  bool known = false;
  for_each_run_field(spec, [&](const auto& field, auto& options) {
    if (field.name != name) return;
    known = true;
    set_value(options.*field.member, name, text, field.limits);
  });
  if (!known) throw Error(unknown_name("option", name, run_option_names()));
}

std::string option_value(std::string_view name, std::string_view text) {
  RunSpec spec;
  set_run_option(spec, name, text);
  if (name == "data") return spec.data;
  if (name == "delivery") return spec.delivery;
  if (name == "seed") return std::to_string(spec.seed);
  std::string value;
  for_each_run_field(spec, [&](const auto& field, const auto& options) {
    if (field.name == name) value = option_text(setting_json(options.*field.member));
  });
  return value;
}

std::map<std::string, std::string> study_options(const RunSpec& spec) {
  std::map<std::string, std::string> options = run_options(spec);
  options["data"] = spec.data;
  options["split"] = name_of(spec.split.split);  // also where the canonical form leaves it out
  return options;
}

}  // namespace dissent
