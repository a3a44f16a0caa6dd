// JSON of a file, taken value by value: each knows its file and its key, and is of the type, size and range
// that is asked for, or an error of one line says so: "runs/a/run.json: best.epoch: 41, where a whole number
// from 0 to 40 is wanted; train the run again". What an object holds beyond what is asked for is passed over.
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "dissent/core/error.h"
#include "dissent/core/undefined.h"
#include "dissent/io/json.h"

namespace dissent {

// How the messages about a file begin and end.
struct JsonSource {
  std::string place;  // "runs/a/run.json"
  std::string cure;   // "copy it again, or train the run again"
};

// What a whole number may be, both ends included.
template <std::integral Whole>
struct WholeRange {
  Whole least, most;
};

class JsonValue {
 public:
  // The whole of a file. Both must outlive it and what is taken from it.
  JsonValue(const Json& json, const JsonSource& source) : json_(&json), source_(&source) {}
  JsonValue(Json&& json, const JsonSource& source) = delete;
  JsonValue(const Json& json, JsonSource&& source) = delete;

  // Of an object: the member of a key, which must be there; none where it is not there.
  JsonValue at(std::string_view key) const;
  std::optional<JsonValue> find(std::string_view key) const;
  std::vector<std::pair<std::string, JsonValue>> members() const;
  // Of a list: its elements; where a count is given, as many as that.
  std::vector<JsonValue> elements() const;
  std::vector<JsonValue> elements(std::size_t count) const;

  bool is_null() const { return json_->is_null(); }
  std::string text() const;
  std::string sha256() const;  // 64 hexadecimal digits
  bool flag() const;
  double number() const;
  double number_or_null() const;  // NaN where it is null
  // A float is none, even 3.0: what counts is written without a point.
  template <std::integral Whole>
  Whole whole(WholeRange<Whole> range = {0, std::numeric_limits<Whole>::max()}) const {
    const auto within = [&](auto value) {
      if (std::cmp_less(value, range.least) || std::cmp_greater(value, range.most)) wrong_whole(range);
      return static_cast<Whole>(value);
    };
    if (json_->is_number_unsigned()) return within(json_->get<std::uint64_t>());
    if (!json_->is_number_integer()) wrong_whole(range);
    return within(json_->get<std::int64_t>());
  }

  // By the type: a text, a flag, a finite number, a whole number from 0 up, or a list of these.
  template <class Value>
  Value as() const {
    if constexpr (std::is_same_v<Value, std::string>) {
      return text();
    } else if constexpr (std::is_same_v<Value, bool>) {
      return flag();
    } else if constexpr (std::is_floating_point_v<Value>) {
      return number();
    } else if constexpr (std::is_integral_v<Value>) {
      return whole<Value>();
    } else {
      Value list;
      for (const JsonValue& element : elements()) list.push_back(element.as<typename Value::value_type>());
      return list;
    }
  }

  // A member that may be missing: an older version did not write it, and `value` stays as it is.
  template <class Value>
  void read(std::string_view key, Value& value) const {
    if (const auto found = find(key)) value = found->as<Value>();
  }
  template <std::integral Value>
  void read(std::string_view key, Value& value, WholeRange<Value> range) const {
    if (const auto found = find(key)) value = found->whole(range);
  }
  // A member that is NaN where it is missing or null.
  double number_at(std::string_view key) const {
    const auto found = find(key);
    return found ? found->number_or_null() : kUndefined;
  }

  // "PLACE: KEY: WHAT; CURE"
  template <class... Args>
  [[noreturn]] void refuse(fmt::format_string<Args...> what, Args&&... args) const {
    refuse_with(fmt::format(what, std::forward<Args>(args)...));
  }
  const Json& json() const { return *json_; }

 private:
  JsonValue(const Json& json, const JsonSource& source, std::string key)
      : json_(&json), source_(&source), key_(std::move(key)) {}
  std::string key_of(std::string_view member) const;
  [[noreturn]] void refuse_with(const std::string& what) const;
  [[noreturn]] void wrong(std::string_view wanted) const;
  template <class Whole>
  [[noreturn]] void wrong_whole(WholeRange<Whole> range) const {
    const bool open = range.most == std::numeric_limits<Whole>::max();
    wrong(open ? fmt::format("a whole number from {} up", range.least)
               : fmt::format("a whole number from {} to {}", range.least, range.most));
  }

  const Json* json_;
  const JsonSource* source_;
  std::string key_;  // "cka[2].pairs"; empty: the whole
};

}  // namespace dissent
