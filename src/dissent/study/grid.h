// The runs of a study file's options and grid: every combination of the values that vary.
#pragma once

#include <cstdint>
#include <vector>

#include "dissent/manifest/yaml_reader.h"
#include "dissent/study/study.h"

namespace dissent {

// Values of an option as the file has them: one, a list, or for whole numbers also ranges ("0..4").
std::vector<std::string> option_values(const YamlReader& reader, const YamlNode& node,
                                       std::string_view option);

// Of a map of options to values.
Filter read_filter(const YamlReader& reader, const YamlNode& node);

// A later option varies faster; of several grids, one after the other. `seeds` not empty: instead of the
// grid's.
std::vector<PlannedRun> expand_grid(const YamlReader& reader, const YamlNode* options, const YamlNode& grid,
                                    const std::string& data, const std::vector<std::uint64_t>& seeds);

}  // namespace dissent
