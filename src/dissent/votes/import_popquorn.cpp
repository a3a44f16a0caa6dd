// POPQUORN (Pei and Jurgens 2023): ratings from 1 to 5, either a row a rating (offensiveness) or a row an
// item whose ratings and annotators are Python lists in two cells (politeness).
#include <array>
#include <optional>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/io/csv.h"
#include "dissent/votes/importers.h"
#include "dissent/votes/vote_builder.h"
#include "dissent/votes/vote_rows.h"

namespace dissent {
namespace {

constexpr std::array<std::string_view, 2> kRatings = {"offensiveness", "politeness"};

struct RatingColumns {
  int item = -1;
  int rating = -1;     // a rating, or a list of them
  int annotator = -1;  // an annotator, or a list of them
  bool lists = false;
};

RatingColumns find_columns(const Source& source) {
  RatingColumns columns;
  if (source.kind() != Source::Kind::table) return columns;
  columns.item = source.column("instance_id");
  columns.rating = source.column("scores");
  columns.annotator = source.column("users");
  columns.lists = columns.rating >= 0 && columns.annotator >= 0;
  if (columns.lists) return columns;
  columns.annotator = source.column("user_id");
  for (const std::string_view name : kRatings) {
    columns.rating = source.column(name);
    if (columns.rating >= 0) break;
  }
  return columns;
}

bool complete(const RatingColumns& columns) {
  return columns.item >= 0 && columns.rating >= 0 && columns.annotator >= 0;
}

// "[3.0, 4.0]" or "['5ab8', "o'neil"]": the elements of a Python list of numbers or texts.
class ListCell {
 public:
  ListCell(std::string_view text, std::string_view column, const CsvReader& reader)
      : text_(trim(text)), column_(column), reader_(reader) {}

  void read(std::vector<std::string>& elements) {
    elements.clear();
    if (text_.size() < 2 || text_.front() != '[' || text_.back() != ']') malformed();
    text_ = text_.substr(1, text_.size() - 2);
    blanks();
    while (at_ < text_.size()) {
      elements.push_back(text_[at_] == '\'' || text_[at_] == '"' ? quoted() : bare());
      blanks();
      if (at_ == text_.size()) return;
      if (text_[at_++] != ',') malformed();
      blanks();
    }
  }

 private:
  [[noreturn]] void malformed() const {
    fail("{}: column {}: {} is not a list like [3.0, 4.0] or ['a', 'b']; mend the cell", reader_.place(),
         in_quotes(column_), in_quotes(text_));
  }
  void blanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) ++at_;
  }
  std::string quoted() {
    const char quote = text_[at_++];
    std::string out;
    for (; at_ < text_.size(); ++at_) {
      if (text_[at_] == quote) {
        ++at_;
        return out;
      }
      if (text_[at_] == '\\') {
        const char next = at_ + 1 < text_.size() ? text_[at_ + 1] : '?';
        if (next != '\\' && next != '\'' && next != '"') malformed();
        ++at_;
      }
      out += text_[at_];
    }
    malformed();
  }
  std::string bare() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && text_[at_] != ',') ++at_;
    const std::string_view word = trim(text_.substr(begin, at_ - begin));
    if (word.empty() || word.find_first_of(" []'\"") != std::string_view::npos) malformed();
    return word == "None" ? std::string() : std::string(word);
  }

  std::string_view text_;
  std::string_view column_;
  const CsvReader& reader_;
  std::size_t at_ = 0;
};

// Checked here, with the line, so that the builder's own messages are not needed.
void check_name(std::string_view name, std::string_view what, const CsvReader& reader) {
  if (trim(name).empty()) fail("{}: an empty {}; give every rating one", reader.place(), what);
  if (invalid_utf8(name)) fail_not_utf8(name, reader.place());
}

bool looks_like_popquorn(const Source& source) {
  return complete(find_columns(source));
}

}  // namespace

Recognition recognises_popquorn(const Source& source, const ImportOptions& /*options*/) {
  return recognised(looks_like_popquorn(source), 0.98, "the columns of POPQUORN");
}

ImportResult read_popquorn(const Source& source, const ImportOptions& options) {
  const std::string file = source.path().string();
  const RatingColumns columns = find_columns(source);
  if (!complete(columns)) {
    fail(
        "{}: not POPQUORN's columns: instance_id, user_id and offensiveness or politeness, or instance_id, "
        "scores and users",
        file);
  }
  const auto name_of = [&](int column) { return source.header()[static_cast<std::size_t>(column)]; };
  VoteBuilder builder(options);
  builder.set_classes({"1", "2", "3", "4", "5"}, true);
  Audit& audit = builder.audit();
  audit.file = file;
  audit.remarks.push_back(fmt::format("columns: item {}, annotator {}, label {}",
                                      in_quotes(name_of(columns.item)), in_quotes(name_of(columns.annotator)),
                                      in_quotes(name_of(columns.rating))));
  CsvReader reader(source.bytes(), source.delimiter(), source.path(), source.body());
  std::vector<std::string> ratings(1), annotators(1);
  std::string empty_place;
  for (; reader.next(source.header().size()); ++audit.rows) {
    const auto field = [&](int column) { return trim(reader.fields()[static_cast<std::size_t>(column)]); };
    const std::string_view item = field(columns.item);
    check_name(item, "instance_id", reader);
    if (columns.lists) {
      ListCell(field(columns.rating), name_of(columns.rating), reader).read(ratings);
      ListCell(field(columns.annotator), name_of(columns.annotator), reader).read(annotators);
      if (ratings.size() != annotators.size()) {
        fail("{}: {} scores and {} users; give every score its user", reader.place(), ratings.size(),
             annotators.size());
      }
    } else {
      ratings[0] = field(columns.rating);
      annotators[0] = field(columns.annotator);
    }
    builder.mention(item);
    for (std::size_t i = 0; i < ratings.size(); ++i) {
      check_name(annotators[i], "annotator", reader);
      const bool missing = is_missing_label(ratings[i]);
      if (!missing && !parse_double(ratings[i])) {
        fail("{}: {} is not a rating; a number from 1 to 5 is wanted", reader.place(), in_quotes(ratings[i]));
      }
      if (missing && empty_place.empty()) empty_place = reader.place();  // the audit keeps the first only
      builder.add(item, annotators[i], ratings[i], empty_place);
    }
  }
  return std::move(builder).build();
}

}  // namespace dissent
