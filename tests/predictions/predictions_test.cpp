// Predictions as arrays; what is no predictions at all.
#include "dissent/predictions/predictions.h"

#include <cstdint>
#include <map>
#include <type_traits>

#include "dissent/io/npz.h"
#include "dissent/io/safetensors.h"
#include "predictions/predictions_support.h"
#include "support/arrays.h"

namespace dissent::predictions_test {
namespace {

using test::cells;
using test::contains;
using test::error_of;
using test::npy;
using test::Numbers;
using test::Texts;
using test::values;

static_assert(std::is_nothrow_move_constructible_v<PredictionFile>);
static_assert(std::is_move_assignable_v<PredictionFile> && !std::is_copy_constructible_v<PredictionFile>);

bool holds_floats(const PredictionFile& file) {
  return std::holds_alternative<std::span<const float>>(file.cells);
}

std::string npz(const std::vector<std::pair<std::string, std::string>>& arrays) {
  std::vector<test::ZipFile> files;
  for (const auto& [name, array] : arrays) files.push_back({name + ".npy", array});
  return test::zip(files);
}

using PredictionArrays = test::PredictionFiles;

const std::string kLogits = npy("<f4", "(2, 3)", cells<float>({1, 2, 3, 4, 5, 6}));
const std::string kHalf = npy("<f8", "(2, 2)", cells<double>({0.5, 0.5, 0.25, 0.75}));
const std::string kTwoNames = npy("<U1", "(2,)", std::string("a\0\0\0b\0\0\0", 8));

TEST_F(PredictionArrays, NpyIsUsedWhereItLies) {
  const PredictionFile doubles = read("pred.npy", kHalf);
  EXPECT_EQ(doubles.rows, 2u);
  EXPECT_EQ(doubles.classes, 2u);
  EXPECT_EQ(values(doubles), (Numbers{0.5, 0.5, 0.25, 0.75}));
  EXPECT_TRUE(doubles.items.empty() && doubles.class_names.empty() && doubles.split.empty());
  EXPECT_EQ(doubles.stated, StatedKind::unknown);
  EXPECT_EQ(place(doubles, 1), "pred.npy: row 1 (from 0)");
  const auto* first = reinterpret_cast<const char*>(std::get<std::span<const double>>(doubles.cells).data());
  const std::string_view file = doubles.backing.file->bytes();
  EXPECT_TRUE(first >= file.data() && first < file.data() + file.size());
  const PredictionFile floats = read("pred.npy", kLogits);
  EXPECT_TRUE(holds_floats(floats));
  EXPECT_EQ(values(floats), (Numbers{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(std::get<0>(floats.backing.owned).size(), 0u);
}

TEST_F(PredictionArrays, NpyOfHalvesIsConverted) {
  const PredictionFile file = read("pred.npy", npy("<f2", "(1, 2)", cells<std::uint16_t>({0x3800, 0xC000})));
  EXPECT_TRUE(holds_floats(file));
  EXPECT_EQ(values(file), (Numbers{0.5, -2}));
}

TEST_F(PredictionArrays, UnalignedBytesAreCopied) {
  for (std::size_t shift = 0; shift < 8; ++shift) {
    const std::string bytes = std::string(shift, ' ') + kHalf;
    const PredictionFile file = read_predictions_from(std::string_view(bytes).substr(shift), "pred.npy");
    const auto span = std::get<std::span<const double>>(file.cells);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(span.data()) % alignof(double), 0u);
    EXPECT_EQ(values(file), (Numbers{0.5, 0.5, 0.25, 0.75}));
  }
}

TEST_F(PredictionArrays, MovingKeepsTheCells) {
  const std::string table = "item,cat,dog\nx,0.5,0.5\ny,0.25,0.75\n";
  for (const auto& [name, bytes] : {std::pair<std::string, std::string>("pred.npy", kHalf),
                                    {"pred.npz", npz({{"probs", kHalf}})},
                                    {"pred.csv", table}}) {
    auto file = std::make_unique<PredictionFile>(read(name, bytes));
    PredictionFile moved(std::move(*file));
    file.reset();
    PredictionFile assigned = read("other.csv", "item,a\nu,1\n");
    assigned = std::move(moved);
    EXPECT_EQ(values(assigned), (Numbers{0.5, 0.5, 0.25, 0.75})) << name;
    if (name == "pred.csv") {
      EXPECT_EQ(assigned.items[1], "y");
      EXPECT_EQ(place(assigned, 1), "pred.csv, line 3");
    }
  }
}

TEST_F(PredictionArrays, FortranOrderIsTurned) {
  const PredictionFile file = read("p.npy", npy("<f8", "(2, 3)", cells<double>({1, 4, 2, 5, 3, 6}), true));
  EXPECT_EQ(file.rows, 2U);
  EXPECT_EQ(values(file), (Numbers{1, 2, 3, 4, 5, 6}));
  EXPECT_TRUE(contains(file.remarks.front(), "Fortran order"));
}

TEST_F(PredictionArrays, NpzInFortranOrder) {
  const std::string turned = npy("<f8", "(2, 3)", cells<double>({1, 4, 2, 5, 3, 6}), true);
  EXPECT_EQ(values(read("p.npz", npz({{"logits", turned}}))), (Numbers{1, 2, 3, 4, 5, 6}));
}

TEST_F(PredictionArrays, NamesThatArePythonObjects) {
  EXPECT_EQ(failure("p.npz", npz({{"probs", kHalf}, {"items", npy("|O", "(2,)", "pickled")}})),
            "p.npz, array 'items': an array of Python objects, where names of items are wanted; save them as "
            "text: items.astype(str)");
}

TEST_F(PredictionArrays, NpyThatHoldsNoPredictionsIsRefused) {
  const std::string where = "where predictions are";
  EXPECT_TRUE(contains(failure("p.npy", npy("<i8", "(1, 2)", cells<std::int64_t>({1, 2}))),
                       "p.npy: whole numbers (dtype '<i8'), " + where));
  EXPECT_TRUE(contains(failure("p.npy", npy("|b1", "(1, 2)", "\1\1")), "not its labels"));
  EXPECT_EQ(read("p.npy", kTwoNames).labels.size(), 2U);  // one label an item
  EXPECT_EQ(read("p.npy", npy("<f8", "(2,)", cells<double>({1, 2}))).labels, (Texts{"1", "2"}));
  EXPECT_EQ(read("p.npy", npy("<f8", "(2,)", cells<double>({1, 0.5}))).classes, 1U);  // a number an item
  EXPECT_EQ(read("p.npy", npy("<i8", "(2, 1)", cells<std::int64_t>({1, 2}))).labels, (Texts{"1", "2"}));
  EXPECT_TRUE(contains(failure("p.npy", npy("<f8", "(1, 1, 2)", cells<double>({1, 2}))),
                       "shape (1, 1, 2), " + where));
  EXPECT_TRUE(contains(failure("p.npy", npy("<f8", "(0, 2)", "")), "shape (0, 2) holds no predictions"));
  EXPECT_TRUE(contains(failure("p.npy", npy("<f8", "(2, 0)", "")), "holds no predictions"));
  EXPECT_TRUE(contains(failure("p.npy", npy("<f2", "(1, 70000)", std::string(140000, '\0'))), "a.T turns"));
  EXPECT_TRUE(contains(failure("p.npy", kHalf.substr(0, kHalf.size() - 3)), "ends early"));
  EXPECT_TRUE(contains(failure("p.npy", kHalf, {"", "logits"}), "pred-array 'logits': an npy file"));
  EXPECT_TRUE(contains(failure("p.npy", kHalf, {"id", ""}), "pred-item-column 'id': an npy file"));
}

TEST_F(PredictionArrays, NpzAsPredictWritesIt) {
  const std::vector<std::string> items = {"x", "y"}, split = {"train", "new"}, classes = {"a", "b", "c"};
  const std::vector<float> logits = {1, 2, 3, 4, 5, 6};
  const std::vector<double> probabilities = {0.5, 0.25, 0.25, 1, 0, 0};
  const std::size_t shape[] = {2, 3};
  const std::vector<NpzPart> parts = {
      npz_part("items", items),
      npz_part("split", split),
      npz_part("classes", classes),
      npz_part("logits", std::span<const float>(logits), shape),
      npz_part("probabilities", std::span<const double>(probabilities), shape),
      npz_part("features", std::span<const float>(logits), shape)};
  write_npz(folder / "pred.npz", parts);
  const PredictionFile file = read_predictions(folder / "pred.npz");
  EXPECT_EQ(values(file), (Numbers{1, 2, 3, 4, 5, 6}));
  EXPECT_TRUE(holds_floats(file));
  EXPECT_EQ(file.stated, StatedKind::logits);
  EXPECT_EQ(file.items.strings(), items);
  EXPECT_EQ(file.split, split);
  EXPECT_EQ(file.class_names, classes);
  EXPECT_EQ(file.remarks, (Texts{"read the array 'logits'", "items named by the array 'items'"}));
  EXPECT_EQ(place(file, 1), "pred.npz: item 'y'");
  const PredictionFile other = read_predictions(folder / "pred.npz", {"", "probabilities"});
  EXPECT_EQ(values(other), probabilities);
  EXPECT_EQ(other.stated, StatedKind::probabilities);
  EXPECT_TRUE(contains(error_of([&] {
                         read_predictions(folder / "pred.npz", {"", "logit"});
                       }),
                       "pred-array: unknown array 'logit'; did you mean 'logits'?"));
}

TEST_F(PredictionArrays, NpzArraysAreChosenByName) {
  const std::string labels = npy("<i8", "(2,)", cells<std::int64_t>({7, 8}));
  const PredictionFile only = read("p.npz", npz({{"y_hat", kHalf}, {"gold", labels}, {"ids", labels}}));
  EXPECT_EQ(values(only), (Numbers{0.5, 0.5, 0.25, 0.75}));
  EXPECT_EQ(only.items.strings(), (Texts{"7", "8"}));
  EXPECT_EQ(only.stated, StatedKind::unknown);
  const PredictionFile softmax = read("p.npz", npz({{"x", kLogits}, {"pred", labels}, {"softmax", kHalf}}));
  EXPECT_EQ(softmax.stated, StatedKind::probabilities);
  EXPECT_EQ(read("p.npz", npz({{"log_probs", kHalf}})).stated, StatedKind::logits);
  const PredictionFile named =
      read("p.npz", npz({{"probs", kHalf}, {"who", labels}, {"class_names", kTwoNames}}), {"who", ""});
  EXPECT_EQ(named.items.strings(), (Texts{"7", "8"}));
  EXPECT_EQ(named.class_names, (Texts{"a", "b"}));
  // Arrays that may be names of something else are taken only where they fit.
  const PredictionFile fits =
      read("p.npz", npz({{"probs", kLogits}, {"names", kTwoNames}, {"labels", kTwoNames}}));
  EXPECT_EQ(fits.items.strings(), (Texts{"a", "b"}));
  EXPECT_TRUE(fits.class_names.empty());
}

TEST_F(PredictionArrays, NpzThatDoesNotFitIsRefused) {
  EXPECT_EQ(failure("p.npz", npz({{"a", kHalf}, {"b", kHalf}})),
            "p.npz: several arrays could be the predictions among 'a (2, 2), b (2, 2)'; choose one with "
            "pred-array, or save it as logits or probabilities");
  EXPECT_TRUE(contains(failure("p.npz", npz({{"a", kTwoNames}})), "no array of floats of [items, classes]"));
  const std::string labels = npy("<i8", "(2,)", cells<std::int64_t>({7, 7}));
  EXPECT_TRUE(contains(failure("p.npz", npz({{"probs", labels}})), "p.npz, array 'probs': whole numbers"));
  EXPECT_EQ(read("p.npz", npz({{"pred", labels}})).labels, (Texts{"7", "7"}));
  EXPECT_EQ(read("p.npz", npz({{"a", kHalf}, {"b", labels}}), {"", "b"}).labels, (Texts{"7", "7"}));
  const std::string three = npy("<i8", "(3,)", cells<std::int64_t>({1, 2, 3}));
  EXPECT_EQ(
      failure("p.npz", npz({{"logits", kLogits}, {"items", three}})),
      "p.npz, array 'items': shape (3,) does not fit the predictions, which have 2 rows; save as many names");
  EXPECT_TRUE(contains(failure("p.npz", npz({{"logits", kLogits}, {"classes", kTwoNames}})),
                       "array 'classes': shape (2,) does not fit the predictions, which have 3 columns"));
  EXPECT_EQ(failure("p.npz", npz({{"logits", kLogits}, {"items", labels}})),
            "p.npz: row 1 (from 0): item '7' stands here again, after row 0; give every row its own item");
  EXPECT_TRUE(contains(failure("p.npz", npz({{"probs", kHalf}, {"classes", npy("|S1", "(2,)", "aa")}})),
                       "two classes are called 'a'"));
  EXPECT_TRUE(contains(
      failure("p.npz", npz({{"probs", kHalf}, {"items", npy("|S1", "(2,)", std::string("a\0", 2))}})),
      "row 1 (from 0): an empty item name"));
  EXPECT_TRUE(contains(failure("p.npz", npz({{"probs", kHalf}}), {"who", ""}),
                       "pred-item-column: unknown array 'who'; known: probs"));
  EXPECT_TRUE(contains(failure("p.npz", npz({{"probs", kHalf}}).substr(0, 100)), "damaged"));
}

TEST_F(PredictionArrays, SafetensorsByContent) {
  const std::string data = cells<float>({1, 2, 3, 4, 5, 6});
  const SafetensorsEntry logits{"logits", "F32", {2, 3}, data};
  const std::map<std::string, std::string> metadata = {{"classes", "[\"a\", \"b,c\", 3]"},
                                                       {"items", "[\"x\", 2]"}};
  write_safetensors(folder / "pred.bin", std::span(&logits, 1), metadata);
  const PredictionFile file = read_predictions(folder / "pred.bin");
  EXPECT_EQ(values(file), (Numbers{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(file.class_names, (Texts{"a", "b,c", "3"}));
  EXPECT_EQ(file.items.strings(), (Texts{"x", "2"}));
  EXPECT_EQ(file.stated, StatedKind::logits);
  const auto* first = reinterpret_cast<const char*>(std::get<0>(file.cells).data());
  const std::string_view bytes = file.backing.file->bytes();
  EXPECT_TRUE(first >= bytes.data() && first < bytes.data() + bytes.size());

  write_safetensors(folder / "pred.bin", std::span(&logits, 1), {{"classes", "a, b"}});
  EXPECT_TRUE(contains(error_of([&] { read_predictions(folder / "pred.bin"); }),
                       "metadata 'classes': 2 names, and the predictions have 3 columns"));
  write_safetensors(folder / "pred.bin", std::span(&logits, 1), {{"classes", "a, b,c"}, {"items", "[1"}});
  EXPECT_TRUE(contains(error_of([&] { read_predictions(folder / "pred.bin"); }), "metadata 'items', line 1"));
  write_safetensors(folder / "pred.bin", std::span(&logits, 1), {{"classes", "a, b,c"}, {"items", "[1, 1]"}});
  EXPECT_TRUE(
      contains(error_of([&] { read_predictions(folder / "pred.bin"); }), "item '1' stands here again"));
}

TEST_F(PredictionArrays, SafetensorsOfOtherTypes) {
  const auto write = [&](const std::string& dtype, const std::string& data) {
    const std::string ids = cells<std::int64_t>({5, 6});
    const std::vector<SafetensorsEntry> entries = {{"probs", dtype, {2, 1}, data}, {"ids", "I64", {2}, ids}};
    write_safetensors(folder / "p.safetensors", entries, {});
    return read_predictions(folder / "p.safetensors");
  };
  for (const PredictionFile& file :
       {write("F64", cells<double>({0.5, -2})), write("F32", cells<float>({0.5, -2})),
        write("F16", cells<std::uint16_t>({0x3800, 0xC000})),
        write("BF16", cells<std::uint16_t>({0x3F00, 0xC000}))}) {
    EXPECT_EQ(values(file), (Numbers{0.5, -2}));
    EXPECT_EQ(file.items.strings(), (Texts{"5", "6"}));
  }
  EXPECT_TRUE(contains(error_of([&] {
                         write("I32", cells<std::int32_t>({1, 2}));
                       }),
                       "array 'probs': whole numbers"));
  EXPECT_TRUE(
      contains(error_of([&] { write("F8_E5M2", "ab"); }), "dtype 'F8_E5M2', where predictions are floats"));
  EXPECT_TRUE(contains(failure("p.safetensors", "abc"), "too few for a safetensors file"));
  EXPECT_TRUE(contains(failure("p.bin", std::string("\x10\0\0\0\0\0\0\0{", 9)),
                       "the header takes 16 bytes and 1 follow"));
}

TEST_F(PredictionArrays, WhatIsNoPredictionsAtAllIsRefused) {
  EXPECT_TRUE(contains(failure("p.npy", ""), "the file is empty"));
  EXPECT_TRUE(contains(failure("p.bin", std::string("\1\2\3\4\5\6\7\0\0abc", 12)), "binary data"));
  EXPECT_TRUE(contains(failure("p.csv.gz", "\x1F\x8B\x08"), "the gzip file is cut off"));
  EXPECT_TRUE(contains(error_of([&] { read_predictions(folder / "none.npy"); }), "none.npy: cannot be read"));
  EXPECT_TRUE(
      contains(error_of([&] { read_predictions(folder.path()); }), "is a folder, where a file is wanted"));
}

}  // namespace
}  // namespace dissent::predictions_test
