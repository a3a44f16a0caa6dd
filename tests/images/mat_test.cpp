#include "dissent/images/mat.h"

#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "dissent/core/error.h"
#include "support/mat_bytes.h"
#include "support/real_data.h"
#include "support/temporary_folder.h"

namespace dissent::mat_test {
namespace {

using test::mat_file;
using test::MatVariableBytes;

class Mat : public ::testing::Test {
 protected:
  MatArray read(std::string_view bytes, const std::string& variable = "X") const {
    std::ofstream(folder_ / "a.mat", std::ios::binary)
        << bytes;  // many times over: without waiting for the disk
    return read_mat_uint8(folder_ / "a.mat", variable);
  }
  std::string failure(std::string_view bytes, const std::string& variable = "X") const {
    try {
      read(bytes, variable);
    } catch (const Error& error) {
      const std::string message = error.what();
      EXPECT_EQ(message.find('\n'), std::string::npos) << message;
      EXPECT_EQ(message.rfind((folder_ / "a.mat").string() + ": ", 0), 0u) << message;
      return message;
    }
    return "";
  }
  ::testing::AssertionResult fails_with(std::string_view part, std::string_view bytes,
                                        const std::string& variable = "X") const {
    const std::string message = failure(bytes, variable);
    if (message.find(part) != std::string::npos) return ::testing::AssertionSuccess();
    return ::testing::AssertionFailure() << "'" << message << "' does not contain '" << part << "'";
  }

  test::TemporaryFolder folder_;
};

const MatVariableBytes kLabels{"y", {2, 1}, std::string(16, '\0'), 6, 9};

MatVariableBytes counting(std::vector<std::uint32_t> shape) {
  std::size_t cells = 1;
  for (const std::uint32_t side : shape) cells *= side;
  MatVariableBytes variable{"X", std::move(shape), {}};
  for (std::size_t i = 0; i < cells; ++i) variable.cells += static_cast<char>(i * 7 % 251);
  return variable;
}

TEST_F(Mat, ReadsPlainAndPackedVariables) {
  for (const bool packed : {false, true}) {
    for (const auto& shape :
         {std::vector<std::uint32_t>{4, 5, 3, 6}, {4, 5}, {1, 1}, {1, 3}, {32, 32, 3, 50}}) {
      const MatVariableBytes variable = counting(shape);
      for (const auto& file :
           {mat_file({variable, kLabels}, packed), mat_file({kLabels, variable}, packed)}) {
        const MatArray array = read(file);
        EXPECT_EQ(array.shape, std::vector<std::size_t>(shape.begin(), shape.end()));
        EXPECT_EQ(std::string(array.cells.begin(), array.cells.end()), variable.cells);
      }
    }
  }
  EXPECT_TRUE(read(mat_file({{"X", {0, 5}, {}}}, false)).cells.empty());
}

TEST_F(Mat, NamesWhatItCannotTake) {
  const std::string file = mat_file({counting({4, 5}), kLabels}, true);
  EXPECT_TRUE(fails_with("no variable 'Z'; there is 'X', 'y'", file, "Z"));
  EXPECT_TRUE(fails_with("no variable 'X'; there is none", mat_file({}, false)));
  EXPECT_TRUE(fails_with("'y' is double, where uint8 is wanted", file, "y"));
  MatVariableBytes variable = counting({4, 5});
  variable.type = 9 | 0x200;
  EXPECT_TRUE(fails_with("'X' is logical", mat_file({variable}, false)));
  variable.type = 8;
  EXPECT_TRUE(fails_with("'X' is int8", mat_file({variable}, false)));
  variable.type = 9 | 0x800;
  EXPECT_TRUE(fails_with("'X' is complex uint8", mat_file({variable}, true)));
  variable = counting({4, 5});
  variable.name = "a\nb";
  EXPECT_TRUE(fails_with("there is 'a\\x0ab'", mat_file({variable}, false)));

  EXPECT_TRUE(fails_with("not a MATLAB file of version 5", ""));
  EXPECT_TRUE(fails_with("not a MATLAB file of version 5", std::string(500, 'x')));
  std::string newer = "MATLAB 7.3 MAT-file";
  newer.resize(600);
  EXPECT_TRUE(fails_with("save it with -v7", newer));
  EXPECT_TRUE(fails_with("save it with -v7", "\x89HDF\r\n\x1a\n and more"));
  EXPECT_THROW(read_mat_uint8(folder_ / "none.mat", "X"), Error);
  EXPECT_THROW(read_mat_uint8(folder_.path(), "X"), Error);
}

TEST_F(Mat, EveryCutIsAnError) {
  for (const bool packed : {false, true}) {
    const std::string whole = mat_file({counting({4, 5, 3, 6}), kLabels}, packed);
    const std::size_t last = mat_file({counting({4, 5, 3, 6})}, packed).size();  // a file ends there, too
    for (std::size_t size = 0; size < whole.size(); ++size) {
      EXPECT_EQ(failure(std::string_view(whole).substr(0, size)).empty(), size == last) << size;
    }
    EXPECT_TRUE(fails_with("cut off at byte 200", whole.substr(0, 200)));
  }
}

// A packed variable has a check sum, so that no flip goes unseen; a plain one has none, and only what does
// not fit together is seen.
TEST_F(Mat, DamageIsAnError) {
  const MatVariableBytes variable = counting({4, 5, 3, 6});
  const std::string packed = mat_file({variable}, true), plain = mat_file({variable}, false);
  for (std::size_t at = 128; at < packed.size(); ++at) {
    std::string damaged = packed;
    damaged[at] = static_cast<char>(damaged[at] ^ 1 << at % 7);
    EXPECT_NE(failure(damaged), "") << at;
  }
  for (std::size_t at = 128; at < plain.size(); ++at) {
    std::string damaged = plain;
    damaged[at] = static_cast<char>(damaged[at] ^ 1 << at % 7);
    failure(damaged);  // must not crash
  }
  std::string larger = plain;
  larger[128 + 8 + 16 + 8] = 40;  // instead of 4
  EXPECT_TRUE(fails_with("do not fit its 3600 cells", larger));
  larger[128 + 8 + 16 + 8 + 3] = 127;
  EXPECT_TRUE(fails_with("damaged in the variable at byte 128", larger));
}

TEST_F(Mat, PackedSizesAreCheckedBeforeRoomIsMade) {
  MatVariableBytes variable = counting({4, 5});
  variable.shape = {40000, 50000};
  EXPECT_TRUE(fails_with("do not fit its 2000000000 cells", mat_file({variable}, true)));
  variable.shape = {4, 5};
  variable.cells.resize(2'000'000);
  EXPECT_TRUE(fails_with("do not fit its 20 cells", mat_file({variable}, true)));
}

TEST(MatRealData, ReadsSvhn) {
  const auto path = real_data("ood/svhn_test_10k_32x32.mat");
  if (!path) GTEST_SKIP() << "the real SVHN file is not there";
  const MatArray array = read_mat_uint8(*path, "X");
  EXPECT_EQ(array.shape, (std::vector<std::size_t>{32, 32, 3, 10000}));
  EXPECT_EQ(array.cells.size(), 30'720'000u);
}

}  // namespace
}  // namespace dissent::mat_test
