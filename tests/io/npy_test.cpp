#include "dissent/io/npy.h"

#include <array>
#include <cmath>
#include <cstdio>

#include "dissent/io/file.h"
#include "dissent/io/npz.h"
#include "support/arrays.h"
#include "support/temporary_folder.h"

namespace dissent::npy_test {
namespace {

using test::cells;
using test::npy;

TEST(Npy, ReadsEveryNumericType) {
  const std::vector<std::int64_t> integers = {3, 0, 1, 2};
  const auto check = [&](std::string_view dtype, const std::string& data) {
    const std::string bytes = npy(dtype, "(2, 2)", data);
    const NpyArray array = read_npy(bytes, "a.npy");
    EXPECT_EQ(array.as_integers(), integers) << dtype;
    EXPECT_EQ(array.as_doubles(), (std::vector<double>{3, 0, 1, 2})) << dtype;
  };
  check("|i1", cells<std::int8_t>({3, 0, 1, 2}));
  check("<i2", cells<std::int16_t>({3, 0, 1, 2}));
  check("<i4", cells<std::int32_t>({3, 0, 1, 2}));
  check("<i8", cells<std::int64_t>({3, 0, 1, 2}));
  check("|u1", cells<std::uint8_t>({3, 0, 1, 2}));
  check("<u2", cells<std::uint16_t>({3, 0, 1, 2}));
  check("<u4", cells<std::uint32_t>({3, 0, 1, 2}));
  check("<u8", cells<std::uint64_t>({3, 0, 1, 2}));
  check("<f2", cells<std::uint16_t>({0x4200, 0x8000, 0x3C00, 0x4000}));
  check("<f4", cells<float>({3, 0, 1, 2}));
  check("<f8", cells<double>({3, 0, 1, 2}));
  const std::string booleans = npy("|b1", "(2,)", cells<std::uint8_t>({1, 0}));
  EXPECT_EQ(read_npy(booleans, "a").as_integers(), (std::vector<std::int64_t>{1, 0}));
  const std::string signed_bytes = npy("|i1", "(2,)", cells<std::int8_t>({-1, -128}));
  EXPECT_EQ(read_npy(signed_bytes, "a").as_integers(), (std::vector<std::int64_t>{-1, -128}));
}

TEST(Npy, ReadsHalfPrecision) {
  const std::string bytes =
      npy("<f2", "(6,)", cells<std::uint16_t>({0x0001, 0x3555, 0xC000, 0x7C00, 0xFC00, 0x7E00}));
  const std::vector<double> values = read_npy(bytes, "a").as_doubles();
  EXPECT_EQ(values[0], 0x1p-24);  // the smallest subnormal
  EXPECT_EQ(values[1], 0.333251953125);
  EXPECT_EQ(values[2], -2);
  EXPECT_EQ(values[3], INFINITY);
  EXPECT_EQ(values[4], -INFINITY);
  EXPECT_TRUE(std::isnan(values[5]));
}

TEST(Npy, ReadsTextsAndIntegersAsNames) {
  std::string wide;
  for (const char32_t c : {U'c', U'ä', U'\0', U'狗', U'\0', U'\0', U'😀', U'x', U'y'}) {
    wide.append(reinterpret_cast<const char*>(&c), 4);
  }
  const std::string unicode = npy("<U3", "(3,)", wide);
  EXPECT_EQ(read_npy(unicode, "a").as_texts(), (std::vector<std::string>{"cä", "狗", "😀xy"}));
  const std::string plain = npy("|S3", "(2,)", std::string("cat\0\0\0", 6));
  EXPECT_EQ(read_npy(plain, "a").as_texts(), (std::vector<std::string>{"cat", ""}));
  const std::string numbers = npy("<i8", "(2,)", cells<std::int64_t>({7, -1}));
  EXPECT_EQ(read_npy(numbers, "a").as_texts(), (std::vector<std::string>{"7", "-1"}));
  const std::vector<std::string> names = {"cä", "狗", "😀xy", ""};
  EXPECT_EQ(read_npy(npy_of_texts(names), "a").as_texts(), names);
}

TEST(Npy, ReadsLaterVersionsScalarsAndOrdersThatDoNotMatter) {
  const std::string data = cells<std::int64_t>({1, 2});
  for (const int version : {1, 2, 3}) {
    const std::string bytes =
        test::npy_with_dict("{'descr': '<i8', 'fortran_order': False, 'shape': (2L,), }", data, version);
    EXPECT_EQ(read_npy(bytes, "a").as_integers().size(), 2u);
  }
  EXPECT_EQ(read_npy(npy("<i8", "()", cells<std::int64_t>({5})), "a").header.cells, 1u);
  const std::string column = npy("<i8", "(2, 1)", data, true);
  EXPECT_EQ(read_npy(column, "a").as_integers(), (std::vector<std::int64_t>{1, 2}));
  const std::string bytes_swapped = npy(">i1", "(2,)", cells<std::int8_t>({1, 2}));
  EXPECT_EQ(read_npy(bytes_swapped, "a").as_integers()[1], 2);
}

// Each broken array, and what its message must say: the place and the cure.
TEST(Npy, RefusesWhatItCannotRead) {
  const std::string data = cells<std::int64_t>({1, 2, 3, 4});
  const std::string good = npy("<i8", "(2, 2)", data);
  struct Case {
    std::string bytes;
    std::vector<std::string> wanted;
  };
  const auto dict = [&](const std::string& text) { return test::npy_with_dict(text, data); };
  std::string version9 = good, long_header = good;
  version9[6] = 9;
  long_header[9] = '\x7F';
  std::string huge_header =
      test::npy_with_dict("{'descr': '<i8', 'fortran_order': False, 'shape': (4,), }", data, 2);
  huge_header[11] = '\x7F';
  const std::vector<Case> cases = {
      {"", {"byte 0", "np.save"}},
      {"\x93NUMPY", {"byte 6", "copy the file again"}},
      {"hello, this is text", {"byte 0", "not an npy array"}},
      {version9, {"byte 6", "version 9"}},
      {long_header, {"ends inside the npy header"}},
      {huge_header, {"byte 8", "1 MiB"}},
      {good.substr(0, 60), {"byte 60", "ends inside the npy header"}},
      {good.substr(0, good.size() - 1), {"byte 159", "(2, 2)", "32 bytes", "31"}},
      {good + "xx", {"byte 160", "2 bytes follow"}},
      {npy(">i8", "(2, 2)", data), {"big-endian", "newbyteorder('<')"}},
      {npy("<i8", "(2, 2)", data, true), {"Fortran", "np.ascontiguousarray(a)"}},
      {npy("|O", "(2, 2)", "pickle"), {"Python objects", "astype(np.int64)"}},
      {npy("<c16", "(2,)", data), {"complex", "a.real"}},
      {npy("<f16", "(2,)", data), {"'<f16'", "astype(np.float64)"}},
      {npy("<M8[ns]", "(4,)", data), {"'<M8[ns]'"}},
      {npy("<U0", "(99999999999,)", ""), {"'<U0'"}},
      {npy("<i8", "(4611686018427387904, 4611686018427387904)", ""), {"too large"}},
      {npy("<i8", "(0, 4611686018427387904, 2)", ""), {"too large"}},
      {npy("<i8", "(1152921504606846976,)", ""), {"too large"}},
      {npy("<i8", "(99999999999999999999,)", ""), {"shape"}},
      {npy("<i8", "(-1,)", data), {"shape"}},
      {npy("<i99999999999", "(1,)", data), {"no sensible size"}},
      {npy("i8", "(4,)", data), {"not known"}},
      {dict("{'descr': [('a', '<i8'), ('b', '<i8')], 'fortran_order': False, 'shape': (2,), }"),
       {"structures", "a['votes']"}},
      {dict("{'descr': [('a', '<i8'), "), {"list is not closed"}},
      {dict("{'descr': '<i8', 'fortran_order': False, }"), {"no descr, fortran_order or shape"}},
      {dict("{'descr': '<i8', 'descr': '<i8', 'fortran_order': False, 'shape': (4,)}"), {"a key twice"}},
      {dict("{'descr': '<i8', 'fortran_order': False, 'shape': (4,), 'more': 1}"), {"unknown key"}},
      {dict("{'descr': '<i8', 'fortran_order': Maybe, 'shape': (4,)}"), {"True nor False"}},
      {dict("{'descr': '<i8', 'fortran_order': False, 'shape': (4,)} + x"), {"text after"}},
      {dict("{'descr': '<i8"), {"quote is not closed"}},
      {dict("['<i8']"), {"'{'"}},
  };
  for (const Case& one : cases) {
    const std::string message = test::message_of([&] { read_npy(one.bytes, "votes.npy"); });
    EXPECT_TRUE(message.starts_with("votes.npy, byte ")) << message;
    for (const std::string& wanted : one.wanted) {
      EXPECT_NE(message.find(wanted), std::string::npos) << "no " << wanted << " in: " << message;
    }
  }
}

TEST(Npy, RefusesCellsOfAnotherMeaning) {
  const auto message = [](const std::string& bytes, auto read) {
    return test::message_of([&] { read(read_npy(bytes, "a.npy")); });
  };
  const auto integers = [](const NpyArray& array) { array.as_integers(); };
  const auto texts = [](const NpyArray& array) { array.as_texts(); };
  EXPECT_EQ(message(npy("<f8", "(2, 2)", cells<double>({1, 2, 2.5, 1})), integers).substr(0, 18),
            "a.npy, [1, 0]: 2.5");
  EXPECT_NE(message(npy("<f8", "(1,)", cells<double>({NAN})), integers).find("[0]: nan"), std::string::npos);
  EXPECT_NE(message(npy("<u8", "(1,)", cells<std::uint64_t>({~std::uint64_t{0}})), integers).find("64 bits"),
            std::string::npos);
  EXPECT_NE(message(npy("|S2", "(1,)", "ab"), integers).find("text"), std::string::npos);
  EXPECT_NE(message(npy("|S2", "(1,)", "\xE4x"), texts).find("not UTF-8"), std::string::npos);
  EXPECT_NE(message(npy("<U1", "(1,)", cells<std::uint32_t>({0x110000})), texts).find("no Unicode"),
            std::string::npos);
  EXPECT_NE(message(npy("<U1", "(1,)", cells<std::uint32_t>({0xD800})), texts).find("not UTF-8"),
            std::string::npos);
}

TEST(Npy, WritesWhatItReads) {
  const test::TemporaryFolder folder;
  const std::array<std::size_t, 2> shape = {2, 3};
  const auto round_trip = [&]<class T>(std::vector<T> values) {
    write_npy<T>(folder / "a.npy", values, shape);
    const std::string bytes = read_file(folder / "a.npy");
    const NpyArray array = read_npy(bytes, "a.npy");
    EXPECT_EQ(array.header.data_offset % 64, 0u);
    EXPECT_EQ(array.shape(), (std::vector<std::size_t>{2, 3}));
    EXPECT_EQ(array.header.dtype, kNpyDtype<T>);
    EXPECT_EQ(array.as_doubles(), std::vector<double>(values.begin(), values.end()));
  };
  round_trip(std::vector<std::uint8_t>{1, 2, 3, 4, 5, 255});
  round_trip(std::vector<std::int32_t>{-1, 2, 3, 4, 5, 6});
  round_trip(std::vector<std::int64_t>{-1, 2, 3, 4, 5, 6});
  round_trip(std::vector<float>{-1.5, 2, 3, 4, 5, 6});
  round_trip(std::vector<double>{-1.5, 2, 3, 4, 5, 0.1});
}

TEST(Npy, AnUnfinishedArrayLeavesNothing) {
  const test::TemporaryFolder folder;
  const std::array<std::size_t, 1> shape = {3};
  {
    NpyWriter writer = npy_writer<double>(folder / "a.npy", shape);
    const std::array<double, 2> part = {1, 2};
    writer.append(std::span<const double>(part));
    EXPECT_THROW(writer.commit(), std::logic_error);
    EXPECT_THROW(writer.append(std::span<const double>(part)), std::logic_error);
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(Npz, WritesWhatItReads) {
  const test::TemporaryFolder folder;
  const std::vector<float> logits = {0.5F, -1, 2, 3, 4, 5};
  const std::vector<std::int64_t> labels = {-7, 1LL << 40};
  const std::vector<std::string> names = {"cä", "狗"};
  const std::array<std::size_t, 2> matrix = {2, 3};
  const std::array<std::size_t, 1> row = {2};
  const std::array<NpzPart, 3> parts = {npz_part<float>("logits", logits, matrix),
                                        npz_part<std::int64_t>("labels", labels, row),
                                        npz_part("items", names)};
  write_npz(folder / "a.npz", parts);
  const std::string bytes = read_file(folder / "a.npz");
  const NpzReader npz(bytes, "a.npz");
  ASSERT_EQ(npz.entries().size(), 3u);
  EXPECT_EQ(npz.find("logits")->header.dtype, "<f4");
  EXPECT_EQ(npz.find("logits")->header.shape, (std::vector<std::size_t>{2, 3}));
  EXPECT_EQ(npz.read(*npz.find("logits")).as_doubles(), std::vector<double>(logits.begin(), logits.end()));
  EXPECT_EQ(npz.read(*npz.find("labels")).as_integers(), labels);
  EXPECT_EQ(npz.read(*npz.find("items")).as_texts(), names);

  EXPECT_THROW(npz_part<float>("short", logits, row), std::logic_error);
  const std::array<NpzPart, 2> same = {npz_part("items", names), npz_part("items", names)};
  EXPECT_THROW(write_npz(folder / "b.npz", same), std::logic_error);
  EXPECT_FALSE(std::filesystem::exists(folder / "b.npz"));
}

// Both directions against the real numpy, where there is one.
TEST(Npy, AgreesWithNumpy) {
  const test::TemporaryFolder folder;
  const std::string python = "/usr/bin/python3";
  if (std::system((python + " -c 'import numpy' 2>/dev/null").c_str()) != 0) GTEST_SKIP() << "no numpy";
  const std::array<std::size_t, 2> shape = {2, 3};
  const std::vector<double> values = {0.1, -2, 3, 1e300, 5, 6};
  write_npy<double>(folder / "ours.npy", values, shape);
  const std::vector<std::string> names = {"cä", "狗", "x"};
  const std::array<NpzPart, 2> parts = {npz_part("names", names), npz_part("m", "|u1", shape, 1, "abcdef")};
  write_npz(folder / "ours.npz", parts);
  write_file(folder / "run.py", R"(
import sys, numpy as np
d = sys.argv[1]
a = np.load(d + '/ours.npy')
assert a.dtype == np.float64 and a.tolist() == [[0.1, -2, 3], [1e300, 5, 6]], a
z = np.load(d + '/ours.npz')
assert z['names'].tolist() == ['cä', '狗', 'x'] and z['m'].tolist() == [[97, 98, 99], [100, 101, 102]]
np.save(d + '/a.npy', np.arange(6, dtype=np.int32).reshape(2, 3))
np.save(d + '/f.npy', np.asfortranarray(np.arange(6).reshape(2, 3)))
np.save(d + '/b.npy', np.arange(6).astype('>i8'))
for name, save in (('s', np.savez), ('c', np.savez_compressed)):
    save(d + '/' + name + '.npz', counts=np.arange(3000).reshape(1000, 3), classes=np.array(['a', 'b', 'ü']))
)");
  ASSERT_EQ(std::system((python + " " + (folder / "run.py").string() + " " + folder.path().string()).c_str()),
            0);
  const std::string a = read_file(folder / "a.npy");
  EXPECT_EQ(read_npy(a, "a").as_integers(), (std::vector<std::int64_t>{0, 1, 2, 3, 4, 5}));
  for (const char* name : {"f.npy", "b.npy"}) {
    const std::string bytes = read_file(folder / name);
    EXPECT_THROW(read_npy(bytes, name), Error) << name;
  }
  for (const char* name : {"s.npz", "c.npz"}) {
    const std::string bytes = read_file(folder / name);
    const NpzReader npz(bytes, name);
    EXPECT_EQ(npz.read(*npz.find("classes")).as_texts(), (std::vector<std::string>{"a", "b", "ü"}));
    const std::vector<std::int64_t> counts = npz.read(*npz.find("counts")).as_integers();
    ASSERT_EQ(counts.size(), 3000u);
    EXPECT_EQ(counts[2999], 2999);
  }
}

}  // namespace
}  // namespace dissent::npy_test
