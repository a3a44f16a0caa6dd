// A file that carries a digest is told from one in which any bit, name, shape or text is another.
#include "dissent/io/safetensors_digest.h"

#include "dissent/io/file.h"
#include "support/arrays.h"
#include "support/temporary_folder.h"

namespace dissent::safetensors_digest_test {
namespace {

using test::cells;
using test::message_of;

TEST(SafetensorsDigest, HoldsWhateverTheOrderOfTensorsIs) {
  const std::string floats = cells<float>({1, 2}), bytes = "\1\2\3";
  const SafetensorsEntry a{"a", "F32", {2}, floats}, b{"b", "U8", {3}, bytes};
  const std::vector<SafetensorsEntry> one = {a, b}, other = {b, a};
  const std::map<std::string, std::string> metadata = {{"epoch", "1"}};
  EXPECT_EQ(safetensors_digest(one, metadata), safetensors_digest(other, with_digest(one, metadata)));
  EXPECT_NE(safetensors_digest(one, metadata), safetensors_digest(one, {{"epoch", "2"}}));
  EXPECT_NE(safetensors_digest(one, {{"ab", "c"}}), safetensors_digest(one, {{"a", "bc"}}));
}

TEST(SafetensorsDigest, EveryBitOfAFileCounts) {
  const test::TemporaryFolder folder;
  const std::string floats = cells<float>({1, 2}), bytes = "\1\2\3";
  const std::vector<SafetensorsEntry> entries = {{"a", "F32", {2}, floats}, {"b", "U8", {3}, bytes}};
  write_safetensors(folder / "s", entries, with_digest(entries, {{"epoch", "1"}}));
  const std::string whole = read_file(folder / "s");
  check_digest(parse_safetensors(whole, "s"), "s");
  std::size_t passed = 0;
  for (std::size_t bit = 0; bit < 8 * whole.size(); ++bit) {
    std::string damaged = whole;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << bit % 8));
    try {
      check_digest(parse_safetensors(damaged, "s"), "s");
      ++passed;  // a blank of the header's padding is now a tab or another blank: nothing else is
    } catch (const Error&) {
    }
  }
  EXPECT_LT(passed, 10U);
}

TEST(SafetensorsDigest, AFileWithoutOneIsToldFromADamagedOne) {
  EXPECT_NE(message_of([] {
              check_digest({{}, {{"epoch", "1"}}}, "s");
            }).find("s: states no digest"),
            std::string::npos);
  EXPECT_NE(message_of([] {
              check_digest({{}, {{"sha256", "1"}}}, "s");
            }).find("s: damaged"),
            std::string::npos);
}

}  // namespace
}  // namespace dissent::safetensors_digest_test
