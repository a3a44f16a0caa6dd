// Reading votes from any tool's export: one file an importer, chosen by content, and one explicit list of
// them.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "dissent/core/choice.h"
#include "dissent/core/settings.h"
#include "dissent/votes/audit.h"
#include "dissent/votes/vote_table.h"

namespace dissent {

class Source;

// What becomes of several votes of one annotator on one item.
enum class DuplicatePolicy { keep, first, last, error };
template <>
struct Choices<DuplicatePolicy> {
  static constexpr std::string_view what = "policy";
  static constexpr Choice<DuplicatePolicy> list[] = {{DuplicatePolicy::keep, "keep"},
                                                     {DuplicatePolicy::first, "first"},
                                                     {DuplicatePolicy::last, "last"},
                                                     {DuplicatePolicy::error, "error"}};
};

struct ImportOptions {
  std::string format = "auto";
  std::string item_column{};
  std::string annotator_column{};
  std::string label_column{};
  std::vector<std::string> classes{};
  bool ordinal = false;
  bool nominal = false;
  std::vector<std::string> no_vote{};
  std::vector<std::string> map{};
  std::string split_labels{};
  bool no_header = false;
  bool transpose = false;
  DuplicatePolicy duplicates = DuplicatePolicy::keep;
  bool drop_empty = false;
  Decorate option_name{};  // how an option is written in the audit; the bare key where this is empty

  static constexpr auto fields() {
    using O = ImportOptions;
    return std::tuple{
        Field{"format", &O::format,
              "how to read the votes; 'auto' looks at the content (see `dissent formats`)"},
        Field{"item-column", &O::item_column,
              "name or number (from 1) of the column that identifies the item, or path of the key (task.id); "
              "several with "
              "commas between them"},
        Field{"annotator-column", &O::annotator_column,
              "the same for the annotator; of a table with a column an annotator, the columns, "
              "comma-separated, "
              "with * for any text"},
        Field{"label-column", &O::label_column, "the same for the label, or the name of the question"},
        Field{"classes", &O::classes,
              "class names in their order, comma-separated; other labels are dropped and counted"},
        Field{"ordinal", &O::ordinal,
              "the order of {classes} means something (numbers are taken as ordered without it)"},
        Field{"nominal", &O::nominal, "the classes have no order, even where they are numbers"},
        Field{"no-vote", &O::no_vote,
              "labels that stand for no vote, comma-separated: -1, 255, ? or whatever the file uses"},
        Field{"map", &O::map,
              "labels to rename as they are read: old=new,... or the name of a CSV file with two columns"},
        Field{
            "split-labels", &O::split_labels,
            "the text between several labels in one cell, such as ';': every label becomes a question of its "
            "own, answered by yes or no"},
        Field{"no-header", &O::no_header,
              "the first line of a table is data; its columns then go by number, from 1"},
        Field{"transpose", &O::transpose, "swap items and annotators"},
        Field{"duplicates", &O::duplicates,
              "several votes of one annotator on one item: keep, first, last or error"},
        Field{"drop-empty", &O::drop_empty,
              "leave out items that have no votes (otherwise kept and counted)"},
    };
  }
};

struct ImportResult {
  VoteTable votes;
  Audit audit;
  std::vector<std::int32_t> gold;  // [items] class index, -1 where unknown; empty where the source has none
};

struct Importer {
  std::string_view name;
  std::string_view what;  // one line for `dissent formats`
  // Cheap: looks at the glimpse, not at the whole. Options that say where something stands are heeded.
  Recognition (*recognises)(const Source&, const ImportOptions&);
  ImportResult (*read)(const Source&, const ImportOptions&);
};

// In the order in which they are asked: the special shapes before the general ones.
std::span<const Importer> importers();

ImportResult import_votes(const std::filesystem::path& path, const ImportOptions& options = {});
// The same from bytes already in memory; `name` is for messages and stands for the path.
ImportResult import_votes_from(std::string_view bytes, const std::filesystem::path& name,
                               const ImportOptions& options = {});

}  // namespace dissent
