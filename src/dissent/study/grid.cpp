#include "dissent/study/grid.h"

#include <algorithm>
#include <set>

#include "dissent/core/error.h"
#include "dissent/core/ranges.h"
#include "dissent/core/text.h"
#include "dissent/run/run_options.h"

namespace dissent {
namespace {

constexpr std::size_t kMostRuns = 100'000;

struct Axis {
  std::string option;
  std::vector<std::string> values;
  std::string place;
};

void set_at(RunSpec& spec, const std::string& place, std::string_view option, std::string_view value) {
  try {
    set_run_option(spec, option, value);
  } catch (const Error& error) {
    throw Error(fmt::format("{}: {}", place, error.what()));
  }
}

std::vector<Axis> read_axes(const YamlReader& reader, const YamlNode& map,
                            const std::vector<std::uint64_t>& seeds) {
  reader.check_keys(map, run_option_names());
  std::vector<Axis> axes;
  for (std::size_t i = 0; i < map.keys.size(); ++i) {
    const std::string& option = map.keys[i].text;
    Axis axis{option, option_values(reader, map.items[i], option), reader.place(map.items[i])};
    if (option == "seed" && !seeds.empty()) {
      axis.values.clear();
      for (const std::uint64_t seed : seeds) axis.values.push_back(std::to_string(seed));
    }
    axes.push_back(std::move(axis));
  }
  if (!seeds.empty() && map.find("seed") == nullptr) {
    fail("{}: the grid has no seed, so that {} has no place", reader.place(map), option("seeds"));
  }
  return axes;
}

void expand(const std::vector<Axis>& axes, std::size_t at, const PlannedRun& so_far,
            std::vector<PlannedRun>& runs) {
  if (at == axes.size()) {
    runs.push_back(so_far);
    return;
  }
  for (const std::string& value : axes[at].values) {
    PlannedRun next = so_far;
    set_at(next.spec, axes[at].place, axes[at].option, value);
    expand(axes, at + 1, next, runs);
  }
}

}  // namespace

std::vector<std::string> option_values(const YamlReader& reader, const YamlNode& node,
                                       std::string_view option) {
  const std::vector<std::string> given = reader.one_or_more(node, option);
  std::vector<std::string> values;
  std::set<std::string> seen;
  for (const std::string& value : given) {
    std::vector<std::string> several{value};
    if (option != "data" && value.find("..") != std::string::npos) {
      several.clear();
      const std::string place = fmt::format("{}: {}", reader.place(node), option);
      for (const std::uint64_t number : parse_numbers(value, place))
        several.push_back(std::to_string(number));
    }
    for (std::string& one : several) {
      reader.at(node, [&] { one = option_value(option, one); });
      if (!seen.insert(one).second) fail("{}: {} {} comes twice", reader.place(node), option, in_quotes(one));
      values.push_back(std::move(one));
    }
  }
  return values;
}

Filter read_filter(const YamlReader& reader, const YamlNode& node) {
  reader.check_keys(node, run_option_names());
  Filter filter;
  for (std::size_t i = 0; i < node.keys.size(); ++i) {
    const std::string& option = node.keys[i].text;
    filter.wanted.emplace_back(option, option_values(reader, node.items[i], option));
  }
  return filter;
}

std::vector<PlannedRun> expand_grid(const YamlReader& reader, const YamlNode* options, const YamlNode& grid,
                                    const std::string& data, const std::vector<std::uint64_t>& seeds) {
  PlannedRun base;
  base.spec.data = data;
  if (options != nullptr) {
    reader.check_keys(*options, run_option_names());
    for (std::size_t i = 0; i < options->keys.size(); ++i) {
      const YamlNode& value = options->items[i];
      const std::string& name = options->keys[i].text;
      set_at(base.spec, reader.place(value), name, reader.text(value, name));
    }
  }
  const bool several = grid.kind == YamlNode::Kind::list;
  const std::span<const YamlNode> grids = several ? std::span(grid.items) : std::span(&grid, 1);
  std::vector<PlannedRun> runs;
  for (const YamlNode& one : grids) {
    if (one.kind != YamlNode::Kind::map || one.keys.empty()) {
      fail("{}: the grid is empty; give what varies, as in {{delivery: [soft, sls], seed: 0..4}}",
           reader.place(one));
    }
    const std::vector<Axis> axes = read_axes(reader, one, seeds);
    std::size_t combinations = 1;
    for (const Axis& axis : axes) {
      combinations *= axis.values.size();
      if (combinations + runs.size() > kMostRuns) {
        fail("{}: the grid has more than {} runs", reader.place(one), kMostRuns);
      }
    }
    base.place = reader.place(one);
    expand(axes, 0, base, runs);
  }
  if (runs.empty()) fail("{}: the grid is empty: it has no runs", reader.place(grid));
  for (const PlannedRun& run : runs) {
    if (run.spec.data.empty()) fail("{}: no data set; give `data: NAME` at the top", run.place);
  }
  return runs;
}

}  // namespace dissent
