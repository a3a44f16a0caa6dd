#include "dissent/core/one_line.h"

#include <gtest/gtest.h>

#include "dissent/core/text.h"

namespace dissent::one_line_test {
namespace {

TEST(OneLine, ShowsWhatATerminalWouldObeyAndWhatIsNoUtf8) {
  EXPECT_EQ(one_line("a\nb\tc", 300), "a b c");
  EXPECT_EQ(one_line("\x1b[31m \x7f", 300), "\\x1b[31m \\x7f");
  EXPECT_EQ(one_line("v\xffotes \xc3.csv: \xc3\xa4", 300), "v\\xffotes \\xc3.csv: \xc3\xa4");
  EXPECT_EQ(one_line("", 300), "");
}

TEST(OneLine, LeavesOutTheMiddleOfALongOneAtACharacter) {
  std::string text = "place: ";
  for (int i = 0; i < 400; ++i) text += "\xc3\xa4";
  text += "; cure";
  for (std::size_t most = 40; most < 60; ++most) {
    const std::string line = one_line(text, most);
    EXPECT_LE(line.size(), most);
    EXPECT_GT(line.size(), most - 4);
    EXPECT_TRUE(line.starts_with("place: ")) << line;
    EXPECT_TRUE(line.ends_with("; cure")) << line;
    EXPECT_FALSE(invalid_utf8(line)) << line;
  }
  EXPECT_EQ(one_line(std::string(300, 'x'), 300), std::string(300, 'x'));
  EXPECT_LE(one_line(std::string(2000, '\xff'), 300).size(), 300U);
}

}  // namespace
}  // namespace dissent::one_line_test
