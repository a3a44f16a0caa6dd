// Values out of a YAML tree, by type; every message begins with the place (file, line, column) of what is
// wrong, and unknown keys come with the nearest known one.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "dissent/core/choices.h"
#include "dissent/core/settings.h"
#include "dissent/manifest/yaml.h"

namespace dissent {

class YamlReader {
 public:
  explicit YamlReader(std::filesystem::path file) : file_(std::move(file)) {}

  const std::filesystem::path& path() const { return file_; }
  template <class Where>
  std::string place(const Where& where) const {
    return yaml_place(file_, where);
  }

  // A map with no other keys than these.
  void check_keys(const YamlNode& map, std::span<const std::string_view> known) const;
  const YamlNode& needed(const YamlNode& map, std::string_view key, const std::string& where) const;

  std::string text(const YamlNode& node, std::string_view what) const;  // not empty
  bool truth_value(const YamlNode& node, std::string_view what) const;
  std::int64_t whole_number(const YamlNode& node, std::string_view what) const;
  double number(const YamlNode& node, std::string_view what) const;
  std::vector<std::string> texts(const YamlNode& node, std::string_view what) const;  // a list, not empty
  std::vector<std::string> one_or_more(const YamlNode& node,
                                       std::string_view what) const;  // a text, or a list

  template <class Value>
  void read(const YamlNode& node, std::string_view what, Value& value) const {
    if constexpr (std::is_same_v<Value, bool>) {
      value = truth_value(node, what);
    } else if constexpr (std::is_same_v<Value, std::string>) {
      value = text(node, what);
    } else if constexpr (IsChoice<Value>) {
      const std::string name = text(node, what);
      for (const auto& choice : Choices<Value>::list) {
        if (choice.name == name) {
          value = choice.value;
          return;
        }
      }
      throw Error(place(node) + ": " + unknown_choice<Value>(name));
    } else {
      value = one_or_more(node, what);
    }
  }

  // Does the work; an error of it gets the place of what it is about. Options go by their bare keys there, as
  // the file has them.
  template <class Where, class Work>
  void at(const Where& where, const Work& work) const {
    try {
      work();
    } catch (const Error& error) {
      throw Error(place(where) + ": " + error.what());
    }
  }

  // The fields of an option struct that the map has; the others keep their value.
  template <class Options>
  void settings(const YamlNode& map, Options& options) const {
    for_each_field<Options>([&](const auto& field) {
      const YamlNode* given = map.find(field.name);
      if (given == nullptr) return;
      using Value = std::remove_reference_t<decltype(options.*field.member)>;
      if constexpr (IsNumber<Value>) {
        const std::string number = text(*given, field.name);
        at(*given, [&] { options.*field.member = value_within<Value>(field.limits, field.name, number); });
      } else {
        read(*given, field.name, options.*field.member);
      }
    });
  }

 private:
  std::filesystem::path file_;
};

// The names of a struct's fields, appended.
template <class Options>
void add_field_names(std::vector<std::string_view>& names) {
  for_each_field<Options>([&](const auto& field) { names.push_back(field.name); });
}

}  // namespace dissent
