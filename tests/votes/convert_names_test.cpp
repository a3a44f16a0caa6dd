// What `convert` writes, dissent reads: names of any kind, in every form that there is, come back the same,
// or the form is refused before anything is written.
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "dissent/core/choices.h"
#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/votes/convert.h"
#include "dissent/votes/importer.h"
#include "support/temporary_folder.h"

namespace dissent::convert_names_test {
namespace {

// Names as people, programs and attackers choose them.
const std::vector<std::string>& hostile_names() {
  static const std::vector<std::string> names = {
      "",
      " ",
      " blank before",
      "blank after ",
      "\ttab before",
      "tab\tinside",
      "line\nbreak",
      "return\rinside",
      "both\r\n",
      "\n",
      "a,b",
      "a;b",
      "a|b",
      "\"quoted\"",
      "half \" quote",
      "\"",
      "'",
      "=1+1",
      "+x",
      "-x",
      "@x",
      "#hash",
      "\\",
      "a\\nb",
      "NA",
      "nan",
      "NaN",
      "null",
      "None",
      "?",
      "-",
      "-1",
      "0",
      "1",
      "1.0",
      "01",
      "1e3",
      "+5",
      "inf",
      "true",
      "item",
      "annotator",
      "label",
      "task",
      "worker",
      "items",
      "classes",
      "text",
      "\xEF\xBB\xBF"
      "bom",
      "\x1b[31mred",
      "bell\x07",
      std::string("nul\0inside", 10),
      std::string("nul at the end\0", 15),
      "caf\xE9",
      "\xFF\xFE",
      "naïve 猫 🐱",
      "a\xCC\x81",
      "{\"json\": 1}",
      "[1, 2]",
      "${HOME} $(id)",
      "../../etc/passwd",
      "<script>",
      std::string(5000, 'x'),
      std::string(std::size_t{1} << 21, 'y'),
  };
  return names;
}

enum class Role { item, annotator, label };

// Three of each, one of them with the name.
VoteTable votes_with(const std::string& name, Role role) {
  std::vector<std::string> items{"north", "south", "west"}, annotators{"anna", "bo", "cy"},
      classes{"cat", "dog", "yak"};
  if (role == Role::item) items[1] = name;
  if (role == Role::annotator) annotators[1] = name;
  if (role == Role::label) classes[1] = name;
  VoteTable::Parts parts;
  for (const std::string& item : items) parts.items.add(item);
  for (const std::string& annotator : annotators) parts.annotators.add(annotator);
  parts.classes = classes_as_listed(classes, false);
  parts.offsets.push_back(0);
  for (std::uint32_t i = 0; i < 3; ++i) {
    for (std::uint32_t a = 0; a < 3; ++a) {
      parts.labels.push_back(static_cast<VoteTable::Label>((i * a + a) % 3));
      parts.annotator.push_back(a);
    }
    parts.offsets.push_back(parts.labels.size());
  }
  return VoteTable(std::move(parts));
}

// Who said what on which item, or how often, as far as a form tells.
struct Content {
  std::vector<std::string> items;
  std::set<std::string> classes;
  std::map<std::string, std::multiset<std::pair<std::string, std::string>>>
      votes;  // item -> annotator, label
  std::map<std::string, std::map<std::string, double>> shares;
  bool operator==(const Content&) const = default;
};
Content content(const VoteTable& table, bool annotators, bool names) {
  Content out;
  const auto item_name = [&](std::size_t i) {
    return names ? std::string(table.item_name(i)) : std::to_string(i);
  };
  const auto class_name = [&](std::size_t k) { return names ? table.class_name(k) : std::to_string(k); };
  for (std::size_t k = 0; k < table.classes(); ++k) out.classes.insert(class_name(k));
  std::vector<double> row(table.classes());
  for (std::size_t i = 0; i < table.items(); ++i) {
    out.items.push_back(item_name(i));
    table.fractions_of(i, row);
    for (std::size_t k = 0; k < row.size(); ++k) out.shares[item_name(i)][class_name(k)] = row[k];
    if (!annotators) continue;
    for (std::size_t v = 0; v < table.labels_of(i).size(); ++v) {
      out.votes[item_name(i)].emplace(table.annotator_name(table.annotators_of(i)[v]),
                                      class_name(table.labels_of(i)[v]));
    }
  }
  return out;
}

struct Case {
  VoteForm form;
  const char* file;
  const char* format;
  bool annotators, names;
};
constexpr Case kCases[] = {
    {VoteForm::long_rows, "v.csv", "long", true, true},
    {VoteForm::long_rows, "v.tsv", "long", true, true},
    {VoteForm::crowdkit, "v.csv", "long", true, true},
    {VoteForm::crowdkit, "v.tsv", "long", true, true},
    {VoteForm::wide, "v.csv", "wide", true, true},
    {VoteForm::wide, "v.tsv", "wide", true, true},
    {VoteForm::lewidi, "v.json", "lewidi", true, true},
    {VoteForm::counts, "v.csv", "counts", false, true},
    {VoteForm::counts, "v.tsv", "counts", false, true},
    {VoteForm::counts, "v.npz", "counts", false, true},
    {VoteForm::counts, "v.npy", "counts", false, false},
    {VoteForm::probabilities, "v.csv", "probabilities", false, true},
    {VoteForm::probabilities, "v.tsv", "probabilities", false, true},
    {VoteForm::probabilities, "v.npz", "probabilities", false, true},
    {VoteForm::probabilities, "v.npy", "probabilities", false, false},
};

class ConvertNames : public ::testing::TestWithParam<Case> {};

TEST_P(ConvertNames, ComeBackOrAreRefused) {
  const auto [form, file, format, annotators, names] = GetParam();
  const test::TemporaryFolder folder;
  const std::filesystem::path path = folder / file;
  for (const std::string& name : hostile_names()) {
    for (const Role role : {Role::item, Role::annotator, Role::label}) {
      if (role == Role::label && trim(name).empty()) continue;  // no table has it
      const VoteTable votes = votes_with(name, role);
      const std::string what = fmt::format("{} as {}", in_quotes(name), static_cast<int>(role));
      std::filesystem::remove(path);
      Conversion done;
      try {
        ConvertOptions options;
        options.form = form;
        done = convert(votes, path, options);
      } catch (const Error& error) {
        EXPECT_FALSE(std::filesystem::exists(path)) << what;
        EXPECT_LE(std::string(error.what()).size(), 300U) << what;
        EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << what;
        continue;
      }
      ImportOptions reading;
      reading.format = format;
      if (form == VoteForm::wide) reading.item_column = "item";
      if (done.loses_classes) reading.classes = votes.class_space().names;
      try {
        const VoteTable again = import_votes(path, reading).votes;
        EXPECT_EQ(content(again, annotators, names), content(votes, annotators, names)) << what;
      } catch (const Error& error) {
        ADD_FAILURE() << what << ": written, and not read: " << error.what();
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(EveryForm, ConvertNames, ::testing::ValuesIn(kCases), [](const auto& info) {
  return std::string(name_of(info.param.form)) == "long"
             ? fmt::format("long_{}", info.param.file + 2)
             : fmt::format("{}_{}", name_of(info.param.form), info.param.file + 2);
});

}  // namespace
}  // namespace dissent::convert_names_test
