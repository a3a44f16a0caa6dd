// Values of a file are of the type and range that is asked for, or an error names the file, the key and the
// cure.
#include "dissent/io/json_read.h"

#include <cmath>

#include "dissent/io/settings_json.h"
#include "support/arrays.h"
#include "support/read_json.h"

namespace dissent::json_read_test {
namespace {

using test::message_of;

template <class Read>
std::string refusal(const char* text, const Read& read) {
  const Json json = parse_json(text, "test.json");
  return message_of([&] { test::read_json(json, [&](const JsonValue& value) { return read(value), 0; }); });
}

TEST(JsonRead, GivesWhatIsAskedFor) {
  const Json json = parse_json(
      R"({"text": "ä", "flag": true, "count": 18446744073709551615, "below": -3, "share": 2, "none": null,
          "list": [1, 2], "texts": ["a"], "nested": {"x": [{"y": 0.5}]}})",
      "test.json");
  test::read_json(json, [](const JsonValue& value) {
    EXPECT_EQ(value.at("text").text(), "ä");
    EXPECT_TRUE(value.at("flag").flag());
    EXPECT_EQ(value.at("count").whole<std::uint64_t>(), 18446744073709551615U);
    EXPECT_EQ(value.at("below").whole<int>({-3, 0}), -3);
    EXPECT_EQ(value.at("share").number(), 2.0);
    EXPECT_TRUE(std::isnan(value.number_at("none")));
    EXPECT_TRUE(std::isnan(value.number_at("absent")));
    EXPECT_EQ(value.at("list").as<std::vector<std::int64_t>>(), (std::vector<std::int64_t>{1, 2}));
    EXPECT_EQ(value.at("texts").as<std::vector<std::string>>(), std::vector<std::string>{"a"});
    EXPECT_EQ(value.at("nested").at("x").elements(1)[0].at("y").number(), 0.5);
    EXPECT_FALSE(value.find("absent"));
    int kept = 7;
    value.read("absent", kept);
    EXPECT_EQ(kept, 7);
    return 0;
  });
}

TEST(JsonRead, AnotherTypeIsAnErrorThatNamesFileKeyAndCure) {
  EXPECT_EQ(refusal(R"({"a": {"b": [1, "x"]}})",
                    [](const JsonValue& v) { v.at("a").at("b").as<std::vector<int>>(); }),
            "test.json: a.b[1]: 'x', where a whole number from 0 up is wanted; mend it");
  EXPECT_EQ(refusal("[1]", [](const JsonValue& v) { v.at("a"); }),
            "test.json: a list, where an object is wanted; mend it");
  EXPECT_EQ(refusal("{}", [](const JsonValue& v) { v.at("a"); }), "test.json: a: is missing; mend it");
  EXPECT_EQ(refusal(R"({"a": null})", [](const JsonValue& v) { v.at("a").text(); }),
            "test.json: a: null, where a text is wanted; mend it");
  EXPECT_EQ(refusal(R"({"a": {}})", [](const JsonValue& v) { v.at("a").elements(); }),
            "test.json: a: an object, where a list is wanted; mend it");
  EXPECT_EQ(refusal(R"({"a": 1})", [](const JsonValue& v) { v.at("a").flag(); }),
            "test.json: a: 1, where true or false is wanted; mend it");
  EXPECT_EQ(refusal(R"({"a": "1"})", [](const JsonValue& v) { v.number_at("a"); }),
            "test.json: a: '1', where a number or null is wanted; mend it");
  EXPECT_EQ(refusal(R"({"a b {\"c\":1}": 2})", [](const JsonValue& v) { v.members()[0].second.text(); }),
            "test.json: 'a b {\"c\":1}': 2, where a text is wanted; mend it");
  EXPECT_EQ(refusal(R"({"a": [1, 2, 3]})", [](const JsonValue& v) { v.at("a").elements(2); }),
            "test.json: a: a list of 3, where 2 are wanted; mend it");
}

TEST(JsonRead, NumbersBeyondTheirRangeAreErrors) {
  const auto whole = [](const char* text, auto read) {
    return refusal(text, [&](const JsonValue& v) { read(v.at("a")); });
  };
  EXPECT_EQ(whole(R"({"a": 41})",
                  [](const JsonValue& v) {
                    v.whole<int>({0, 40});
                  }),
            "test.json: a: 41, where a whole number from 0 to 40 is wanted; mend it");
  EXPECT_EQ(whole(R"({"a": -5})", [](const JsonValue& v) { v.whole<std::size_t>(); }),
            "test.json: a: -5, where a whole number from 0 up is wanted; mend it");
  EXPECT_EQ(whole(R"({"a": 3.0})", [](const JsonValue& v) { v.whole<int>(); }),
            "test.json: a: 3.0, where a whole number from 0 up is wanted; mend it");
  EXPECT_EQ(whole(R"({"a": 2147483648})", [](const JsonValue& v) { v.whole<int>(); }),
            "test.json: a: 2147483648, where a whole number from 0 up is wanted; mend it");
  // Beyond 64 bits a whole number is kept as its digits.
  EXPECT_EQ(whole(R"({"a": 18446744073709551616})", [](const JsonValue& v) { v.whole<std::uint64_t>(); }),
            "test.json: a: '18446744073709551616', where a whole number from 0 up is wanted; mend it");
  EXPECT_NE(whole(R"({"a": "00ff"})", [](const JsonValue& v) { v.sha256(); }).find("64 hexadecimal digits"),
            std::string::npos);
}

struct SomeOptions {
  int count = 3;
  double share = 0.5;
  bool on = false;
  std::vector<std::string> names;
  static constexpr auto fields() {
    using O = SomeOptions;
    return std::tuple{Field{"count", &O::count, from_to(-100, 100), "count"},
                      Field{"share", &O::share, from_to(0, 1), "share"}, Field{"on", &O::on, "on"},
                      Field{"names", &O::names, "names"}};
  }
};

TEST(JsonRead, SettingsAreCheckedFieldByField) {
  SomeOptions options;
  const auto read = [&](const char* text) {
    return refusal(text, [&](const JsonValue& v) { read_settings(v, options); });
  };
  EXPECT_NE(read(R"({"count": "3"})").find("count: '3', where a whole number"), std::string::npos);
  EXPECT_NE(read(R"({"share": []})").find("share: a list, where a number is wanted"), std::string::npos);
  EXPECT_NE(read(R"({"names": [1]})").find("names[0]: 1, where a text is wanted"), std::string::npos);
  test::read_json(Json{{"count", -2}, {"on", true}, {"names", {"a"}}}, [&](const JsonValue& v) {
    read_settings(v, options);
    return 0;
  });
  EXPECT_EQ(options.count, -2);
  EXPECT_EQ(options.share, 0.5);
  EXPECT_TRUE(options.on);
}

}  // namespace
}  // namespace dissent::json_read_test
