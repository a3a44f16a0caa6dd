#include "dissent/store/archive.h"

#include <vector>

#include <gtest/gtest.h>
#include <zlib.h>

#include "dissent/io/file.h"
#include "support/temporary_folder.h"

namespace dissent::archive_test {
namespace {

struct Entry {
  std::string name;
  std::string body;
  char type = '0';  // of ustar: a regular file; '2' a symbolic link
};

// A ustar archive by hand, so that entries which no tool would write can be made.
std::string tar(const std::vector<Entry>& entries) {
  std::string out;
  for (const Entry& entry : entries) {
    std::string head(512, '\0');
    head.replace(0, entry.name.size(), entry.name);
    head.replace(100, 7, "0000644");
    head.replace(124, 11, fmt::format("{:011o}", entry.body.size()));
    head.replace(136, 11, "00000000000");
    head.replace(148, 8, "        ");
    head[156] = entry.type;
    head.replace(257, 8, std::string("ustar\00000", 8));
    unsigned sum = 0;
    for (const char c : head) sum += static_cast<unsigned char>(c);
    head.replace(148, 7, fmt::format("{:06o}", sum) + '\0');
    out += head + entry.body + std::string((512 - entry.body.size() % 512) % 512, '\0');
  }
  return out + std::string(1024, '\0');
}

std::string gzip(const std::string& bytes) {
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
  std::string out(deflateBound(&stream, bytes.size()) + 32, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

class Archive : public testing::Test {
 protected:
  void pack(const std::vector<Entry>& entries) { write_file(folder_ / "a.tar.gz", gzip(tar(entries))); }
  std::string take(const std::string& name, std::uint64_t most = 1 << 20) {
    const ArchiveMember members[] = {{name, folder_ / "out"}};
    extract_members(folder_ / "a.tar.gz", members, most);
    return read_file(folder_ / "out");
  }
  std::string refusal(const std::string& name, std::uint64_t most = 1 << 20) {
    try {
      take(name, most);
    } catch (const SourceError& error) {
      return error.what();
    }
    return "no refusal";
  }
  test::TemporaryFolder folder_;
};

#ifdef DISSENT_HAS_ARCHIVE

TEST_F(Archive, TakesOneMember) {
  pack({{"top/readme", "hello"}, {"top/data.bin", std::string(70'000, 'd')}, {"top/last", "z"}});
  EXPECT_EQ(take("top/data.bin"), std::string(70'000, 'd'));
  EXPECT_EQ(take("data.bin"), std::string(70'000, 'd'));
  EXPECT_EQ(take("last"), "z");
}

TEST_F(Archive, TakesSeveralMembersInOnePass) {
  pack({{"p/b", "B"}, {"p/a", "A"}});
  const ArchiveMember members[] = {{"a", folder_ / "x"}, {"b", folder_ / "y"}};
  extract_members(folder_ / "a.tar.gz", members);
  EXPECT_EQ(read_file(folder_ / "x"), "A");
  EXPECT_EQ(read_file(folder_ / "y"), "B");
}

TEST_F(Archive, TheEndOfANameIsNotAName) {
  pack({{"top/mydata.bin", "no"}, {"top/._data.bin", "no"}});
  EXPECT_NE(refusal("data.bin").find("has no member 'data.bin'"), std::string::npos);
}

TEST_F(Archive, WritesOnlyWhereItIsTold) {
  pack({{"../../evil", "evil"}, {"/tmp/dissent-evil", "evil"}, {"link", "", '2'}, {"good", "good"}});
  EXPECT_EQ(take("good"), "good");
  EXPECT_EQ(take("evil"), "evil");  // asked for by its last part: its content, at our path
  EXPECT_FALSE(std::filesystem::exists(folder_.path().parent_path() / "evil"));
  EXPECT_FALSE(std::filesystem::exists("/tmp/dissent-evil"));
  EXPECT_NE(refusal("link").find("has no member"), std::string::npos);  // not a regular file
}

TEST_F(Archive, ReplacesWhatWasThere) {
  pack({{"a", "new"}});
  write_file(folder_ / "out", "old and longer");
  EXPECT_EQ(take("a"), "new");
}

TEST_F(Archive, MemberThatIsTooLarge) {
  pack({{"bomb", std::string(1 << 20, '\0')}});
  EXPECT_NE(refusal("bomb", 1000).find("larger than 1000 bytes"), std::string::npos);
}

TEST_F(Archive, DamagedArchives) {
  pack({{"a", std::string(100'000, 'a')}, {"b", "b"}});
  const std::string whole = read_file(folder_ / "a.tar.gz");
  for (const std::size_t size : {std::size_t{0}, std::size_t{5}, whole.size() / 2, whole.size() - 20}) {
    write_file(folder_ / "a.tar.gz", whole.substr(0, size));
    EXPECT_NE(refusal("b").find("a.tar.gz"), std::string::npos) << size;
  }
  write_file(folder_ / "a.tar.gz", "<html>not an archive</html>");
  EXPECT_NE(refusal("b").find("not a whole .tar.gz or .zip"), std::string::npos);
}

#else

TEST_F(Archive, SaysThatLibarchiveIsMissing) {
  EXPECT_NE(refusal("a").find("libarchive"), std::string::npos);
}

#endif

}  // namespace
}  // namespace dissent::archive_test
