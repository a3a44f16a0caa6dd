#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/votes/json_distribution.h"
#include "dissent/votes/json_items.h"
#include "dissent/votes/json_path.h"
#include "dissent/votes/json_records.h"
#include "dissent/votes/json_shape.h"
#include "dissent/votes/matrix_source.h"
#include "dissent/votes/vote_rows.h"

namespace dissent {
namespace {

using At = JsonLayout::At;

constexpr double kSure = 0.8;                             // whole numbers that less speaks for are a question
constexpr std::size_t kMostCells = std::size_t{1} << 27;  // a gibibyte of numbers

class DistributionReader {
 public:
  DistributionReader(const Source& source, const ImportOptions& options, ByClass kind)
      : source_(source), options_(options), kind_(kind), table_(source) {}

  ImportResult read() && {
    const JsonProfile profile = profile_of(table_);
    found_ = find_distribution(table_, profile, options_, kind_);
    check();
    while (table_.next()) {
      if (options_.transpose)
        read_class();
      else
        read_record();
    }
    if (kind_ == ByClass::counts) leave_out_total();
    Matrix matrix = std::move(*this).matrix();
    std::vector<std::string> remarks = std::move(matrix.remarks);
    matrix.remarks.clear();
    ImportResult result = kind_ == ByClass::counts
                              ? votes_from_counts(std::move(matrix), source_, options_)
                              : votes_from_probabilities(std::move(matrix), source_, options_);
    Audit& audit = result.audit;
    audit.remarks.insert(audit.remarks.begin(), remarks.begin(), remarks.end());
    audit.plan.item = found_.item.at == At::key           ? fmt::format("key {}", in_quotes(found_.item.path))
                      : found_.item.at == At::record_name ? "name of the record"
                                                          : "number of the record, from 0";
    const std::string_view what = kind_ == ByClass::counts ? "votes by class" : "shares by class";
    audit.plan.label =
        found_.path.empty() ? std::string(what) : fmt::format("{} in key {}", what, in_quotes(found_.path));
    if (!found_.path.empty()) {
      audit.plan.left_out = keys_not_read(profile, {found_.item.path, found_.path});
    }
    audit.plan.left_out.insert(audit.plan.left_out.end(), table_.beside().begin(), table_.beside().end());
    audit.remarks.insert(audit.remarks.begin(),
                         fmt::format("{}: item {}, {}", table_.words(), audit.plan.item, audit.plan.label));
    return result;
  }

 private:
  void check() const {
    const std::string file = source_.path().string();
    if (!options_.annotator_column.empty()) {
      fail("{} {}: {} by class have no annotators; leave the flag out", option("annotator-column"),
           in_quotes(options_.annotator_column), kind_ == ByClass::counts ? "votes" : "shares");
    }
    const bool by_name = found_.path.empty() && found_.item.at == At::record_name;
    if (options_.transpose && (!by_name || kind_ == ByClass::shares)) {
      fail("{}: {}: {} by class have no annotators to swap the items with; leave it out", file,
           option("transpose"), kind_ == ByClass::counts ? "votes" : "shares");
    }
    if (by_name && kind_ == ByClass::counts && !options_.transpose && has_classes_outside()) {
      fail(
          "{}: the numbers of each inner name have one sum, so that the outer names are the classes; say {} "
          "json-counts with {}",
          file, option("format"), option("transpose"));
    }
    if (found_.confidence == 0) {
      fail("{}: {}; no object of {} by class in it ({} names its key)", file, table_.words(),
           kind_ == ByClass::counts ? "whole numbers" : "numbers that sum to 1", option("label-column"));
    }
    if (options_.format == "auto" && found_.confidence < kSure) {
      fail(
          "{}: the whole numbers {} could be votes by class or labels by annotator; say {} json-counts for "
          "the "
          "first, and {} for the second",
          file, found_.path.empty() ? "in the records" : "in " + in_quotes(found_.path), option("format"),
          found_.item.at == At::key && found_.path.empty()
              ? fmt::format("{} with the annotators' keys", option("annotator-column"))
              : fmt::format("{} json-votes", option("format")));
    }
    if (found_.candidates.size() > 1) {
      fail("{}: {} keys hold numbers by class: {}; choose one with {}", file, found_.candidates.size(),
           in_quotes(join(found_.candidates, ", "), 200), option("label-column"));
    }
  }

  void read_record() {
    const Json& record = table_.record();
    const std::string item = item_of(record);
    if (names_.intern(item) != rows_.size()) {
      fail("{}: item {} stands in an earlier record, too; keep one of the two", table_.place(),
           in_quotes(item));
    }
    Row row;
    const Json* value = found_.path.empty() ? &record : find_path(record, found_.path);
    if (value != nullptr && value->is_array()) {
      read_list(*value, row);
    } else if (value != nullptr && value->is_object()) {
      for (const auto& [name, cell] : value->items()) {
        if (found_.path.empty() && found_.item.at == At::key && name == found_.item.path) continue;
        dissent::check_name(name, "a class", table_.place());
        add(row, classes_.intern(trim(name)), cell);
      }
    } else if (value != nullptr && !value->is_null()) {
      fail("{}: {} is of type {}, where numbers by class are wanted", table_.place(), in_quotes(found_.path),
           value->type_name());
    }
    rows_.push_back(std::move(row));
    if (kind_ == ByClass::shares) check_sum(rows_.back());
  }

  // {class: {item: number}}: what the inner names have together is the same everywhere, and what the outer
  // ones have is not.
  bool has_classes_outside() const {
    std::map<std::string, double> inner;
    std::set<double> outer;
    std::size_t records = 0;
    for (const Json& record : source_.document()) {
      if (!record.is_object()) return false;
      ++records;
      double sum = 0;
      for (const auto& [name, cell] : record.items()) {
        if (!cell.is_number()) return false;
        inner[name] += cell.get<double>();
        sum += cell.get<double>();
      }
      outer.insert(sum);
    }
    const bool one_sum = std::all_of(inner.begin(), inner.end(), [&](const auto& item) {
      return item.second == inner.begin()->second && item.second > 1;
    });
    return one_sum && outer.size() > 1 && inner.size() >= 5 && inner.size() >= 2 * records;
  }

  // A record of {class: {item: number}}.
  void read_class() {
    dissent::check_name(table_.name(), "a class", table_.place());
    const std::uint32_t name = classes_.intern(trim(table_.name()));
    for (const auto& [item, cell] : table_.record().items()) {
      dissent::check_name(item, "the item", table_.place());
      const std::uint32_t row = names_.intern(item);
      if (row == rows_.size()) rows_.emplace_back();
      add(rows_[row], name, cell);
    }
  }

  // {"yes": 3, "no": 2, "total": 5}: the sum of the others is no class.
  void leave_out_total() {
    constexpr auto names =
        std::to_array<std::string_view>({"total", "sum", "n", "all", "total_votes", "num_votes", "n_votes",
                                         "votes", "n_annotators", "num_annotators", "annotators"});
    for (std::uint32_t total = 0; total < classes_.size(); ++total) {
      if (rank_of_name(classes_.names()[total], names) < 0) continue;
      const bool is_sum = std::all_of(rows_.begin(), rows_.end(), [&](const Row& row) {
        double sum = 0, stated = 0;
        for (const auto& [name, number] : row) (name == total ? stated : sum) += number;
        return sum == stated;
      });
      if (!is_sum || classes_.size() < 3) continue;
      for (Row& row : rows_) std::erase_if(row, [&](const auto& cell) { return cell.first == total; });
      total_ = classes_.names()[total];
      return;
    }
  }

  std::string item_of(const Json& record) const {
    if (found_.item.at == At::record_number) return std::to_string(table_.number() - 1);
    if (found_.item.at == At::record_name) {
      dissent::check_name(table_.name(), "the item", table_.place());
      return table_.name();
    }
    return item_name(record, found_.item.path, table_.place());
  }

  using Row = std::vector<std::pair<std::uint32_t, double>>;

  void read_list(const Json& list, Row& row) {
    if (list.empty()) return;
    if (length_ == 0) length_ = list.size();
    if (list.size() != length_) {
      fail("{}: {} numbers in {}, and {} in the records before; every one needs as many as there are classes",
           table_.place(), list.size(), in_quotes(found_.path), length_);
    }
    for (std::size_t k = 0; k < list.size(); ++k) add(row, classes_.intern(std::to_string(k)), list[k]);
  }

  void add(Row& row, std::uint32_t name, const Json& cell) const {
    if (cell.is_null()) return;
    const double number = cell.is_number() ? cell.get<double>() : -1;
    const bool fits = kind_ == ByClass::counts ? number >= 0 && number == std::floor(number) &&
                                                     number <= std::numeric_limits<std::uint32_t>::max()
                                               : number >= 0 && std::isfinite(number);
    if (!fits) {
      fail("{}: {} for class {}, where {} is wanted", table_.place(), in_quotes(cell.dump()),
           in_quotes(classes_.names()[name]),
           kind_ == ByClass::counts ? "a whole number from 0 on" : "a number from 0 to 1");
    }
    row.emplace_back(name, number);
  }

  void check_sum(Row& row) {
    std::vector<double> shares;
    double sum = 0;
    for (const auto& [name, share] : row) {
      shares.push_back(share);
      sum += share;
    }
    if (row.empty() && options_.drop_empty) return;
    if (row.empty()) {
      fail("{}: no shares; give the item some, or leave such items out with {}", table_.place(),
           option("drop-empty"));
    }
    if (!(std::abs(sum - 1) <= share_tolerance(shares))) {
      fail("{}: the shares sum to {}, and 1 is wanted; votes by class: {} json-counts", table_.place(),
           shortest(sum), option("format"));
    }
    largest_ = std::max(largest_, std::abs(sum - 1));
    for (auto& [name, share] : row) share /= sum;
  }

  Matrix matrix() && {
    Matrix matrix;
    if (rows_.empty()) fail("{}: no items; the file has no records", source_.path().string());
    if (classes_.size() == 0) fail("{}: no classes: every record is empty", source_.path().string());
    std::vector<std::string> labels = classes_.names().strings();
    std::erase(labels, total_);
    const ClassSpace classes = classes_from_labels(labels);
    if (classes.size() > VoteTable::kMaxClasses || rows_.size() * classes.size() > kMostCells) {
      fail("{}: {} classes by {} items are too many; are these really numbers by class? ({})",
           source_.path().string(), classes.size(), rows_.size(), option("format"));
    }
    matrix.columns = classes.size();
    if (length_ == 0) matrix.class_names = classes.names;
    std::vector<std::size_t> place(classes_.size());
    for (std::size_t i = 0; i < place.size(); ++i) {
      if (classes_.names()[i] == total_) continue;
      place[i] = static_cast<std::size_t>(class_index(classes, classes_.names()[i]));
    }
    std::size_t without = 0;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (rows_[i].empty() && kind_ == ByClass::shares) {
        ++without;
        continue;
      }
      matrix.items.add(names_.names()[i]);
      matrix.cells.resize(matrix.cells.size() + matrix.columns);
      double* const cells = matrix.cells.data() + matrix.rows++ * matrix.columns;
      for (const auto& [name, number] : rows_[i]) cells[place[name]] += number;
    }
    if (!total_.empty()) {
      matrix.remarks.push_back(fmt::format("{} is the sum of the others, and no class", in_quotes(total_)));
    }
    if (without > 0) matrix.remarks.push_back(fmt::format("{} items without shares left out", without));
    if (matrix.rows == 0) fail("{}: no shares are left", source_.path().string());
    if (largest_ > kProbabilityTolerance) {
      matrix.remarks.push_back(
          fmt::format("rounded shares were divided by their sums, which miss 1 by up to {:.2g}", largest_));
    }
    if (found_.item.at == At::record_number) {
      matrix.remarks.push_back(
          fmt::format("records without an id are numbered from 0; {} names them", option("item-column")));
    }
    return matrix;
  }

  const Source& source_;
  const ImportOptions& options_;
  const ByClass kind_;
  JsonTable table_;
  JsonDistribution found_;
  Interner names_, classes_;
  std::vector<Row> rows_;
  std::size_t length_ = 0;  // of lists; 0 where they are objects
  std::string total_;       // the class that was the sum of the others; empty where there was none
  double largest_ = 0;      // distance of a sum of shares from 1
};

}  // namespace

ImportResult read_distribution(const Source& source, const ImportOptions& options, ByClass kind) {
  if (!is_json(source)) {
    fail("{}: not JSON, which {} reads; choose another {}", source.path().string(),
         kind == ByClass::counts ? "json-counts" : "json-soft", option("format"));
  }
  return DistributionReader(source, options, kind).read();
}

}  // namespace dissent
