// What std::filesystem would throw is an error of one line that names the path.
#include "dissent/io/folder.h"

#include "dissent/io/file.h"
#include "support/arrays.h"
#include "support/temporary_folder.h"

namespace dissent::folder_test {
namespace {

using test::message_of;

TEST(Folder, SaysWhatIsThere) {
  const test::TemporaryFolder folder;
  make_folders(folder / "b/c");
  write_file(folder / "a", "");
  EXPECT_TRUE(is_there(folder / "a"));
  EXPECT_FALSE(is_folder(folder / "a"));
  EXPECT_TRUE(is_folder(folder / "b"));
  EXPECT_FALSE(is_there(folder / "none"));
  EXPECT_FALSE(is_there(folder / "a/below a file"));
  EXPECT_EQ(entries_of(folder.path()), (std::vector<std::filesystem::path>{folder / "a", folder / "b"}));
  remove_whole(folder / "b");
  EXPECT_FALSE(is_there(folder / "b"));
}

TEST(Folder, WhatCannotBeDoneIsAnErrorThatNamesThePath) {
  const test::TemporaryFolder folder;
  write_file(folder / "a", "");
  EXPECT_EQ(message_of([&] { make_folders(folder / "a/b"); }),
            (folder / "a/b").string() + ": cannot be made: Not a directory");
  EXPECT_EQ(message_of([&] { entries_of(folder / "none"); }),
            (folder / "none").string() + ": cannot be read: No such file or directory");
  const std::string name(300, 'x');
  EXPECT_EQ(message_of([&] { is_there(folder / name); }),
            (folder / name).string() + ": cannot be looked at: File name too long");
}

}  // namespace
}  // namespace dissent::folder_test
