// Strict JSON: what is refused, and that every message names the right line.
#include "dissent/io/json.h"

#include <string>

#include <gtest/gtest.h>

#include "dissent/core/error.h"

namespace dissent::json_test {
namespace {

std::string error_of(const std::string& bytes) {
  try {
    parse_json(bytes, "votes.json");
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

std::string lines_error(const std::string& bytes) {
  JsonLines lines(bytes, "votes.jsonl");
  try {
    while (lines.next()) continue;
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

void expect_starts(const std::string& text, const std::string& start) {
  EXPECT_EQ(text.substr(0, start.size()), start) << text;
  EXPECT_EQ(text.find('\n'), std::string::npos) << "a message is one line: " << text;
}

std::string nested(std::size_t levels) {
  return std::string(levels, '[') + std::string(levels, ']');
}

TEST(Json, KeepsTheOrderOfKeys) {
  const Json value = parse_json(R"({"z": 1, "a": [true, null, -2.5], "m": {"k": "v"}})", "x.json");
  std::string keys;
  for (const auto& [key, unused] : value.items()) keys += key;
  EXPECT_EQ(keys, "zam");
  EXPECT_EQ(value["a"].size(), 3u);
  EXPECT_EQ(value["a"][2].get<double>(), -2.5);
  EXPECT_EQ(value["m"]["k"], "v");
}

TEST(Json, TakesSixtyFourLevelsAndNoMore) {
  EXPECT_EQ(error_of(nested(64)), "no error");
  expect_starts(error_of(nested(65)), "votes.json, line 1: nested more than 64 levels deep");
  expect_starts(error_of("[1,\n" + std::string(100000, '[')),
                "votes.json, line 2: nested more than 64 levels");
  expect_starts(error_of(std::string(70, '{')), "votes.json, line 1: not valid JSON");
}

TEST(Json, DuplicateKeysAreRefusedAtTheirLine) {
  expect_starts(error_of("{\"a\": 1,\n \"b\": 2,\n \"a\": 3}"),
                "votes.json, line 3: the key 'a' stands twice");
  EXPECT_EQ(error_of(R"([{"a": 1}, {"a": 2}, {"b": {"a": 3}, "a": 4}])"), "no error");
  std::string large = "{";  // large objects are looked up another way
  for (int i = 0; i < 1000; ++i) large += "\"k" + std::to_string(i) + "\": 0,\n";
  EXPECT_EQ(error_of(large + "\"last\": 0}"), "no error");
  expect_starts(error_of(large + "\"k3\": 0}"), "votes.json, line 1001: the key 'k3' stands twice");
  expect_starts(error_of(large + "\"k999\": 0}"), "votes.json, line 1001: the key 'k999' stands twice");
}

TEST(Json, TruncatedTextIsRefusedAtItsEnd) {
  const std::string whole = "{\"a\": [1, 2],\n\"b\": \"text\",\n\"c\": {\"d\": true}}";
  EXPECT_EQ(error_of(whole), "no error");
  for (std::size_t length = 0; length < whole.size(); ++length) {
    expect_starts(error_of(whole.substr(0, length)), "votes.json, line ");
  }
  expect_starts(error_of(whole.substr(0, whole.size() - 1)), "votes.json, line 3: not valid JSON");
}

TEST(Json, RefusesWhatIsNotJson) {
  expect_starts(error_of("{\"a\":\n NaN}"), "votes.json, line 2: not valid JSON");
  expect_starts(error_of(std::string("{}\n\0{", 5)), "votes.json, line 2: not valid JSON: a NUL byte");
  expect_starts(error_of("[Infinity]"), "votes.json, line 1: not valid JSON");
  expect_starts(error_of("{'a': 1}"), "votes.json, line 1: not valid JSON");
  expect_starts(error_of("[1, 2,]"), "votes.json, line 1: not valid JSON");
  expect_starts(error_of("[1] // comment"), "votes.json, line 1: not valid JSON");
  expect_starts(error_of("[1]\n\n[2]"), "votes.json, line 3: not valid JSON");
  expect_starts(error_of("[1e999]"), "votes.json, line 1: not valid JSON");
  expect_starts(error_of(""), "votes.json, line 1: not valid JSON");
}

TEST(Json, RefusesTextThatIsNotUtf8) {
  expect_starts(error_of("{\"city\":\n \"Z\xFCrich\"}"), "votes.json, line 2: not valid JSON");  // Latin-1
  expect_starts(error_of("[\"\xC3\"]"), "votes.json, line 1: not valid JSON");     // half a letter
  expect_starts(error_of("[\"\\uD800\"]"), "votes.json, line 1: not valid JSON");  // half a pair
  EXPECT_EQ(parse_json("[\"Z\xC3\xBCrich\"]", "x.json")[0], "Z\xC3\xBCrich");
  EXPECT_EQ(parse_json("[\"\\u00fc\"]", "x.json")[0], "\xC3\xBC");
}

TEST(Json, MessagesNameTheCure) {
  EXPECT_NE(error_of("[\"Z\xFCrich\"]").find("iconv -f latin1 -t utf-8"), std::string::npos);
  EXPECT_NE(error_of("[NaN]").find("write null for NaN"), std::string::npos);
  EXPECT_NE(error_of("[-Infinity]").find("write null for NaN"), std::string::npos);
  EXPECT_NE(error_of("{\"a\": [1").find("cut short"), std::string::npos);
  EXPECT_NE(error_of("{\"a\": [1,").find("cut short"), std::string::npos);
  EXPECT_EQ(error_of("[1]\n[2]").find("cut short"), std::string::npos);
}

TEST(JsonLines, PassesOverBlankLinesAndTakesAnyLineEnd) {
  JsonLines lines("\n{\"a\": 1}\r\n\r\n   \n{\"a\": 2}\n{\"a\": 3}", "votes.jsonl");
  ASSERT_TRUE(lines.next());
  EXPECT_EQ(lines.record()["a"], 1);
  EXPECT_EQ(lines.place(), "votes.jsonl, line 2");
  ASSERT_TRUE(lines.next());
  EXPECT_EQ(lines.record()["a"], 2);
  EXPECT_EQ(lines.place(), "votes.jsonl, line 5");
  ASSERT_TRUE(lines.next());
  EXPECT_EQ(lines.place(), "votes.jsonl, line 6");
  EXPECT_FALSE(lines.next());
  EXPECT_FALSE(lines.next());
  EXPECT_FALSE(JsonLines("", "votes.jsonl").next());
}

TEST(JsonLines, ErrorsNameTheLineOfTheFile) {
  expect_starts(lines_error("{\"a\": 1}\n\n{\"a\": \n{\"a\": 3}\n"), "votes.jsonl, line 3: not valid JSON");
  expect_starts(lines_error("{}\n{\"a\": 1, \"a\": 2}\n"), "votes.jsonl, line 2: the key 'a' stands twice");
  expect_starts(lines_error("{}\n{} {}\n"), "votes.jsonl, line 2: not valid JSON");
  expect_starts(lines_error("{}\n{}\n" + nested(65)), "votes.jsonl, line 3: nested more than 64 levels");
}

TEST(ScalarText, WritesScalarsAndRefusesTheRest) {
  EXPECT_EQ(scalar_text(Json("a b"), "x", "p"), "a b");
  EXPECT_EQ(scalar_text(Json(3), "x", "p"), "3");
  EXPECT_EQ(scalar_text(Json(-1), "x", "p"), "-1");
  EXPECT_EQ(scalar_text(Json(2.5), "x", "p"), "2.5");
  EXPECT_EQ(scalar_text(Json(3.0), "x", "p"), "3");
  EXPECT_EQ(scalar_text(Json(true), "x", "p"), "true");
  EXPECT_EQ(scalar_text(parse_json("[18446744073709551615]", "x.json")[0], "x", "p"), "18446744073709551615");
  EXPECT_THROW(scalar_text(Json(), "x", "p"), Error);
  try {
    scalar_text(Json::array(), "the label", "votes.json, line 4");
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "votes.json, line 4: the label is an array, where a text or a number is wanted");
  }
}

}  // namespace
}  // namespace dissent::json_test
