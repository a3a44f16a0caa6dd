#include "dissent/io/safetensors.h"

#include <array>
#include <cstdlib>

#include "support/arrays.h"
#include "support/temporary_folder.h"

namespace dissent::safetensors_test {
namespace {

using test::cells;

// A file of this header and data, its length stated as it is.
std::string file(const std::string& header, const std::string& data) {
  return cells<std::uint64_t>({header.size()}) + header + data;
}

// Two arrays, 3 floats and 2 bytes.
const std::string kData = cells<float>({1, 2, 3}) + "\5\6";
std::string two(const std::string& a,
                const std::string& b = R"("b":{"dtype":"U8","shape":[2],"data_offsets":[12,14]})") {
  return file("{" + a + "," + b + "}", kData);
}

TEST(Safetensors, WritesWhatItReads) {
  const test::TemporaryFolder folder;
  const std::string floats = cells<float>({1.5F, -2, 3, 4, 5, 6}), flag = "\1",
                    whole = cells<std::int64_t>({7});
  const std::vector<SafetensorsEntry> entries = {
      {"flag", "BOOL", {1}, flag},
      {"layer1.0.conv1.weight", "F32", {2, 3}, floats},
      {"none", "F32", {0, 5}, {}},
      {"step \"ä\" \n", "I64", {}, whole},
  };
  const std::map<std::string, std::string> metadata = {{"model", "resnet8"}, {"note", "\"ü\"\n\\"}};
  write_safetensors(folder / "a.safetensors", entries, metadata);
  const SafetensorsReader reader(folder / "a.safetensors");
  EXPECT_EQ(reader.metadata(), metadata);
  ASSERT_EQ(reader.entries().size(), 4u);
  // Wide cells first, so that each array is aligned to its cells; otherwise the order given.
  const std::array<std::string, 4> order = {"step \"ä\" \n", "layer1.0.conv1.weight", "none", "flag"};
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(reader.entries()[i].name, order[i]);
  for (const SafetensorsEntry& entry : entries) {
    const SafetensorsEntry* found = reader.find(entry.name);
    ASSERT_NE(found, nullptr) << entry.name;
    EXPECT_EQ(found->dtype, entry.dtype);
    EXPECT_EQ(found->shape, entry.shape);
    EXPECT_EQ(found->data, entry.data);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(found->data.data()) % safetensors_dtype_bytes(entry.dtype),
              0u);
  }
  EXPECT_EQ(reader.find("flag "), nullptr);
  EXPECT_EQ(reader.find("__metadata__"), nullptr);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(reader.entries()[0].data.data()) % 8, 0u);

  write_safetensors(folder / "empty.safetensors", {}, {});
  EXPECT_TRUE(SafetensorsReader(folder / "empty.safetensors").entries().empty());
}

TEST(Safetensors, ReadsWhatOthersMayWrite) {
  // Entries out of order, blanks after the header, no metadata, data that is not aligned.
  const std::string bytes = file(R"({"b":{"shape":[2],"dtype":"F16","data_offsets":[1,5]},)"
                                 R"("a":{"dtype":"U8","shape":[],"data_offsets":[0,1]},"e":{"dtype":"F64",)"
                                 R"("shape":[0],"data_offsets":[1,1]}}     )",
                                 "\1abcd");
  const SafetensorsContent content = parse_safetensors(bytes, "x");
  ASSERT_EQ(content.entries.size(), 3u);
  EXPECT_EQ(content.entries[0].name, "a");
  EXPECT_EQ(content.entries[0].data, "\1");
  EXPECT_EQ(content.entries[1].name, "e");
  EXPECT_EQ(content.entries[2].data, "abcd");
  EXPECT_TRUE(content.metadata.empty());
}

// Each broken file, and what its message must say.
TEST(Safetensors, RefusesDamage) {
  const auto a = [](const std::string& dtype, const std::string& shape, const std::string& offsets) {
    return R"("a":{"dtype":")" + dtype + R"(","shape":)" + shape + R"(,"data_offsets":)" + offsets + "}";
  };
  const std::string good = two(a("F32", "[3]", "[0,12]"));
  ASSERT_EQ(parse_safetensors(good, "x").entries.size(), 2u);
  const std::string header = R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}})";
  struct Case {
    std::string bytes;
    std::vector<std::string> wanted;
  };
  const std::vector<Case> cases = {
      {"", {"0 bytes", "copy the file again"}},
      {good.substr(0, 7), {"7 bytes", "copy the file again"}},
      {good.substr(0, 50), {"and 42 follow", "copy the file again"}},
      {good.substr(0, good.size() - 1), {"'b'", "ends at byte 14", "holds 13", "copy the file again"}},
      {good + "x", {"1 bytes follow", "copy the file again"}},
      {cells<std::uint64_t>({100'000'001}) + "{}", {"not a safetensors file", "100000001"}},
      {cells<std::uint64_t>({~std::uint64_t{0}}) + "{}", {"not a safetensors file", "18446744073709551615"}},
      {"PK\3\4 a zip archive", {"not a safetensors file"}},
      {file("", ""), {"does not begin with '{'"}},
      {file(" {}", ""), {"does not begin with '{'"}},
      {file("[]", ""), {"does not begin with '{'"}},
      {file("{", ""), {"not valid JSON"}},
      {file("{}}", ""), {"not valid JSON"}},
      {file(std::string("{}\0\0", 4), ""), {"not valid JSON"}},
      {file("{\"\xE4\":1}", ""), {"not valid JSON"}},
      {file(R"({"a":{"dtype":"U8","shape":[NaN],"data_offsets":[0,1]}})", "x"), {"not valid JSON"}},
      {two(a("F32", "[3]", "[0,12]"), a("U8", "[2]", "[12,14]")), {"'a' stands twice"}},
      {file("{\"a\":" + std::string(70, '[') + std::string(70, ']') + "}", ""), {"64 levels deep"}},
      {file(R"({"a":3})", ""), {"tensor 'a'", "no object", "save it again"}},
      {file(R"({"a":{"dtype":"U8","shape":[1]}})", "x"), {"'a'", "is missing"}},
      {file(R"({"a":{"dtype":"U8","shape":[1],"offsets":[0,1]}})", "x"), {"unknown key 'offsets'"}},
      {file(R"({"a":{"dtype":7,"shape":[1],"data_offsets":[0,1]}})", "x"), {"dtype is not a text"}},
      {two(a("f32", "[3]", "[0,12]")), {"unknown dtype 'f32'", "did you mean 'F32'", "I64"}},
      {two(a("F32", "3", "[0,12]")), {"shape is not a list"}},
      {two(a("F32", "[-3]", "[0,12]")), {"shape holds"}},
      {two(a("F32", "[3.0]", "[0,12]")), {"shape holds"}},
      {two(a("F32", R"(["3"])", "[0,12]")), {"shape holds"}},
      {two(a("F32", "[99999999999999999999]", "[0,12]")), {"shape holds"}},
      {two(a("F32", "[4611686018427387904, 4]", "[0,0]")), {"too large"}},
      {two(a("F32", "[4611686018427387904]", "[0,0]")), {"too large"}},
      {two(a("U8", "[9223372036854775808]", "[0,9223372036854775808]")), {"too large"}},
      {two(a("F32", "[4611686018427387904, 4, 0]", "[0,0]")), {"too large"}},
      {two(a("F32", "[3]", "[0,12,13]")), {"3 numbers, not 2"}},
      {two(a("F32", "[3]", "[12,0]")), {"go backwards"}},
      {two(a("F32", "[3]", "[0,-12]")), {"data_offsets holds"}},
      {two(a("F32", "[2]", "[0,12]")), {"F32 of shape [2] takes 8 bytes", "[0, 12] give it 12"}},
      {two(a("F32", "[2]", "[0,8]")), {"'b'", "begins at byte 12", "ends at 8", "a hole"}},
      {two(a("F32", "[2]", "[4,12]")), {"'a'", "begins at byte 4", "a hole"}},
      {two(a("U8", "[13]", "[0,13]")), {"'b'", "an overlap"}},
      {two(a("U8", "[14]", "[0,14]")), {"'b'", "an overlap"}},
      {two(a("F32", "[3]", "[0,12]"), a("U8", "[2]", "[12,14]").replace(1, 1, "b") + R"(,"__metadata__":3)"),
       {"__metadata__ is not an object"}},
      {file(R"({"__metadata__":{"epoch":3}})", ""), {"'epoch' of __metadata__ is not a text"}},
      {file(R"({"__metadata__":{},"__metadata__":{}})", ""), {"'__metadata__' stands twice"}},
      {file("{}", "x"), {"1 bytes follow"}},
      {cells<std::uint64_t>({header.size() + 1}) + header, {"and 53 follow"}},
  };
  for (const Case& one : cases) {
    const std::string message = test::message_of([&] { parse_safetensors(one.bytes, "m.safetensors"); });
    EXPECT_TRUE(message.starts_with("m.safetensors")) << message;
    for (const std::string& wanted : one.wanted) {
      EXPECT_NE(message.find(wanted), std::string::npos) << "no " << wanted << " in: " << message;
    }
  }
}

// Cut anywhere, or with any byte of the header's length changed, a file is refused.
TEST(Safetensors, RefusesEveryCut) {
  const std::string good = two(R"("a":{"dtype":"F32","shape":[3],"data_offsets":[0,12]})");
  for (std::size_t length = 0; length < good.size(); ++length) {
    EXPECT_THROW(parse_safetensors(good.substr(0, length), "x"), Error) << length;
  }
  for (std::size_t at = 0; at < 8; ++at) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 1);
    EXPECT_THROW(parse_safetensors(bad, "x"), Error) << at;
  }
}

TEST(Safetensors, RefusesToWriteWhatCannotBeRead) {
  const test::TemporaryFolder folder;
  const auto message = [&](std::vector<SafetensorsEntry> entries,
                           std::map<std::string, std::string> metadata = {}) {
    return test::message_of([&] { write_safetensors(folder / "a", entries, metadata); });
  };
  const auto says = [](const std::string& text, std::string_view wanted) {
    EXPECT_NE(text.find(wanted), std::string::npos) << text;
  };
  says(message({{"a", "U8", {1}, "x"}, {"a", "U8", {1}, "y"}}), "two of that name");
  says(message({{"__metadata__", "U8", {1}, "x"}}), "keeps for itself");
  says(message({{"a\xFF", "U8", {1}, "x"}}), "not UTF-8");
  says(message({{"a", "U8", {2}, "x"}}), "shape [2] and comes with 1 bytes");
  says(message({{"a", "float", {1}, "x"}}), "unknown dtype 'float'");
  says(message({}, {{"k", "\xFF"}}), "not UTF-8");
  says(test::message_of([&] { safetensors_dtype_bytes("F33"); }), "did you mean 'F32'");
  says(test::message_of([&] { SafetensorsReader(folder / "absent"); }), "cannot be read");
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
  EXPECT_EQ(safetensors_dtype_bytes("BF16"), 2u);
  EXPECT_EQ(safetensors_dtype_bytes("F64"), 8u);
}

// Both directions against the real one, where there is one.
TEST(Safetensors, AgreesWithPython) {
  const test::TemporaryFolder folder;
  const std::string python = "/usr/bin/python3";
  if (std::system((python + " -c 'import safetensors.numpy' 2>/dev/null").c_str()) != 0) {
    GTEST_SKIP() << "no safetensors";
  }
  const std::string floats = cells<float>({1.5F, -2, 3, 4, 5, 6});
  const std::vector<SafetensorsEntry> entries = {{"b", "U8", {1}, "\3"}, {"a", "F32", {2, 3}, floats}};
  write_safetensors(folder / "ours", entries, {{"model", "resnet8"}});
  write_file(folder / "run.py", R"(
import sys, numpy as np
from safetensors import safe_open
from safetensors.numpy import save_file
d = sys.argv[1]
with safe_open(d + '/ours', 'np') as f:
    assert f.metadata() == {'model': 'resnet8'} and set(f.keys()) == {'a', 'b'}
    assert f.get_tensor('a').tolist() == [[1.5, -2, 3], [4, 5, 6]] and f.get_tensor('b').tolist() == [3]
save_file({'x': np.arange(6).reshape(2, 3), 'y': np.float16([1, 2])}, d + '/theirs', {'k': 'ü'})
)");
  ASSERT_EQ(std::system((python + " " + (folder / "run.py").string() + " " + folder.path().string()).c_str()),
            0);
  const SafetensorsReader reader(folder / "theirs");
  EXPECT_EQ(reader.metadata().at("k"), "ü");
  EXPECT_EQ(reader.find("x")->shape, (std::vector<std::size_t>{2, 3}));
  EXPECT_EQ(reader.find("x")->data, cells<std::int64_t>({0, 1, 2, 3, 4, 5}));
}

}  // namespace
}  // namespace dissent::safetensors_test
