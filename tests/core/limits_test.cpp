#include "dissent/core/limits.h"

#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "dissent/core/error.h"
#include "dissent/core/settings.h"

namespace dissent::limits_test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Example {
  int bins = 15;
  double share = 0.5;
  std::uint64_t seed = 0;
  bool quick = false;

  static constexpr auto fields() {
    using O = Example;
    return std::tuple{
        Field{"bins", &O::bins, from_to(1, 1000), "equal-mass bins"},
        Field{"share", &O::share, from_to_below(0, 1), "of the items; see {bins}"},
        Field{"seed", &O::seed, from_up(0), "of {}", [] { return std::string("everything"); }},
        Field{"quick", &O::quick, "less of it"},
    };
  }
};

template <class Work>
std::string complaint(const Work& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Limits, AreWrittenAsPeopleSayThem) {
  EXPECT_EQ(to_string(from_to(0, 1)), "from 0 to 1");
  EXPECT_EQ(to_string(from_to(1, 1'000'000)), "from 1 to 1000000");
  EXPECT_EQ(to_string(from_to_below(0, 1)), "from 0 to below 1");
  EXPECT_EQ(to_string(above_to(0, 1e6)), "above 0, at most 1000000");
  EXPECT_EQ(to_string(from_up(1)), "from 1 up");
  EXPECT_EQ(to_string(from_to(-0.5, 2.25)), "from -0.5 to 2.25");
}

TEST(Limits, NoNumberIsNever) {
  for (const Limits& limits :
       {from_to(-1e308, 1e308), from_up(-1e308), above_to(0, 1), from_to_below(0, 1)}) {
    EXPECT_FALSE(limits.allow(std::nan("")));
    EXPECT_FALSE(limits.allow(kInfinity));
    EXPECT_FALSE(limits.allow(-kInfinity));
  }
}

TEST(Limits, EndsBelongToThemOrNot) {
  EXPECT_TRUE(from_to(0, 1).allow(0) && from_to(0, 1).allow(1));
  EXPECT_FALSE(above_to(0, 1).allow(0));
  EXPECT_TRUE(above_to(0, 1).allow(5e-324) && above_to(0, 1).allow(1));
  EXPECT_TRUE(from_to_below(0, 1).allow(0));
  EXPECT_FALSE(from_to_below(0, 1).allow(1));
}

TEST(Limits, ATextBecomesANumberOrOneLine) {
  EXPECT_EQ(value_within<double>(from_to(0, 1), "share", "0.25"), 0.25);
  EXPECT_EQ(value_within<int>(from_to(0, 9), "bins", " 7 "), 7);
  for (const char* text : {"2", "-1", "nan", "inf", "-inf", "1e308"}) {
    EXPECT_EQ(complaint([&] { value_within<double>(from_to(0, 1), "share", text); }),
              std::string("share ") + text + ": give a number from 0 to 1");
  }
  for (const char* text : {"99999999999999999999", "1.5", "1e3", "-1"}) {
    EXPECT_EQ(complaint([&] { value_within<int>(from_to(1, 1000), "bins", text); }),
              std::string("bins ") + text + ": give a whole number from 1 to 1000");
  }
  EXPECT_EQ(complaint([] { value_within<int>(from_to(1, 9), "bins", "a\x1b"); }),
            "bins 'a\\x1b': give a whole number from 1 to 9");
}

TEST(Limits, AreThoseOfTheTypeToo) {
  EXPECT_EQ(complaint([] { value_within<int>(from_up(1), "bins", "3000000000"); }),
            "bins 3000000000: give a whole number from 1 to 2147483647");
  EXPECT_EQ(value_within<std::uint64_t>(from_up(0), "seed", "9223372036854775807"), 9223372036854775807U);
  EXPECT_EQ(complaint([] { value_within<std::uint64_t>(from_up(0), "seed", "-1"); }),
            "seed -1: give a whole number from 0 up");
}

TEST(Limits, OfAStructAreCheckedAndStandInItsHelp) {
  EXPECT_NO_THROW(check_limits(Example{}));
  EXPECT_EQ(complaint([] { check_limits(Example{.bins = 0}); }),
            "bins 0: give a whole number from 1 to 1000");
  EXPECT_EQ(complaint([] { check_limits(Example{.share = std::nan("")}); }),
            "share nan: give a number from 0 to below 1");
  std::vector<std::string> help;
  for_each_field<Example>([&](const auto& field) { help.push_back(help_of(field)); });
  EXPECT_EQ(help, (std::vector<std::string>{"equal-mass bins (from 1 to 1000)",
                                            "of the items; see bins (from 0 to below 1)",
                                            "of everything (from 0 up)", "less of it"}));
}

}  // namespace
}  // namespace dissent::limits_test
