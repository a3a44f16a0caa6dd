#include "dissent/store/outside.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <numeric>

#include "data/data_support.h"
#include "dissent/core/hash.h"
#include "dissent/images/image.h"
#include "dissent/io/npy.h"
#include "dissent/store/store.h"
#include "support/mat_bytes.h"

namespace dissent::outside_test {
namespace {

namespace fs = std::filesystem;
using test::contains;
using test::DataFolder;
using test::error_of;
using Pixels = std::vector<std::uint8_t>;

class Outside : public ::testing::Test {
 protected:
  OutsideSet load(const std::string& name) const { return load_outside((folder_ / name).string()); }
  std::string failure(const std::string& name) const {
    return error_of([&] { load(name); });
  }
  void image(const std::string& name, std::size_t width, std::size_t channels, std::uint8_t value) const {
    fs::create_directories((folder_ / name).parent_path());
    write_png(folder_ / name, {width, 4, channels, Pixels(width * 4 * channels, value)});
  }

  DataFolder folder_;
};

const ImageInputs& images_of(const OutsideSet& set) {
  return std::get<ImageInputs>(set.inputs);
}

TEST_F(Outside, FolderOfImagesInTheOrderOfTheirNames) {
  image("textures/b.png", 5, 3, 20);
  image("textures/a/z.PNG", 5, 1, 10);
  folder_.write("textures/notes.txt", "no image");
  for (const char* name : {"textures", "textures/", "textures/."}) {
    const OutsideSet set = load(name);
    EXPECT_EQ(set.name, "textures") << name;
    const ImageInputs& images = images_of(set);
    EXPECT_EQ(images.height, 4u);
    EXPECT_EQ(images.width, 5u);
    EXPECT_EQ(images.channels, 3u);
    ASSERT_EQ(images.pixels.size(), 120u);
    EXPECT_EQ(images.pixels[59], 10);
    EXPECT_EQ(images.pixels[60], 20);
  }
  image("textures/c.png", 6, 3, 20);
  EXPECT_TRUE(contains(failure("textures"), "one size"));
  fs::create_directory(folder_ / "none");
  EXPECT_TRUE(contains(failure("none"), "there are no .png"));
}

TEST_F(Outside, ArraysOfImagesOrFeatures) {
  const std::array<std::size_t, 4> colour = {2, 2, 1, 3};
  write_npy<std::uint8_t>(folder_ / "colour.npy", Pixels{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, colour);
  EXPECT_EQ(images_of(load("colour.npy")).channels, 3u);
  EXPECT_EQ(load("colour.npy").name, "colour");
  const std::array<std::size_t, 3> grey = {3, 2, 2};
  write_npy<std::uint8_t>(folder_ / "grey.npy", Pixels(12, 7), grey);
  EXPECT_EQ(images_of(load("grey.npy")).channels, 1u);
  const std::array<std::size_t, 2> flat = {2, 3};
  write_npy<float>(folder_ / "flat.npy", std::vector<float>{1, 2, 3, 4, 5, 6}, flat);
  const OutsideSet features = load("flat.npy");
  EXPECT_EQ(std::get<FeatureInputs>(features.inputs).dimension, 3u);
  EXPECT_EQ(input_items(features.inputs), 2u);
  write_npy<float>(folder_ / "deep.npy", std::vector<float>(12), grey);
  EXPECT_TRUE(contains(failure("deep.npy"), "where images are uint8"));
}

TEST_F(Outside, ManifestsOfAnythingButText) {
  folder_.write("mine/votes.csv", "item,a,b\nx,1,2\ny,2,0\n");
  const std::array<std::size_t, 2> flat = {2, 3};
  write_npy<float>(folder_ / "mine/flat.npy", std::vector<float>(6), flat);
  folder_.write("mine/dataset.yaml",
                "name: my own\nvotes: {file: votes.csv, format: counts}\ninputs: {features: flat.npy}\n");
  EXPECT_EQ(load("mine").name, "my own");
  EXPECT_EQ(input_items(load("mine/dataset.yaml").inputs), 2u);
  folder_.write("mine/text.csv", "item,words\nx,hello\ny,there\n");
  folder_.write("mine/dataset.yaml",
                "name: words\nvotes: {file: votes.csv, format: counts}\n"
                "inputs: {text: text.csv, columns: [words]}\n");
  EXPECT_TRUE(contains(failure("mine"), "'words' is text words; "));
}

TEST_F(Outside, CifarFilesByTheSizeOfTheirRecords) {
  folder_.write("ten.bin", std::string(3073 * 2, '\1'));
  folder_.write("hundred.bin", std::string(3074 * 3, '\5'));
  folder_.write("both.bin", std::string(3073 * 3074, '\0'));
  folder_.write("neither.bin", std::string(3072, '\0'));
  folder_.write("empty.bin", "");
  EXPECT_EQ(input_items(load("ten.bin").inputs), 2u);
  EXPECT_EQ(input_items(load("hundred.bin").inputs), 3u);
  EXPECT_TRUE(contains(failure("both.bin"), "of CIFAR-10 and of CIFAR-100 alike"));
  EXPECT_TRUE(contains(failure("neither.bin"), "3072 bytes are whole records neither of CIFAR-10"));
  EXPECT_TRUE(contains(failure("empty.bin"), "0 bytes"));
}

TEST_F(Outside, MatFilesAreTurnedToRowsOfPixels) {
  // X(y, x, c, i) = 100 i + 10 y + 3 x + c; 2 x 3 pixels, 2 channels, 2 images.
  test::MatVariableBytes variable{"X", {2, 3, 2, 2}, {}};
  Pixels expected;
  for (int i = 0; i < 2; ++i) {
    for (int c = 0; c < 2; ++c) {
      for (int x = 0; x < 3; ++x) {
        for (int y = 0; y < 2; ++y) variable.cells += static_cast<char>(100 * i + 10 * y + 3 * x + c);
      }
    }
    for (int y = 0; y < 2; ++y) {
      for (int x = 0; x < 3; ++x) {
        for (int c = 0; c < 2; ++c)
          expected.push_back(static_cast<std::uint8_t>(100 * i + 10 * y + 3 * x + c));
      }
    }
  }
  for (const bool packed : {false, true}) {
    folder_.write("digits.mat", test::mat_file({variable}, packed));
    const OutsideSet set = load("digits.mat");
    EXPECT_EQ(set.name, "digits");
    EXPECT_EQ(images_of(set).height, 2u);
    EXPECT_EQ(images_of(set).width, 3u);
    EXPECT_EQ(images_of(set).channels, 2u);
    EXPECT_EQ(images_of(set).pixels, expected);
  }
  variable.shape = {2, 3, 4};
  folder_.write("flat.mat", test::mat_file({variable}, false));
  EXPECT_TRUE(
      contains(failure("flat.mat"), "X is [2, 3, 4], where images are [height, width, channels, items]"));
}

TEST_F(Outside, UnknownNamesAndFilesListWhatIsKnown) {
  const std::string message = error_of([] { load_outside("svnh"); });
  EXPECT_TRUE(contains(message, "did you mean 'svhn'"));
  EXPECT_TRUE(contains(message, "cifar100"));
  EXPECT_TRUE(contains(message, "cifar10h"));
  EXPECT_TRUE(contains(message, "a folder of images"));
  folder_.write("a.zip", "PK");
  EXPECT_TRUE(contains(failure("a.zip"), "a.zip: a file of no kind that is read here; give a folder"));
}

std::string digest_of(const OutsideSet& set) {
  const Pixels& pixels = images_of(set).pixels;
  return sha256({reinterpret_cast<const char*>(pixels.data()), pixels.size()});
}

// The digests are of what scipy and numpy make of the files.
TEST(OutsideRealData, NamesAreOfTheStore) {
  const auto shared = real_data("ood");
  if (!shared) GTEST_SKIP() << "the real outside images are not there";
  const DataFolder folder;
  const Store store(folder.path());
  GetOptions get;
  get.from = *shared;
  for (const char* name : {"svhn", "cifar100"}) store.get(known_dataset(name), get);
  const char* before = std::getenv("DISSENT_DATA");
  const std::string kept = before != nullptr ? before : "";
  ::setenv("DISSENT_DATA", folder.path().c_str(), 1);
  const OutsideSet svhn = load_outside("svhn");
  EXPECT_EQ(svhn.name, "svhn");
  EXPECT_EQ(describe(svhn.inputs), "images 32 x 32 x 3");
  EXPECT_EQ(digest_of(svhn), "34a4489259c36dbcef933b809f8e2f83fbe309b081f76d5dddfa7f74a250b88a");
  EXPECT_EQ(digest_of(load_outside("cifar100")),
            "8532fd42ce092c665328a7201998ab7e8768dad37afff89be94e13106523a495");
  EXPECT_TRUE(
      contains(error_of([] { load_outside("cifar10h"); }), "cifar10h"));  // known, and not in this store
  before != nullptr ? ::setenv("DISSENT_DATA", kept.c_str(), 1) : ::unsetenv("DISSENT_DATA");
}

// `quarter` is the upper left fourth of an image of 4 x 4 that is 255 less itself when turned over once.
Pixels from_quarter(const std::array<std::uint8_t, 4>& quarter) {
  Pixels pixels(16);
  for (std::size_t y = 0; y < 4; ++y) {
    for (std::size_t x = 0; x < 4; ++x) {
      const std::uint8_t value = quarter[std::min(y, 3 - y) * 2 + std::min(x, 3 - x)];
      pixels[y * 4 + x] = static_cast<std::uint8_t>((y < 2) == (x < 2) ? value : 255 - value);
    }
  }
  return pixels;
}

// Bright squares in the upper left and lower right, dark ones in the others.
Pixels squares(std::size_t side) {
  Pixels pixels;
  for (std::size_t y = 0; y < side; ++y) {
    for (std::size_t x = 0; x < side; ++x) pixels.push_back((y < side / 2) == (x < side / 2) ? 0xE1 : 0x1E);
  }
  return pixels;
}

// The values that Pillow's own tests state for BILINEAR.
TEST(Resized, AsPillowDoesIt) {
  EXPECT_EQ(resized({8, 8, 1, squares(8)}, 4, 4, 1).pixels, from_quarter({0xE1, 0xC9, 0xC9, 0xB7}));
  EXPECT_EQ(resized({2, 2, 1, squares(2)}, 4, 4, 1).pixels, from_quarter({0xE1, 0xB0, 0xB0, 0x98}));
}

TEST(Resized, HandComputed) {
  // Each of two pixels is 3/4 of its own and 1/4 of the other's side, but at the edges.
  EXPECT_EQ(resized({1, 2, 1, {0, 100}}, 1, 4, 1).pixels, (Pixels{0, 25, 75, 100}));
  EXPECT_EQ(resized({2, 1, 1, {0, 100}}, 4, 1, 1).pixels, (Pixels{0, 25, 75, 100}));
  // Half the size: weights 1/8, 3/8, 3/8, 1/8 inside; at the edge 3/7, 3/7, 1/7.
  EXPECT_EQ(resized({1, 6, 1, {0, 70, 7, 80, 80, 8}}, 1, 3, 1).pixels, (Pixels{31, 51, 49}));
  // All the image in one pixel: weights 5 : 7 : 7 : 5, a triangle of 8 pixels cut off at the edges.
  EXPECT_EQ(resized({1, 4, 1, {0, 0, 128, 0}}, 1, 1, 1).pixels, (Pixels{37}));
  // Channels stay apart; two images stay apart.
  EXPECT_EQ(resized({1, 2, 3, {0, 10, 20, 100, 10, 40, 7, 7, 7, 7, 7, 7}}, 1, 4, 3).pixels,
            (Pixels{0, 10, 20, 25, 10, 25, 75, 10, 35, 100, 10, 40, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7}));
}

TEST(Resized, KeepsWhatIsConstantOrOfThatSize) {
  for (const std::uint8_t value : Pixels{0, 1, 128, 254, 255}) {
    for (const std::size_t side : {1u, 7u, 31u, 64u, 200u}) {
      EXPECT_EQ(resized({32, 20, 1, Pixels(32 * 20, value)}, side, 2 * side, 1).pixels,
                Pixels(2 * side * side, value));
    }
  }
  Pixels pixels(3 * 4 * 5 * 3);
  std::iota(pixels.begin(), pixels.end(), std::uint8_t{0});
  EXPECT_EQ(resized({4, 5, 3, pixels}, 4, 5, 3).pixels, pixels);
}

TEST(Resized, GreyBecomesColourAndNotTheOtherWay) {
  const ImageInputs colour = resized({1, 2, 1, {3, 9, 4, 8}}, 1, 2, 3);
  EXPECT_EQ(colour.channels, 3u);
  EXPECT_EQ(colour.pixels, (Pixels{3, 3, 3, 9, 9, 9, 4, 4, 4, 8, 8, 8}));
  EXPECT_EQ(resized({1, 2, 1, {0, 100}}, 1, 4, 3).pixels,
            (Pixels{0, 0, 0, 25, 25, 25, 75, 75, 75, 100, 100, 100}));
  EXPECT_TRUE(contains(error_of([] { resized({1, 1, 3, {1, 2, 3}}, 2, 2, 1); }), "3 channels cannot become"));
  EXPECT_THROW(resized({1, 1, 1, {1}}, 0, 2, 1), Error);
}

}  // namespace
}  // namespace dissent::outside_test
