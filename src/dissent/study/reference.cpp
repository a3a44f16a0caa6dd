// The reference of docs/studies.md, from the structs that study files are read into.
#include <type_traits>

#include <fmt/format.h>

#include "dissent/catalog/figures.h"
#include "dissent/core/text.h"
#include "dissent/study/study.h"

namespace dissent {
namespace {

template <class Value>
std::string default_text(const Value& value) {
  if constexpr (std::is_same_v<Value, bool>) {
    return value ? "`true`" : "`false`";
  } else if constexpr (std::is_floating_point_v<Value>) {
    return "`" + shortest(value) + "`";
  } else if constexpr (std::is_integral_v<Value>) {
    return fmt::format("`{}`", value);
  } else if constexpr (std::is_same_v<Value, std::string>) {
    return value.empty() ? "" : "`" + value + "`";
  } else if constexpr (IsChoice<Value>) {
    return fmt::format("`{}`", name_of(value));
  } else {
    return value.empty() ? "" : "`[" + join(std::span<const std::string>(value), ", ") + "]`";
  }
}

std::string row(std::string_view key, std::string_view value, std::string_view meaning) {
  std::string text;
  for (const char c : meaning) text += c == '|' ? "\\|" : std::string(1, c);
  return fmt::format("| `{}` | {} | {} |\n", key, value, text);
}

// An option's key as a study file writes it.
std::string as_key(std::string_view key) {
  return "`" + std::string(key) + "`";
}

template <class Options>
std::string rows() {
  std::string text;
  const Options defaults;
  for_each_field<Options>([&](const auto& field) {
    text += row(field.name, default_text(defaults.*field.member), help_of(field, as_key));
  });
  return text;
}

std::string section(std::string_view title, std::string_view about) {
  return fmt::format("\n### {}\n\n{}\n\n| key | default | meaning |\n| --- | --- | --- |\n", title, about);
}

constexpr std::string_view kWhere =
    "only runs with these options, as in {votes-per-item: [5, 10], delivery: sls}";

}  // namespace

std::string study_reference() {
  std::string text = section("At the top", "`name` and `grid` must be there.");
  text += rows<StudyHead>();
  text += row("options", "", "options that all runs share, a map of those below");
  text += row(
      "grid", "",
      "what varies: a map of options, each with a value, a list, or a range of whole numbers (0..4); every "
      "combination is a run. A list of such maps: one grid after the other, what comes twice counts once");
  text += row("evaluate", "", "what is measured of each run");
  text += row("tables", "", "a list");
  text += row("tests", "", "a list");
  text += row("figures", "", "a list");
  text +=
      section("Options of runs, in `options`, `grid` and every `where`", "The options of `dissent train`.");
  text += row("data", "", "data set; the one at the top unless given");
  text += row("delivery", "`soft`", "how votes become targets: see docs/delivery.md");
  text += row("seed", "`0`", "decides split, cut, initial weights, batch order, augmentation and labels");
  text += rows<TrainOptions>() + rows<DeliveryOptions>() + rows<CutOptions>() + rows<SplitOptions>() +
          rows<EncoderOptions>();
  text += section("evaluate", "Every run is scored; the rest is done where it is asked for.");
  text += rows<StudyScores>();
  text += row("geometry", "", "a map: measure the basins");
  text += row("ood", "", "a map: measure out-of-distribution detection");
  text += section("evaluate: geometry",
                  "As `dissent geometry`; columns lambda_max, trace (also @SLICE), variance_spearman.");
  text += rows<GeometryOptions>();
  text += row("between", "", "two deliveries for the loss barrier, paired by seed, as in [soft, sls]");
  text += row("where", "", kWhere);
  text +=
      section("evaluate: ood", "As `dissent ood`; columns SCORE_auroc@SET, SCORE_fpr95@SET, SCORE_aupr@SET.");
  text += rows<OodOptions>();
  text += row("outside", "", "outside sets: svhn, cifar100, or paths");
  text += row("where", "", kWhere);
  text += section("tables", "Means over seeds; files DIR/STUDY/tables/NAME.csv and .md.");
  text += rows<TableOptions>();
  text += row("where", "", kWhere);
  text += row("published", "",
              "numbers to set beside ours, a list of maps: the options that they belong to, `seeds`, and "
              "METRIC: mean or "
              "METRIC: [mean, SD]");
  text += section("tests", "As `dissent compare`: exact paired tests; file DIR/STUDY/tests/NAME.csv.");
  text += rows<TestHead>() + rows<PairOptions>() + rows<TestOptions>();
  text += row("where", "", kWhere);
  text += section("figures", "The numbers behind each: DIR/STUDY/figures/NAME.csv.");
  const FigureOptions defaults;
  for_each_field<FigureOptions>([&](const auto& field) {
    const std::string kinds = figures_reading(field.name);
    const std::string help = field.name == "kind"
                                 ? explained(figures())
                                 : fmt::format("{}{}{}", kinds, kinds.empty() ? "" : ": ", field.help);
    text += row(field.name, default_text(defaults.*field.member), help);
  });
  text += row("where", "", kWhere);
  return text;
}

}  // namespace dissent
