// What the tests of manifests share: a folder with votes and features, and manifests loaded from it.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "data/data_support.h"
#include "dissent/images/image.h"
#include "dissent/io/npy.h"
#include "dissent/store/loaders.h"

namespace dissent::test {

inline constexpr std::string_view kVotes =
    "item,annotator,label,truth\nx,p,a,a\nx,q,b,a\ny,p,c,c\ny,q,c,c\nz,p,b,\nz,q,b,\n";

class ManifestFiles : public ::testing::Test {
 protected:
  ManifestFiles() {
    folder.write("votes.csv", kVotes);
    features("x.npy", 3, 2);
  }
  void features(const std::string& name, std::size_t rows, std::size_t columns) const {
    std::vector<float> values;
    for (std::size_t i = 0; i < rows * columns; ++i) values.push_back(static_cast<float>(i));
    const std::array<std::size_t, 2> shape = {rows, columns};
    write_npy<float>(folder / name, values, shape);
  }
  void image(const std::string& name, std::size_t width, std::size_t channels, std::uint8_t value) const {
    std::filesystem::create_directories((folder / name).parent_path());
    write_png(folder / name, {width, 4, channels, std::vector<std::uint8_t>(width * 4 * channels, value)});
  }
  Dataset load(std::string_view manifest) const {
    folder.write("dataset.yaml", manifest);
    return load_dataset(folder.path());
  }
  std::string failure(std::string_view manifest) const {
    return error_of([&] { load(manifest); });
  }
  DataFolder folder;
};

}  // namespace dissent::test
