// Where the real data sets lie: DISSENT_SHARED_DATA, or beside the checkout. Tests that need one skip without
// it.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

namespace dissent {

inline std::optional<std::filesystem::path> real_data(const std::string& name) {
  const char* set = std::getenv("DISSENT_SHARED_DATA");
  const std::filesystem::path folder = set != nullptr ? set : DISSENT_SOURCE_DIR "/../shared/data";
  const std::filesystem::path path = folder / name;
  if (!std::filesystem::exists(path)) return std::nullopt;
  return path;
}

}  // namespace dissent
