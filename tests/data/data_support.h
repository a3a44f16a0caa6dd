// What the tests of this room share: a folder of small files, and the text of an error.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "dissent/core/error.h"
#include "dissent/io/file.h"
#include "support/real_data.h"
#include "support/temporary_folder.h"

namespace dissent::test {

class DataFolder : public TemporaryFolder {
 public:
  void write(const std::string& name, std::string_view bytes) const {
    std::filesystem::create_directories((*this / name).parent_path());
    write_file(*this / name, bytes);
  }
};

// The message that `action` fails with, which must be one line; "" where it does not fail.
template <class Action>
std::string error_of(Action&& action) {
  try {
    action();
  } catch (const Error& error) {
    const std::string message = error.what();
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    return message;
  }
  return "";
}

inline ::testing::AssertionResult contains(const std::string& text, std::string_view part) {
  if (text.find(part) != std::string::npos) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "'" << text << "' does not contain '" << part << "'";
}

}  // namespace dissent::test
