#include "dissent/io/json_text.h"

#include <gtest/gtest.h>

namespace dissent::json_text_test {
namespace {

TEST(JsonText, IsWhatTheLibraryWrites) {
  const Json json = {{"a", {1, 0.5, nullptr}}, {"ä", "ö\n"}};
  EXPECT_EQ(json_text(json), json.dump());
  EXPECT_EQ(json_text(json, 2), json.dump(2));
}

TEST(JsonText, ShowsBytesThatAreNoUtf8) {
  const Json json = {{"k\xff", {"v\xc3/a.csv", true}}, {"n", 1}};
  EXPECT_EQ(json_text(json), R"({"k\\xff":["v\\xc3/a.csv",true],"n":1})");
}

}  // namespace
}  // namespace dissent::json_text_test
