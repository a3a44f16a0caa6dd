#include "dissent/votes/matrix_source.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/io/csv.h"
#include "dissent/io/npz.h"
#include "dissent/votes/column_names.h"
#include "dissent/votes/column_roles.h"
#include "dissent/votes/table_meaning.h"
#include "dissent/votes/vote_rows.h"

namespace dissent {
namespace {

constexpr std::array kMatrixNames = std::to_array<std::string_view>(
    {"counts", "votes", "probabilities", "probs", "p", "labels", "annotations", "answers"});

// An archive without a matrix may hold an array an annotator, as CIFAR-10N does: whole numbers, one for each
// item. What is true or was made of them is none.
std::vector<const NpzReader::Entry*> annotators_arrays(const NpzReader& npz) {
  std::vector<const NpzReader::Entry*> found;
  bool names_items = false, names_labels = false;
  for (const NpzReader::Entry& entry : npz.entries()) {
    const NpyHeader& header = entry.header;
    if (header.shape.size() == 2) return {};
    names_items |= names_item_column(entry.name) || names_annotator_column(entry.name);
    names_labels |= rank_of_name(entry.name, kLabelNames) >= 0;
    const bool whole = header.kind() == 'i' || header.kind() == 'u';
    if (header.shape.size() != 1 || !whole || names_gold_column(entry.name)) continue;
    if (!found.empty() && found.front()->header.cells != header.cells) return {};
    found.push_back(&entry);
  }
  if (names_items || names_labels || found.size() < 2) return {};
  return found;
}

const NpzReader::Entry& choose_matrix(const NpzReader& npz, const std::string& file) {
  for (const std::string_view name : kMatrixNames) {
    if (const NpzReader::Entry* entry = npz.find(name)) return *entry;
  }
  const NpzReader::Entry* only = nullptr;
  std::vector<std::string> matrices;
  for (const NpzReader::Entry& entry : npz.entries()) {
    if (entry.header.shape.size() != 2) continue;
    only = &entry;
    matrices.push_back(entry.name + " " + entry.header.shape_text());
  }
  if (matrices.size() == 1) return *only;
  std::vector<std::string> all;
  for (const NpzReader::Entry& entry : npz.entries())
    all.push_back(entry.name + " " + entry.header.shape_text());
  fail("{}: {} among {}; {}", file,
       matrices.empty() ? "no array of two dimensions" : "several arrays could be the votes",
       in_quotes(join(matrices.empty() ? all : matrices, ", "), 200),
       matrices.empty()
           ? "a row a vote is written as CSV: np.savetxt('votes.csv', np.stack([item, annotator, label], 1), "
             "fmt='%s', delimiter=',')"
           : "save the one that is meant as np.savez(..., counts=a), probabilities=a or labels=a");
}

void check_shape(const NpyArray& array) {
  const std::vector<std::size_t>& shape = array.shape();
  if (shape.size() != 2) {
    fail("{}: an array of shape {} where [items, classes] is wanted; {}", array.place,
         array.header.shape_text(),
         shape.size() == 1
             ? "labels without their annotators: save np.eye(K, dtype=int)[a], one vote an item"
             : "save a matrix, e.g. a.sum(1) of [items, annotators, classes], or a.argmax(2) for "
               "labels by annotator");
  }
  if (shape[0] == 0 || shape[1] == 0) {
    fail("{}: an array of shape {} holds no votes; save a matrix [items, classes]", array.place,
         array.header.shape_text());
  }
  if (shape[1] > VoteTable::kMaxClasses) {
    fail("{}: an array of shape {} has {} classes; {} are the most; is it [items, classes]? (a.T turns it)",
         array.place, array.header.shape_text(), shape[1], VoteTable::kMaxClasses);
  }
}

bool any_fraction(const std::vector<double>& cells) {
  return std::any_of(cells.begin(), cells.end(),
                     [](double x) { return std::isfinite(x) && x != std::floor(x); });
}

void number_items(Matrix& matrix) {
  for (std::size_t i = 0; i < matrix.rows; ++i) matrix.items.add(std::to_string(i));
}

void take_cells(Matrix& matrix, const NpyArray& array) {
  check_shape(array);
  matrix.rows = array.shape()[0];
  matrix.columns = array.shape()[1];
  matrix.cells = array.as_doubles();
}

// Names from an array beside the matrix; nothing where the archive has none of them.
std::vector<std::string> read_names(const NpzReader& npz, std::initializer_list<std::string_view> names,
                                    std::size_t wanted, std::string_view what) {
  for (const std::string_view name : names) {
    const NpzReader::Entry* entry = npz.find(name);
    if (entry == nullptr) continue;
    if (entry->header.cells != wanted || entry->header.shape.size() != 1) {
      const NpyArray array = npz.preview(*entry, 0);
      fail("{}: shape {} does not fit the matrix, which has {} {}", array.place, entry->header.shape_text(),
           wanted, what);
    }
    return npz.read(*entry).as_texts();
  }
  return {};
}

Matrix matrix_of_arrays(const NpzReader& npz, const std::vector<const NpzReader::Entry*>& arrays) {
  Matrix matrix;
  matrix.rows = arrays.front()->header.cells;
  matrix.columns = arrays.size();
  matrix.array = "labels";
  matrix.cells.resize(matrix.rows * matrix.columns);
  for (std::size_t a = 0; a < arrays.size(); ++a) {
    const std::vector<double> labels = npz.read(*arrays[a]).as_doubles();
    for (std::size_t row = 0; row < matrix.rows; ++row) matrix.cells[row * matrix.columns + a] = labels[row];
    matrix.column_names.push_back(arrays[a]->name);
  }
  matrix.remarks.push_back(
      fmt::format("every array is an annotator: {}", in_quotes(join(matrix.column_names, ", "), 200)));
  number_items(matrix);
  return matrix;
}

Matrix read_npz_matrix(const Source& source) {
  const std::string file = source.path().string();
  const NpzReader npz(source.bytes(), file);
  if (const auto arrays = annotators_arrays(npz); !arrays.empty()) return matrix_of_arrays(npz, arrays);
  const NpzReader::Entry& entry = choose_matrix(npz, file);
  Matrix matrix;
  matrix.array = entry.name;
  check_shape(npz.preview(entry, 0));
  take_cells(matrix, npz.read(entry));
  matrix.remarks.push_back(fmt::format("read the array {}", in_quotes(entry.name)));
  const auto names = read_names(npz, {"items", "ids", "item"}, matrix.rows, "rows");
  if (names.empty()) {
    number_items(matrix);
  } else {
    Interner items;
    for (std::size_t row = 0; row < names.size(); ++row) {
      if (items.intern(names[row]) == row) continue;
      fail("{}: item {} is named twice; give every row its own name", file, in_quotes(names[row]));
    }
    matrix.items = std::move(items).take();
  }
  matrix.class_names = read_names(npz, {"classes", "class_names"}, matrix.columns, "columns");
  return matrix;
}

// A column that is called a total, and is the sum of all the others in every row, is no class.
int find_total(const Matrix& matrix) {
  constexpr std::array<std::string_view, 9> kNames = {"total", "sum",         "all",     "n",        "count",
                                                      "votes", "total_votes", "n_votes", "num_votes"};
  for (std::size_t c = 0; c < matrix.class_names.size() && matrix.columns > 2; ++c) {
    const std::string name = to_lower(matrix.class_names[c]);
    if (std::find(kNames.begin(), kNames.end(), name) == kNames.end()) continue;
    bool total = true;
    for (std::size_t row = 0; row < matrix.rows && total; ++row) {
      double sum = 0;
      for (std::size_t k = 0; k < matrix.columns; ++k) sum += matrix.at(row, k);
      total = std::abs(2 * matrix.at(row, c) - sum) <= kProbabilityTolerance;
    }
    if (total) return static_cast<int>(c);
  }
  return -1;
}

void remove_column(Matrix& matrix, std::size_t column) {
  std::size_t to = 0;
  for (std::size_t at = 0; at < matrix.cells.size(); ++at) {
    if (at % matrix.columns != column) matrix.cells[to++] = matrix.cells[at];
  }
  matrix.cells.resize(to);
  matrix.class_names.erase(matrix.class_names.begin() + static_cast<std::ptrdiff_t>(column));
  --matrix.columns;
}

Matrix read_csv_matrix(const Source& source, const ImportOptions& options) {
  const std::vector<std::string>& header = source.header();
  const TableReading reading = columns_of_numbers(source, options);
  const int item_column = reading.item;
  const std::vector<std::size_t>& value_columns = reading.columns;
  Matrix matrix;
  for (const std::size_t c : value_columns) {
    if (source.has_header()) matrix.class_names.push_back(header[c]);
    if (header[c].empty()) {
      fail("{}, line 1: column {} has no name; name each class in the first line", source.path().string(),
           c + 1);
    }
  }
  matrix.columns = value_columns.size();
  Interner items;
  CsvReader reader(source.bytes(), source.delimiter(), source.path(), source.body());
  while (reader.next(header.size())) {
    matrix.offsets.push_back(reader.offset());
    if (item_column >= 0) {
      const std::string_view name = trim(reader.fields()[static_cast<std::size_t>(item_column)]);
      if (name.empty()) fail("{}: an empty item name; give every row one", reader.place());
      if (invalid_utf8(name)) fail_not_utf8(name, reader.place());
      if (items.intern(name) != matrix.rows) {
        fail("{}: item {} stands here again; give every row its own name, or add the rows up", reader.place(),
             in_quotes(name));
      }
    }
    for (const std::size_t c : value_columns) {
      const auto cell = parse_double(reader.fields()[c]);
      if (!cell) {
        fail("{}: column {}: {} is not a number; leave out columns that are no class ({} names the items)",
             reader.place(), in_quotes(header[c]), in_quotes(reader.fields()[c]), option("item-column"));
      }
      matrix.cells.push_back(*cell);
    }
    ++matrix.rows;
  }
  if (matrix.rows == 0) fail("{}: no rows below the header", source.path().string());
  if (matrix.columns == 0) fail("{}: no column for a class", source.path().string());
  if (!reading.left_out.empty()) {
    std::vector<std::string> names;
    for (const std::size_t c : reading.left_out) names.push_back(header[c]);
    matrix.remarks.push_back(
        fmt::format("columns that hold no numbers by class left out: {}", in_quotes(join(names, ", "), 200)));
  }
  if (item_column >= 0) {
    matrix.items = std::move(items).take();
    matrix.remarks.push_back(fmt::format("items named by {}", column_text(source, item_column)));
  } else {
    number_items(matrix);
    matrix.remarks.emplace_back("items numbered by row, from 0");
  }
  if (const int total = find_total(matrix); total >= 0) {
    matrix.remarks.push_back(fmt::format("column {} is the sum of the others and was left out",
                                         in_quotes(matrix.class_names[static_cast<std::size_t>(total)])));
    remove_column(matrix, static_cast<std::size_t>(total));
  }
  return matrix;
}

}  // namespace

bool Matrix::has_fractions() const {
  return any_fraction(cells);
}

std::string Matrix::place(const Source& source, std::size_t row) const {
  if (!offsets.empty()) return line_place(source.path(), source.bytes(), offsets[row]);
  return fmt::format("{}: row {} (from 0)", source.path().string(), row);
}

std::string Matrix::place(const Source& source, std::size_t row, std::size_t column) const {
  if (!offsets.empty() && class_names.empty())
    return fmt::format("{}: {} column of numbers", place(source, row), ordinal_number(column));
  if (!offsets.empty())
    return fmt::format("{}: column {}", place(source, row), in_quotes(class_names[column]));
  return fmt::format("{}: row {}, column {} (from 0)", source.path().string(), row, column);
}

Matrix read_matrix(const Source& source, const ImportOptions& options) {
  const std::string file = source.path().string();
  switch (source.kind()) {
    case Source::Kind::npy: {
      refuse_columns_of_array(source, options);
      Matrix matrix;
      take_cells(matrix, read_npy(source.bytes(), file));
      number_items(matrix);
      return matrix;
    }
    case Source::Kind::zip:
      refuse_columns_of_array(source, options);
      return read_npz_matrix(source);
    case Source::Kind::table:
      return read_csv_matrix(source, options);
    case Source::Kind::json:
    case Source::Kind::jsonl:
      break;
  }
  fail("{}: JSON, where a matrix as npy, npz or CSV is wanted; leave out {} or choose another", file,
       option("format"));
}

MatrixPreview preview_matrix(const Source& source) {
  constexpr std::size_t kLook = std::size_t{64} << 10;  // bytes
  const std::string file = source.path().string();
  MatrixPreview preview;
  const auto take = [&](const NpyArray& array, const std::vector<std::size_t>& shape) {
    preview.columns = shape.size() == 2 ? shape[1] : 0;
    if (preview.columns == 0) return;  // the reader says so
    preview.cells = array.as_doubles();
    preview.cells.resize(preview.cells.size() / preview.columns * preview.columns);
    preview.fractions = array.is_floating() && any_fraction(preview.cells);
  };
  if (source.kind() == Source::Kind::npy) {
    const NpyArray array = preview_npy(source.bytes().substr(0, kMaxNpyHeader + kLook), file);
    take(array, array.shape());
  } else if (source.kind() == Source::Kind::zip) {
    const NpzReader npz(source.bytes(), file);
    if (!annotators_arrays(npz).empty()) {
      preview.says_labels = true;
      return preview;
    }
    const NpzReader::Entry& entry = choose_matrix(npz, file);
    preview.says_counts = entry.name == "counts";
    preview.says_probabilities = entry.name == "probabilities" || entry.name == "probs" || entry.name == "p";
    preview.says_labels = entry.name == "labels" || entry.name == "annotations" || entry.name == "answers";
    take(npz.preview(entry, kLook), entry.header.shape);
    preview.names_classes = npz.find("classes") != nullptr || npz.find("class_names") != nullptr;
  }
  return preview;
}

bool names_columns_by_class(const ImportOptions& options, std::size_t columns) {
  return options.classes.size() == columns &&
         std::none_of(options.classes.begin(), options.classes.end(),
                      [](const std::string& name) { return parse_double(name).has_value(); });
}

void refuse_columns_of_array(const Source& source, const ImportOptions& options) {
  const std::array<std::pair<std::string_view, const std::string*>, 4> flags = {
      {{"item-column", &options.item_column},
       {"annotator-column", &options.annotator_column},
       {"label-column", &options.label_column},
       {"split-labels", &options.split_labels}}};
  for (const auto& [key, value] : flags) {
    if (!value->empty()) {
      fail("{}: {} {}: an array has no columns with names; leave the option out", source.path().string(),
           option(key), in_quotes(*value));
    }
  }
  if (options.no_header)
    fail("{}: {}: an array has no header; leave the option out", source.path().string(), option("no-header"));
}

}  // namespace dissent
