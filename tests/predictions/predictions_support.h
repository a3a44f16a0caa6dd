// What the tests of predictions share: a file written and read, its cells, and messages without the folder.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "data/data_support.h"
#include "dissent/predictions/predictions.h"

namespace dissent::test {

inline std::vector<double> values(const PredictionFile& file) {
  std::vector<double> all;
  std::visit([&](auto span) { all.assign(span.begin(), span.end()); }, file.cells);
  EXPECT_EQ(all.size(), file.rows * file.classes);
  return all;
}

using Numbers = std::vector<double>;
using Texts = std::vector<std::string>;

class PredictionFiles : public ::testing::Test {
 protected:
  PredictionFile read(const std::string& name, std::string_view bytes,
                      const PredictionOptions& options = {}) {
    folder.write(name, bytes);
    return read_predictions(folder / name, options);
  }
  // The message without the folder.
  std::string failure(const std::string& name, std::string_view bytes,
                      const PredictionOptions& options = {}) {
    return short_form(error_of([&] { read(name, bytes, options); }), name);
  }
  std::string short_form(std::string text, const std::string& name) const {
    const std::string long_name = (folder / name).string();
    EXPECT_TRUE(contains(text, long_name));
    if (const std::size_t at = text.find(long_name); at != std::string::npos)
      text.replace(at, long_name.size(), name);
    return text;
  }
  std::string place(const PredictionFile& file, std::size_t row) const {
    return short_form(file.place(row), std::filesystem::path(file.path).filename());
  }
  DataFolder folder;
};

}  // namespace dissent::test
