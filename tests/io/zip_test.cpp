#include "dissent/io/zip.h"

#include "dissent/core/random.h"
#include "dissent/io/npz.h"
#include "support/arrays.h"
#include "support/temporary_folder.h"

namespace dissent::zip_test {
namespace {

using test::cells;
using test::npy;
using test::ZipFile;

std::string text_of(const std::vector<char>& bytes) {
  return {bytes.begin(), bytes.end()};
}

std::string noise(std::size_t size) {
  Draws draws(Stream(4, "zip"), 0);
  std::string out(size, '\0');
  for (char& c : out) c = static_cast<char>(draws.below(256));
  return out;
}

TEST(Zip, ReadsStoredAndDeflatedEntries) {
  const std::string large = std::string(100000, 'a') + noise(5000);
  const std::string bytes =
      test::zip({{"a.txt", "hello"}, {"b.txt", large, true}, {"empty", ""}, {"e2", "", true}});
  const ZipReader zip(bytes, "a.zip");
  ASSERT_EQ(zip.entries().size(), 4u);
  EXPECT_EQ(text_of(zip.read(zip.entries()[0])), "hello");
  EXPECT_EQ(text_of(zip.read(zip.entries()[1])), large);
  EXPECT_EQ(text_of(zip.read(zip.entries()[2])), "");
  EXPECT_EQ(text_of(zip.read(zip.entries()[3])), "");
  EXPECT_EQ(text_of(zip.read_start(zip.entries()[1], 7)), "aaaaaaa");
  EXPECT_EQ(text_of(zip.read_start(zip.entries()[0], 7)), "hello");
}

TEST(Zip, ReadsBehindAComment) {
  std::string bytes = test::zip({{"a.txt", "hello"}});
  bytes[bytes.size() - 2] = 5;
  const std::string commented = bytes + "PK\x05\x06!";
  EXPECT_EQ(ZipReader(commented, "a.zip").entries().size(), 1u);
}

TEST(Zip, WritesWhatItReads) {
  const test::TemporaryFolder folder;
  write_zip(folder / "a.zip", {{"one", {"he", "llo", {}}}, {"two", {}}});
  const std::string bytes = read_file(folder / "a.zip");
  const ZipReader zip(bytes, "a.zip");
  EXPECT_EQ(text_of(zip.read(zip.entries()[0])), "hello");
  EXPECT_EQ(zip.entries()[1].name, "two");
  EXPECT_TRUE(zip.read(zip.entries()[1]).empty());
}

void expect_refused(const std::string& bytes, const std::string& wanted) {
  const std::string message = test::message_of([&] {
    const ZipReader zip(bytes, "a.npz");
    for (const ZipEntry& entry : zip.entries()) zip.read(entry);
  });
  EXPECT_TRUE(message.starts_with("a.npz, ")) << message;
  EXPECT_NE(message.find("byte "), std::string::npos) << message;
  EXPECT_NE(message.find(wanted), std::string::npos) << message;
}

TEST(Zip, RefusesDamage) {
  const std::string good = test::zip({{"a", noise(500), true}, {"b", "hello"}});
  const std::size_t directory = good.find("PK\x01\x02");
  const auto changed = [&](std::size_t at, char to) {
    std::string bytes = good;
    bytes[at] = to;
    return bytes;
  };
  expect_refused("PK\x03\x04", "ends early");
  expect_refused(good.substr(0, good.size() - 1), "no directory");
  expect_refused(changed(directory, 'x'), "no directory entry here");
  expect_refused(changed(directory + 42, 1), "not where it should be");            // offset of a
  expect_refused(changed(directory + 42 + 3, 0x7F), "not where it should be");     // far out
  expect_refused(changed(directory + 16, '!'), "check sum");                       // crc of a
  expect_refused(changed(directory + 20 + 2, 1), "passes the end");                // packed size of a
  expect_refused(changed(directory + 24, '!'), "and the directory differ");        // size of a
  expect_refused(changed(directory + 46, 'z'), "and the directory differ");        // name of a
  expect_refused(changed(good.size() - 12, 9), "another number of entries");       // count
  expect_refused(changed(good.size() - 10, 1), "another size than stated");        // directory size
  expect_refused(changed(100, static_cast<char>(good[100] ^ 0x55)), "entry 'a'");  // packed bytes of a
}

TEST(Zip, RefusesOverlappingEntries) {
  // Two directory entries that share one local header.
  const std::string one = test::zip({{"a", "hello"}});
  const std::size_t directory = one.find("PK\x01\x02"), end = one.find("PK\x05\x06");
  const std::string entry = one.substr(directory, end - directory);
  std::string tail = one.substr(end);
  tail[8] = tail[10] = 2;
  tail[12] = static_cast<char>(2 * entry.size());
  expect_refused(one.substr(0, directory) + entry + entry + tail, "overlap");
}

TEST(Zip, RefusesWhatItCannotUnpack) {
  expect_refused(test::zip({{"a", "hello", false, 0, 1}}), "encrypted");
  expect_refused(test::zip({{"a", "hello", false, 0, 0, 12}}), "method 12");
  expect_refused(test::zip({{"a", "hello", false, 6}}), "two sizes");
  expect_refused(test::zip({{"a", "hello hello hello", true, 5}}), "longer than declared");
  expect_refused(test::zip({{"a", "hello hello hello", true, 500}}), "does not unpack to 500");
}

TEST(Zip, RefusesBombs) {
  // Far more than deflate could hold, and a directory that says so: refused before anything is allocated.
  expect_refused(test::zip({{"a", "hello", true, 0xF0000000}}), "claims 4026531840 bytes from 7");
  // As dense as deflate gets is still read.
  const std::string zeros(3000000, '\0');
  const std::string bytes = test::zip({{"a", zeros, true}});
  const ZipReader zip(bytes, "a.npz");
  EXPECT_EQ(zip.read(zip.entries()[0]).size(), zeros.size());
}

TEST(Zip, RefusesInconsistentZip64) {
  std::string bytes = test::zip({{"a", "hello"}});
  const std::size_t directory = bytes.find("PK\x01\x02");
  for (std::size_t i = 0; i < 4; ++i)
    bytes[directory + 24 + i] = '\xFF';  // announces a 64-bit size; there is none
  expect_refused(bytes, "differ");
  bytes = test::zip({{"a", "hello"}});
  for (std::size_t i = 0; i < 4; ++i)
    bytes[bytes.size() - 6 + i] = '\xFF';  // a 64-bit directory that is missing
  expect_refused(bytes, "zip64 directory");
}

TEST(Npz, ComparesTheHeaderWithTheDeclaredSizeBeforeUnpacking) {
  const std::string counts = npy("<i8", "(1000, 1000)", "");  // claims 8 MB, holds none
  const std::string bytes = test::zip({{"counts.npy", counts + std::string(800, '\0'), true}});
  const std::string message = test::message_of([&] { NpzReader(bytes, "a.npz"); });
  EXPECT_TRUE(message.starts_with("a.npz, array 'counts': its header asks for 8000128 bytes")) << message;
}

TEST(Npz, RefusesArchivesWithoutArraysAndNamesTwice) {
  const std::string array = npy("|u1", "(1,)", "x");
  const std::string none = test::zip({{"xl/workbook.xml", "<x/>"}});
  EXPECT_NE(test::message_of([&] { NpzReader(none, "a.xlsx"); }).find("save it as CSV"), std::string::npos);
  const std::string twice = test::zip({{"a.npy", array}, {"a.npy", array}});
  EXPECT_NE(test::message_of([&] { NpzReader(twice, "a.npz"); }).find("twice"), std::string::npos);
}

TEST(Npz, ReadsALongHeader) {
  std::string shape = "(";
  for (int i = 0; i < 60; ++i) shape += "1,      ";
  const std::string bytes = test::zip({{"a.npy", npy("|u1", shape + ")", "x"), true}});
  const NpzReader npz(bytes, "a.npz");
  EXPECT_EQ(npz.entries()[0].header.shape.size(), 60u);
  EXPECT_EQ(npz.read(npz.entries()[0]).as_integers()[0], 'x');
}

}  // namespace
}  // namespace dissent::zip_test
