#include "dissent/io/json_read.h"

#include <algorithm>

#include "dissent/core/text.h"
#include "dissent/io/json_text.h"

namespace dissent {
namespace {

constexpr std::size_t kDigits = 64;  // of a SHA-256

std::string described(const Json& json) {
  if (json.is_object()) return "an object";
  if (json.is_array()) return "a list";
  if (json.is_string()) return in_quotes(json.get_ref<const std::string&>(), 30);
  return json_text(json);
}

bool is_plain(std::string_view key) {
  return !key.empty() && key.size() <= 40 && std::all_of(key.begin(), key.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  });
}

}  // namespace

std::string JsonValue::key_of(std::string_view member) const {
  const std::string name = is_plain(member) ? std::string(member) : in_quotes(member, 40);
  return key_.empty() ? name : key_ + "." + name;
}

void JsonValue::refuse_with(const std::string& what) const {
  fail("{}: {}{}{}; {}", source_->place, key_, key_.empty() ? "" : ": ", what, source_->cure);
}

void JsonValue::wrong(std::string_view wanted) const {
  refuse("{}, where {} is wanted", described(*json_), wanted);
}

std::optional<JsonValue> JsonValue::find(std::string_view key) const {
  if (!json_->is_object()) wrong("an object");
  for (const auto& [name, value] : json_->get_ref<const Json::object_t&>()) {
    if (name == key) return JsonValue(value, *source_, key_of(key));
  }
  return std::nullopt;
}

JsonValue JsonValue::at(std::string_view key) const {
  std::optional<JsonValue> found = find(key);
  if (!found) JsonValue(*json_, *source_, key_of(key)).refuse("is missing");
  return *std::move(found);
}

std::vector<std::pair<std::string, JsonValue>> JsonValue::members() const {
  if (!json_->is_object()) wrong("an object");
  std::vector<std::pair<std::string, JsonValue>> members;
  for (const auto& [name, value] : json_->get_ref<const Json::object_t&>()) {
    members.emplace_back(name, JsonValue(value, *source_, key_of(name)));
  }
  return members;
}

std::vector<JsonValue> JsonValue::elements() const {
  if (!json_->is_array()) wrong("a list");
  std::vector<JsonValue> elements;
  elements.reserve(json_->size());
  for (const Json& element : *json_) {
    elements.push_back(JsonValue(element, *source_, fmt::format("{}[{}]", key_, elements.size())));
  }
  return elements;
}

std::vector<JsonValue> JsonValue::elements(std::size_t count) const {
  if (json_->is_array() && json_->size() != count) {
    refuse("a list of {}, where {} are wanted", json_->size(), count);
  }
  return elements();
}

std::string JsonValue::text() const {
  if (!json_->is_string()) wrong("a text");
  return json_->get<std::string>();
}

std::string JsonValue::sha256() const {
  const bool digits =
      json_->is_string() && json_->get_ref<const std::string&>().size() == kDigits &&
      json_->get_ref<const std::string&>().find_first_not_of("0123456789abcdef") == std::string::npos;
  if (!digits) wrong("a SHA-256 of 64 hexadecimal digits");
  return json_->get<std::string>();
}

bool JsonValue::flag() const {
  if (!json_->is_boolean()) wrong("true or false");
  return json_->get<bool>();
}

double JsonValue::number() const {
  if (!json_->is_number()) wrong("a number");
  return json_->get<double>();
}

double JsonValue::number_or_null() const {
  if (json_->is_null()) return kUndefined;
  if (!json_->is_number()) wrong("a number or null");
  return json_->get<double>();
}

}  // namespace dissent
