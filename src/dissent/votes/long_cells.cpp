#include "dissent/votes/long_cells.h"

#include <algorithm>
#include <set>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/io/csv.h"

namespace dissent {
namespace {

constexpr std::int64_t kMaxVotes = 1000000;  // that a row may stand for

class CellReader {
 public:
  CellReader(const Source& source, const LongColumns& columns, Audit audit, const ImportOptions& options)
      : source_(source),
        columns_(columns),
        options_(options),
        reader_(source.bytes(), source.delimiter(), source.path(), source.body()),
        builder_(options) {
    builder_.audit() = std::move(audit);
  }

  ImportResult read() && {
    if (!options_.split_labels.empty()) find_labels();
    while (reader_.next(source_.header().size())) {
      ++builder_.audit().rows;
      find_place();
      if (is_blank()) continue;
      item_ = named(columns_.item, "item");
      for (const int more : columns_.more_items) item_ += fmt::format("/{}", named(more, "item"));
      if (options_.split_labels.empty()) builder_.mention(item_);
      if (!columns_.one_hot.empty()) {
        add(annotator(), one_hot_label());
      } else if (!options_.split_labels.empty()) {
        add_questions();
      } else if (columns_.lists) {
        add_list();
      } else if (columns_.weight >= 0) {
        add_weighted();
      } else {
        add(annotator(), field(columns_.label));
      }
    }
    if (!labels_.empty()) builder_.set_classes({"no", "yes"});
    return std::move(builder_).build();
  }

 private:
  // Counts line ends since the last record only: reader_.place() counts all of them.
  void find_place() {
    const std::string_view passed = source_.bytes().substr(counted_, reader_.offset() - counted_);
    line_ += static_cast<std::size_t>(std::count(passed.begin(), passed.end(), '\n'));
    counted_ = reader_.offset();
    place_ = fmt::format("{}, line {}", source_.path().string(), line_);
  }

  bool is_blank() const {
    return std::all_of(reader_.fields().begin(), reader_.fields().end(),
                       [](std::string_view text) { return trim(text).empty(); });
  }

  std::string_view field(int column) const {
    return trim(reader_.fields()[static_cast<std::size_t>(column)]);
  }

  std::string named(int column, std::string_view what) const {
    const std::string_view name = field(column);
    if (name.empty()) fail("{}: an empty {} name; give every row one", place_, what);
    return std::string(name);
  }

  std::string annotator() const {
    return columns_.annotator < 0 ? "" : named(columns_.annotator, "annotator");
  }

  void add(const std::string& who, std::string_view label) {
    if (columns_.annotator < 0) {
      builder_.add(item_, label, place_);
    } else {
      builder_.add(item_, who, label, place_);
    }
  }

  std::string_view one_hot_label() const {
    int found = -1;
    for (const int c : columns_.one_hot) {
      const auto number = parse_double(field(c));
      if (!(number ? *number == 1 : to_lower(field(c)) == "true")) continue;
      if (found >= 0) {
        fail("{}: both {} and {} are set; {} reads one of them as a question of its own", place_,
             in_quotes(name_of(found)), in_quotes(name_of(c)), option("label-column"));
      }
      found = c;
    }
    return found < 0 ? std::string_view() : answer_of(name_of(found));
  }
  // "Answer.neutral.neutral" and "OUTPUT:neutral" are platforms' ways to write "neutral".
  static std::string_view answer_of(std::string_view name) {
    const std::string lower = to_lower(name);
    if (!lower.starts_with("answer.") && !lower.starts_with("output:")) return name;
    return name.substr(name.find_last_of(".:") + 1);
  }
  std::string_view name_of(int column) const { return source_.header()[static_cast<std::size_t>(column)]; }

  void add_weighted() {
    const auto votes = parse_int(field(columns_.weight));
    if (!votes || *votes < 0 || *votes > kMaxVotes) {
      fail("{}: {} is not a number of votes; {} columns are whole numbers from 0", place_,
           in_quotes(field(columns_.weight)), in_quotes(name_of(columns_.weight)));
    }
    for (std::int64_t vote = 0; vote < *votes; ++vote) builder_.add(item_, field(columns_.label), place_);
  }

  void add_list() {
    if (is_missing_label(field(columns_.label))) return;
    const auto labels = elements_of(field(columns_.label));
    if (!labels) fail("{}: {} is not a list of labels", place_, in_quotes(field(columns_.label)));
    if (columns_.annotator < 0) {
      for (const std::string& label : *labels) builder_.add(item_, label, place_);
      return;
    }
    const auto people = elements_of(field(columns_.annotator));
    if (!people) {  // one person who gave several labels
      for (const std::string& label : *labels) builder_.add(item_, annotator(), label, place_);
      return;
    }
    if (people->size() != labels->size()) {
      fail("{}: {} labels by {} annotators; every label needs its annotator", place_, labels->size(),
           people->size());
    }
    for (std::size_t i = 0; i < labels->size(); ++i) builder_.add(item_, (*people)[i], (*labels)[i], place_);
  }

  // A list in brackets, or one with commas where the columns hold such.
  std::optional<std::vector<std::string>> elements_of(std::string_view text) const {
    if (auto listed = list_elements(text)) return listed;
    if (!columns_.comma_lists) return std::nullopt;
    std::vector<std::string> elements;
    for (const std::string& element : split(text, ',')) elements.emplace_back(trim(element));
    return elements;
  }

  std::vector<std::string> parts() const {
    std::vector<std::string> found;
    std::string_view rest = field(columns_.label);
    while (true) {
      const std::size_t end = rest.find(options_.split_labels);
      const std::string_view part = trim(rest.substr(0, end));
      if (!is_missing_label(part)) found.emplace_back(part);
      if (end == std::string_view::npos) return found;
      rest.remove_prefix(end + options_.split_labels.size());
    }
  }

  // All labels of the file, since one that is not in a cell was answered by no.
  void find_labels() {
    std::set<std::string> labels;
    while (reader_.next(source_.header().size())) {
      for (std::string& label : parts()) labels.insert(std::move(label));
    }
    labels_.assign(labels.begin(), labels.end());
    if (labels_.empty()) fail("{}: no votes: every label is empty", source_.path().string());
    builder_.audit().remarks.push_back(fmt::format(
        "every item is {} questions, one a label ({}), answered by yes or no; {} reads the votes as they are "
        "without {}",
        labels_.size(), in_quotes(join(labels_, ", "), 80), option("label-column"), option("split-labels")));
    reader_ = CsvReader(source_.bytes(), source_.delimiter(), source_.path(), source_.body());
  }

  void add_questions() {
    const std::vector<std::string> given = parts();
    const std::string row_item = item_;
    const std::string who = annotator();
    for (const std::string& label : labels_) {
      item_ = fmt::format("{}/{}", row_item, label);
      add(who, std::find(given.begin(), given.end(), label) != given.end() ? "yes" : "no");
    }
  }

  const Source& source_;
  const LongColumns& columns_;
  const ImportOptions& options_;
  CsvReader reader_;
  VoteBuilder builder_;
  std::string item_;   // of the current row
  std::string place_;  // of the current row, for messages
  std::size_t line_ = 1, counted_ = 0;
  std::vector<std::string> labels_;  // of the whole file, where each is a question
};

}  // namespace

bool holds_several_votes(const LongColumns& columns, const ImportOptions& options) {
  return !columns.one_hot.empty() || columns.weight >= 0 || columns.lists || !columns.more_items.empty() ||
         !options.split_labels.empty();
}

ImportResult read_long_cells(const Source& source, const LongColumns& columns, Audit audit,
                             const ImportOptions& options) {
  return CellReader(source, columns, std::move(audit), options).read();
}

std::optional<std::vector<std::string>> list_elements(std::string_view text) {
  text = trim(text);
  if (text.size() < 2 || text.front() != '[' || text.back() != ']') return std::nullopt;
  text = text.substr(1, text.size() - 2);
  std::vector<std::string> elements;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == ' ' || c == ',' || c == '\n' || c == '\r' || c == '\t') {
      ++at;
      continue;
    }
    std::string element;
    if (c == '\'' || c == '"') {
      for (++at; at < text.size() && text[at] != c; ++at) {
        if (text[at] == '\\' && at + 1 < text.size()) ++at;
        element += text[at];
      }
      if (at == text.size()) return std::nullopt;  // the quote is not closed
      ++at;
    } else {
      if (c == '[' || c == '{') return std::nullopt;
      const std::size_t end = std::min(text.find_first_of(", \t\n\r", at), text.size());
      element = text.substr(at, end - at);
      if (element == "None") element.clear();
      at = end;
    }
    elements.push_back(std::move(element));
  }
  return elements;
}

}  // namespace dissent
