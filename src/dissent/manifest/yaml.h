// Strict YAML for small files that people write: one document of maps, lists and scalars with their line and
// column. Anchors, aliases, tags, duplicate keys, deep nesting and large files are errors, so that no file
// can grow in memory or surprise its reader.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace dissent {

struct YamlNode {
  enum class Kind { null, scalar, list, map };
  struct Key {
    std::string text;
    std::size_t line = 0;
    std::size_t column = 0;
  };

  Kind kind = Kind::null;
  std::string text;             // of a scalar
  std::vector<Key> keys;        // of a map, in the order of the file
  std::vector<YamlNode> items;  // of a list, or the values of `keys`
  std::size_t line = 0;         // from 1
  std::size_t column = 0;       // from 1

  const YamlNode* find(std::string_view key) const;  // of a map; null where it is not there
};

inline constexpr std::size_t kMaxYamlBytes = std::size_t{1} << 20;
inline constexpr std::size_t kMaxYamlDepth = 16;

// `name` stands for the file in messages.
YamlNode parse_yaml(std::string_view bytes, const std::filesystem::path& name);

// "dataset.yaml, line 3, column 5"
std::string yaml_place(const std::filesystem::path& name, const YamlNode& node);
std::string yaml_place(const std::filesystem::path& name, const YamlNode::Key& key);
// For messages: "a map", "a list", "a text" or "nothing".
std::string_view to_string(YamlNode::Kind kind);

}  // namespace dissent
