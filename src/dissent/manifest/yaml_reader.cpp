#include "dissent/manifest/yaml_reader.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "dissent/core/error.h"
#include "dissent/core/text.h"

namespace dissent {

using YamlKind = YamlNode::Kind;

void YamlReader::check_keys(const YamlNode& map, std::span<const std::string_view> known) const {
  if (map.kind != YamlKind::map) {
    fail("{}: {}, where a map of {} is wanted", place(map), to_string(map.kind), join(known, ", "));
  }
  for (const YamlNode::Key& key : map.keys) {
    if (std::find(known.begin(), known.end(), key.text) != known.end()) continue;
    throw Error(fmt::format("{}: {}", place(key), unknown_name("key", key.text, known)));
  }
}

const YamlNode& YamlReader::needed(const YamlNode& map, std::string_view key,
                                   const std::string& where) const {
  if (const YamlNode* node = map.find(key)) return *node;
  fail("{}: the key {} is missing", where, in_quotes(key));
}

std::string YamlReader::text(const YamlNode& node, std::string_view what) const {
  if (node.kind != YamlKind::scalar) {
    fail("{}: {} is {}, where a text is wanted", place(node), what, to_string(node.kind));
  }
  if (trim(node.text).empty()) fail("{}: {} is empty", place(node), what);
  return node.text;
}

bool YamlReader::truth_value(const YamlNode& node, std::string_view what) const {
  const std::string value = text(node, what);
  if (value != "true" && value != "false") {
    fail("{}: {} is {}, where true or false is wanted", place(node), what, in_quotes(value));
  }
  return value == "true";
}

std::int64_t YamlReader::whole_number(const YamlNode& node, std::string_view what) const {
  const auto value = parse_int(text(node, what));
  if (!value || *value < std::numeric_limits<int>::min() || *value > std::numeric_limits<int>::max()) {
    fail("{}: {} is {}, where a whole number is wanted", place(node), what, in_quotes(node.text));
  }
  return *value;
}

double YamlReader::number(const YamlNode& node, std::string_view what) const {
  const auto value = parse_double(text(node, what));
  if (!value || !std::isfinite(*value))
    fail("{}: {} is {}, where a number is wanted", place(node), what, in_quotes(node.text));
  return *value;
}

std::vector<std::string> YamlReader::texts(const YamlNode& node, std::string_view what) const {
  if (node.kind != YamlKind::list) {
    fail("{}: {} is {}, where a list is wanted, as in [a, b]", place(node), what, to_string(node.kind));
  }
  if (node.items.empty()) fail("{}: {} is an empty list", place(node), what);
  std::vector<std::string> values;
  for (const YamlNode& item : node.items) values.push_back(text(item, fmt::format("an entry of {}", what)));
  return values;
}

std::vector<std::string> YamlReader::one_or_more(const YamlNode& node, std::string_view what) const {
  if (node.kind == YamlKind::scalar) return {text(node, what)};
  return texts(node, what);
}

}  // namespace dissent
