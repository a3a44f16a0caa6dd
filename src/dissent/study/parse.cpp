#include <algorithm>
#include <cmath>
#include <set>

#include "dissent/catalog/figures.h"
#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/core/undefined.h"
#include "dissent/io/file.h"
#include "dissent/io/folder.h"
#include "dissent/metrics/slices.h"
#include "dissent/run/run_options.h"
#include "dissent/study/columns.h"
#include "dissent/study/grid.h"
#include "dissent/study/study.h"

namespace dissent {
namespace {

using Names = std::vector<std::string_view>;

// The name of a study, a table or a figure becomes a file's name.
bool is_file_name(std::string_view name) {
  const bool plain = std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
  });
  return plain && !name.empty() && name.size() <= 100;
}

class StudyParser : YamlReader {
 public:
  StudyParser(const std::filesystem::path& path, const std::vector<std::uint64_t>& seeds)
      : YamlReader(path), seeds_(seeds) {}

  Study parse(const YamlNode& root) {
    Names known;
    add_field_names<StudyHead>(known);
    for (const char* part : {"options", "grid", "evaluate", "tables", "tests", "figures"})
      known.push_back(part);
    check_keys(root, known);
    study_.path = path();
    settings(root, static_cast<StudyHead&>(study_));
    const YamlNode& name = needed(root, "name", path().string());
    if (!is_file_name(study_.name) || study_.name == "runs" || study_.name == "claims" ||
        study_.name == "failed") {
      fail("{}: name is {}: letters, digits, - and _ are wanted, and not runs, claims or failed", place(name),
           in_quotes(study_.name));
    }
    study_.runs =
        expand_grid(*this, root.find("options"), needed(root, "grid", path().string()), study_.data, seeds_);
    if (const YamlNode* node = root.find("evaluate")) read_evaluate(*node);
    columns_ = study_columns(study_);
    for_each_entry(root, "tables", [&](const YamlNode& node) { read_table(node); });
    for_each_entry(root, "tests", [&](const YamlNode& node) { read_test(node); });
    for_each_entry(root, "figures", [&](const YamlNode& node) { read_figure(node); });
    return std::move(study_);
  }

 private:
  template <class Read>
  void for_each_entry(const YamlNode& root, std::string_view key, Read&& read) {
    const YamlNode* list = root.find(key);
    if (list == nullptr) return;
    if (list->kind != YamlNode::Kind::list) {
      fail("{}: {} is {}, where a list is wanted", place(*list), key, to_string(list->kind));
    }
    std::set<std::string> names;
    for (const YamlNode& node : list->items) {
      read(node);
      const YamlNode& name = needed(node, "name", place(node));
      if (!is_file_name(name.text)) {
        fail("{}: name is {}: letters, digits, - and _ are wanted", place(name), in_quotes(name.text));
      }
      if (!names.insert(name.text).second) {
        fail("{}: {} has two entries called {}", place(name), key, in_quotes(name.text));
      }
    }
  }

  // The value of a node is one of these.
  void check_one_of(const YamlNode& node, const Names& values) const {
    for (const std::string& value : one_or_more(node, "value")) {
      if (std::find(values.begin(), values.end(), value) != values.end()) continue;
      throw Error(fmt::format("{}: {}", place(node), unknown_name("value", value, values)));
    }
  }
  void check_options(const YamlNode& map, std::string_view key, const std::vector<std::string>& names) const {
    const std::vector<std::string_view> known = run_option_names();
    for (const std::string& name : names) {
      if (std::find(known.begin(), known.end(), name) != known.end()) continue;
      throw Error(fmt::format("{}: {}", place(*map.find(key)), unknown_name("option", name, known)));
    }
  }
  void check_columns(const YamlNode& map, std::string_view key, const std::vector<std::string>& names) const {
    const YamlNode* node = map.find(key);
    at(node != nullptr ? *node : map, [&] {
      for (const std::string& name : names) find_column(columns_, name);
    });
  }
  void check_slices(const YamlNode& node, const std::vector<std::string>& slices) const {
    at(node, [&] {
      for (const std::string& slice : slices) check_slice(slice);
    });
  }
  Filter where(const YamlNode& map) const {
    const YamlNode* node = map.find("where");
    return node == nullptr ? Filter{} : read_filter(*this, *node);
  }

  void read_evaluate(const YamlNode& node) {
    Names known;
    add_field_names<StudyScores>(known);
    known.insert(known.end(), {"geometry", "ood"});
    check_keys(node, known);
    settings(node, study_.evaluate);
    if (const YamlNode* metrics = node.find("metrics")) {
      at(*metrics, [&] {
        for (const std::string& metric : study_.evaluate.metrics) find_metric(metric);
      });
    }
    if (const YamlNode* relative = node.find("relative-to")) {
      at(*relative, [&] { find_delivery(study_.evaluate.relative_to); });
    }
    if (const YamlNode* slices = node.find("slices")) check_slices(*slices, study_.evaluate.slices);
    if (const YamlNode* step = node.find("geometry")) read_geometry(*step);
    if (const YamlNode* step = node.find("ood")) read_ood(*step);
  }

  void read_geometry(const YamlNode& node) {
    Names known;
    add_field_names<GeometryOptions>(known);
    known.insert(known.end(), {"between", "where"});
    check_keys(node, known);
    GeometryStep step;
    settings(node, step.options);
    if (const YamlNode* parts = node.find("parts")) {
      check_one_of(*parts, entry_names(geometry_parts()));
    }
    if (step.options.slice != "none" && node.find("slice") != nullptr)
      check_slices(*node.find("slice"), {step.options.slice});
    if (const YamlNode* between = node.find("between")) {
      step.between = texts(*between, "between");
      if (step.between.size() != 2)
        fail("{}: between takes two deliveries, as in [soft, sls]", place(*between));
    }
    step.where = where(node);
    study_.geometry = std::move(step);
  }

  void read_ood(const YamlNode& node) {
    Names known;
    add_field_names<OodOptions>(known);
    known.insert(known.end(), {"outside", "where"});
    check_keys(node, known);
    OodStep step;
    settings(node, step.options);
    if (const YamlNode* scores = node.find("score")) {
      check_one_of(*scores, entry_names(detectors()));
    }
    step.outside = one_or_more(needed(node, "outside", place(node)), "outside");
    step.where = where(node);
    study_.ood = std::move(step);
  }

  void read_table(const YamlNode& node) {
    Names known;
    add_field_names<TableOptions>(known);
    known.insert(known.end(), {"where", "published"});
    check_keys(node, known);
    StudyTable table;
    settings(node, static_cast<TableOptions&>(table));
    check_options(node, "rows", table.rows);
    if (!table.across.empty()) check_options(node, "across", {table.across});
    check_columns(node, "metrics", table.metrics);
    table.where = where(node);
    if (const YamlNode* list = node.find("published")) read_published(*list, table);
    study_.tables.push_back(std::move(table));
  }

  // - {delivery: sls, seeds: 10, soft_nll: [0.5052, 0.0263], accuracy: 0.87}
  void read_published(const YamlNode& list, StudyTable& table) {
    if (list.kind != YamlNode::Kind::list) {
      fail("{}: published is {}, where a list of maps is wanted", place(list), to_string(list.kind));
    }
    const std::vector<std::string_view> options = run_option_names();
    Names known(options.begin(), options.end());
    known.emplace_back("seeds");
    known.insert(known.end(), table.metrics.begin(), table.metrics.end());
    for (const YamlNode& node : list.items) {
      check_keys(node, known);
      Published entry;
      for (std::size_t i = 0; i < node.keys.size(); ++i) {
        const std::string& key = node.keys[i].text;
        const YamlNode& value = node.items[i];
        if (key == "seeds") {
          entry.seeds = whole_number(value, key);
        } else if (std::find(options.begin(), options.end(), key) != options.end()) {
          entry.options[key] = option_values(*this, value, key).front();
        } else if (value.kind == YamlNode::Kind::list && value.items.size() == 2) {
          entry.values[key] = {number(value.items[0], key), number(value.items[1], key)};
        } else {
          entry.values[key] = {number(value, key), kUndefined};
        }
      }
      table.published.push_back(std::move(entry));
    }
  }

  void read_test(const YamlNode& node) {
    Names known;
    add_field_names<TestHead>(known);
    add_field_names<PairOptions>(known);
    add_field_names<TestOptions>(known);
    known.emplace_back("where");
    check_keys(node, known);
    StudyTest test;
    settings(node, static_cast<TestHead&>(test));
    settings(node, test.pairs);
    settings(node, test.compare);
    needed(node, "baseline", place(node));
    if (const YamlNode* by = node.find("by")) check_options(node, "by", {text(*by, "by")});
    check_columns(node, "metric", test.compare.metrics);
    test.where = where(node);
    study_.tests.push_back(std::move(test));
  }

  void read_figure(const YamlNode& node) {
    Names known;
    add_field_names<FigureOptions>(known);
    known.emplace_back("where");
    check_keys(node, known);
    StudyFigure figure;
    settings(node, static_cast<FigureOptions&>(figure));
    const YamlNode& kind_node = needed(node, "kind", place(node));
    at(kind_node, [&] { find_figure(figure.kind); });
    const FigureEntry& kind = find_figure(figure.kind);
    if (kind.reads("x")) check_options(node, node.find("x") != nullptr ? "x" : "kind", {figure.x});
    if (kind.metrics == FigureMetrics::columns) check_columns(node, "metrics", figure.metrics);
    const YamlNode* metrics = node.find("metrics");
    if (metrics != nullptr && kind.metrics == FigureMetrics::history)
      check_one_of(*metrics, {"learning_rate", "train_loss", "soft_nll", "own_loss", "accuracy"});
    if (figure.slice != "all") check_slices(*node.find("slice"), {figure.slice});
    figure.where = where(node);
    study_.figures.push_back(std::move(figure));
  }

  const std::vector<std::uint64_t>& seeds_;
  Study study_;
  std::vector<Column> columns_;
};

}  // namespace

Study parse_study(std::string_view bytes, const std::filesystem::path& path,
                  const std::vector<std::uint64_t>& seeds) {
  Study study = StudyParser(path, seeds).parse(parse_yaml(bytes, path));
  study.text = bytes;
  return study;
}

Study read_study(const std::filesystem::path& path, const std::vector<std::uint64_t>& seeds) {
  if (!is_there(path)) {
    fail("{}: no such study file; studies/ has those of the papers", path.string());
  }
  return parse_study(MappedFile(path).bytes(), path, seeds);
}

}  // namespace dissent
