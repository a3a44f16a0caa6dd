#include "dissent/predictions/predictions.h"

#include <algorithm>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/io/mapping_guard.h"
#include "dissent/predictions/class_names.h"
#include "dissent/predictions/json_rows.h"
#include "dissent/predictions/predictions_cells.h"
#include "dissent/predictions/predictions_readers.h"
#include "dissent/predictions/sampled_fields.h"
#include "dissent/votes/vote_table.h"

namespace dissent {
namespace {

// A length of at most 100 MB in 8 bytes, then JSON: no text has those zeros, and no other format read here.
bool looks_like_safetensors(std::string_view bytes, const std::filesystem::path& path) {
  constexpr std::string_view kUpperLength("\0\0\0\0{", 5);
  return bytes.substr(0, 9).ends_with(kUpperLength) || path.extension() == ".safetensors";
}

void read_from(PredictionFile& file, std::string_view bytes, const std::filesystem::path& path,
               const PredictionOptions& options, const PredictionContext& context) {
  file.path = path.string();
  if (!bytes.empty() && looks_like_safetensors(bytes, path)) {
    return read_safetensors_predictions(file, bytes, options, context);
  }
  if (looks_like_item_lists(bytes)) return read_item_lists(file, bytes, options);
  if (looks_like_list_lines(bytes)) return read_list_lines(file, bytes, options, context);
  auto source = std::make_shared<const Source>(bytes, path);
  if (header_is_row(*source, context)) {
    ImportOptions no_header;
    no_header.no_header = true;
    source = std::make_shared<const Source>(bytes, path, no_header);
  }
  switch (source->kind()) {
    case Source::Kind::npy:
      read_npy_predictions(file, source->bytes(), options, context);
      break;
    case Source::Kind::zip:
      read_npz_predictions(file, source->bytes(), options, context);
      return;  // all of it was unpacked
    case Source::Kind::table:
      read_table_predictions(file, *source, options, context);
      break;
    case Source::Kind::json:
      return read_json_predictions(file, *source, options, context);  // nothing points into it
    case Source::Kind::jsonl:
      read_json_predictions(file, *source, options, context);
      break;
  }
  file.backing.text = source;  // its bytes are its own where the file was packed or has blanks for tabs
}

}  // namespace

std::string PredictionFile::place(std::size_t row) const {
  if (backing.locate) return fmt::format("{}, {}", path, backing.locate(row));
  if (row < items.size()) return fmt::format("{}: item {}", path, in_quotes(items[row]));
  return fmt::format("{}: row {} (from 0)", path, row);
}

StatedKind kind_stated_by(std::string_view name) {
  const std::string lower = to_lower(name);
  const auto says = [&](std::string_view word) { return lower.find(word) != std::string::npos; };
  const bool probabilities = says("prob") || says("softmax") || lower == "p" || lower == "p_";
  if (says("logit") || (probabilities && says("log"))) return StatedKind::logits;
  return probabilities ? StatedKind::probabilities : StatedKind::unknown;
}

void add_item(Interner& items, const PredictionFile& file, std::size_t row, std::string_view name) {
  if (trim(name).empty()) fail("{}: an empty item name; give every row one", file.place(row));
  const std::size_t first = items.intern(name);
  if (first == row) return;
  const std::string before = file.backing.locate ? file.backing.locate(first) : fmt::format("row {}", first);
  fail("{}: item {} stands here again, after {}; give every row its own item", file.place(row),
       in_quotes(name), before);
}

void add_label(PredictionFile& file, std::string_view label) {
  if (label.empty()) {
    fail("{}: no label; every item needs a prediction", file.place(file.rows));
  }
  file.labels.emplace_back(label);
}

void set_class_names(PredictionFile& file, std::vector<std::string> names, std::string_view place) {
  Interner known;
  for (std::size_t k = 0; k < names.size(); ++k) {
    if (trim(names[k]).empty()) fail("{}: class {} (from 0) has an empty name; name each class", place, k);
    if (known.intern(names[k]) != k) {
      fail("{}: two classes are called {}; give each class its own name", place, in_quotes(names[k]));
    }
  }
  file.class_names = std::move(names);
}

void check_class_count(std::size_t classes, std::string_view place) {
  if (classes <= VoteTable::kMaxClasses) return;
  fail("{}: {} classes, and {} are the most; a row is an item and a column a class (a.T turns an array)",
       place, classes, VoteTable::kMaxClasses);
}

namespace {

// What PredictionOptions::classes says of the columns; names of the file's own must not contradict it.
void name_given_classes(PredictionFile& file, const std::vector<std::string>& given,
                        const PredictionContext& context) {
  if (given.empty()) return;
  const bool names_itself = context.classes != nullptr && !file.class_names.empty() &&
                            has_all_classes(file.class_names, *context.classes);
  if (names_itself && context.several && file.class_names != given) {
    file.remarks.push_back(fmt::format("{} was not applied: the file names its classes itself, {}",
                                       option("pred-classes"), in_quotes(join(file.class_names, ", "), 200)));
    return;
  }
  const std::string listed = in_quotes(join(given, ", "), 200);
  if (file.labels.empty() && given.size() != file.classes) {
    fail("{}: {} names {} classes ({}), and there are {} columns of predictions", file.path,
         option("pred-classes"), given.size(), listed, file.classes);
  }
  const std::vector<std::string> own = file.class_names;
  if (own == given) return;
  if (!own.empty()) {
    const std::string columns = in_quotes(join(own, ", "), 200);
    if (std::is_permutation(own.begin(), own.end(), given.begin(), given.end())) {
      fail("{}: its columns are named {}, in another order than {} {}; leave the flag away", file.path,
           columns, option("pred-classes"), listed);
    }
    file.remarks.push_back(
        fmt::format("columns {} are the classes {} ({})", columns, listed, option("pred-classes")));
  }
  set_class_names(file, given, fmt::format("{}: {}", file.path, option("pred-classes")));
  file.classes_given = true;
}

}  // namespace

PredictionFile read_predictions_from(std::string_view bytes, const std::filesystem::path& name,
                                     const PredictionOptions& options, const PredictionContext& context) {
  PredictionFile file;
  read_from(file, bytes, name, options, context);
  name_given_classes(file, options.classes, context);
  return file;
}

PredictionFile read_predictions(const std::filesystem::path& path, const PredictionOptions& options,
                                const PredictionContext& context) {
  return read_uncut([&] {
    PredictionFile file;
    file.backing.file = std::make_unique<MappedFile>(path);
    read_from(file, file.backing.file->bytes(), path, options, context);
    name_given_classes(file, options.classes, context);
    return file;
  });
}

}  // namespace dissent
