// Compressed streams and inputs that cannot be mapped.
#include "dissent/io/packed.h"

#include <thread>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "dissent/core/error.h"
#include "dissent/io/file.h"
#include "dissent/io/stream.h"
#include "support/arrays.h"
#include "support/temporary_folder.h"

namespace dissent::packed_test {
namespace {

using test::gzip;

std::string long_text() {
  std::string text;
  for (std::uint64_t i = 0; i < 400000; ++i)
    text += std::to_string(i * 7919 % 100003) + "\n";  // some megabytes
  return text;
}

TEST(Packed, GzipComesBackWhole) {
  const std::string text = long_text();
  const std::string packed = gzip(text);
  EXPECT_EQ(packing_of(packed), Packing::gzip);
  EXPECT_EQ(unpack(packed, Packing::gzip, "x.gz"), text);
  EXPECT_EQ(unpack(gzip(text) + gzip("more"), Packing::gzip, "x.gz"), text + "more");
  EXPECT_EQ(unpack(gzip("") + gzip("a"), Packing::gzip, "x.gz"), "a");
  EXPECT_EQ(packing_of("item,label"), Packing::none);
}

TEST(Packed, DamageIsSaid) {
  const std::string packed = gzip(long_text());
  for (const std::size_t size : {std::size_t{3}, std::size_t{12}, packed.size() / 2, packed.size() - 1}) {
    const std::string said = test::message_of([&] { unpack(packed.substr(0, size), Packing::gzip, "x.gz"); });
    EXPECT_NE(said.find("x.gz: the gzip file is cut off"), std::string::npos) << size << ": " << said;
  }
  std::string flipped = packed;
  flipped[packed.size() / 2] = static_cast<char>(flipped[packed.size() / 2] ^ 0x55);
  EXPECT_NE(test::message_of([&] { unpack(flipped, Packing::gzip, "x.gz"); }).find("x.gz: the gzip file is"),
            std::string::npos);
}

TEST(Stream, ReadsAPipeToItsEnd) {
  const test::TemporaryFolder folder;
  const std::filesystem::path pipe = folder / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_TRUE(is_stream(pipe));
  const std::string text = long_text();
  std::thread writer([&] {
    std::FILE* file = std::fopen(pipe.c_str(), "wb");
    std::fwrite(text.data(), 1, text.size(), file);
    std::fclose(file);
  });
  EXPECT_EQ(read_stream(pipe), text);
  writer.join();
  write_file(folder / "file", "x");
  EXPECT_FALSE(is_stream(folder / "file"));
  EXPECT_FALSE(is_stream(folder / "absent"));
  EXPECT_TRUE(is_stream("-"));
}

}  // namespace
}  // namespace dissent::packed_test
