// Downloads from file URLs; what takes a server is tested through the program (tests/cli/data_*_test.py).
#include "dissent/store/download.h"

#include <gtest/gtest.h>

#include "dissent/io/file.h"
#include "support/temporary_folder.h"

namespace dissent::download_test {
namespace {

#ifdef DISSENT_HAS_CURL

std::string file_url(const std::filesystem::path& path) {
  return "file://" + path.string();
}

TEST(Download, CopiesAFileUrlAndReportsProgress) {
  const test::TemporaryFolder folder;
  const std::string bytes(3'000'000, 'x');
  write_file(folder / "source", bytes);
  DownloadOptions options;
  std::uint64_t last = 0;
  options.progress = [&](std::uint64_t done, std::uint64_t) { last = done; };
  download(file_url(folder / "source"), folder / "a.part", options);
  EXPECT_EQ(read_file(folder / "a.part"), bytes);
  EXPECT_EQ(last, bytes.size());
  forget_download(folder / "a.part");
  EXPECT_TRUE(std::filesystem::is_regular_file(folder / "source"));
  std::filesystem::remove(folder / "source");
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(Download, StartsOverWhatCameFromElsewhere) {
  const test::TemporaryFolder folder;
  write_file(folder / "source", "right");
  write_file(folder / "a.part", "wrong and longer");
  download(file_url(folder / "source"), folder / "a.part", {});
  EXPECT_EQ(read_file(folder / "a.part"), "right");
}

TEST(Download, EmptyFile) {
  const test::TemporaryFolder folder;
  write_file(folder / "source", "");
  write_file(folder / "a.part", "left over");
  download(file_url(folder / "source"), folder / "a.part", {});
  EXPECT_EQ(read_file(folder / "a.part"), "");
}

TEST(Download, MissingFileIsAFailureOfTheSource) {
  const test::TemporaryFolder folder;
  EXPECT_THROW(download(file_url(folder / "none"), folder / "a.part", {}), SourceError);
}

TEST(Download, OtherProtocolsAreRefused) {
  const test::TemporaryFolder folder;
  EXPECT_THROW(download("ftp://127.0.0.1/x", folder / "a.part", {}), SourceError);
}

TEST(Download, StopsAtTheMostBytes) {
  const test::TemporaryFolder folder;
  write_file(folder / "source", std::string(5000, 'x'));
  DownloadOptions options;
  options.most_bytes = 4999;
  EXPECT_THROW(download(file_url(folder / "source"), folder / "a.part", options), SourceError);
  EXPECT_EQ(std::filesystem::file_size(folder / "a.part"), 0u);
  options.most_bytes = 5000;
  EXPECT_NO_THROW(download(file_url(folder / "source"), folder / "a.part", options));
}

TEST(Download, UnwritablePartIsNotAFailureOfTheSource) {
  const test::TemporaryFolder folder;
  write_file(folder / "source", "x");
  try {
    download(file_url(folder / "source"), folder / "nowhere/a.part", {});
    FAIL() << "no error";
  } catch (const SourceError&) {
    FAIL() << "the disk's fault is blamed on the source";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("nowhere/a.part"), std::string::npos);
  }
}

#else

TEST(Download, SaysThatLibcurlIsMissing) {
  const test::TemporaryFolder folder;
  try {
    download("http://127.0.0.1/x", folder / "a.part", {});
    FAIL() << "no error";
  } catch (const UnreachableError& error) {
    EXPECT_NE(std::string(error.what()).find("libcurl"), std::string::npos);
  }
}

#endif

}  // namespace
}  // namespace dissent::download_test
