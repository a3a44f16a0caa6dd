#include "dissent/votes/table_meaning.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/votes/column_names.h"
#include "dissent/votes/column_profiles.h"
#include "dissent/votes/column_roles.h"
#include "dissent/votes/json_numbers.h"
#include "dissent/votes/label_options.h"
#include "dissent/votes/matrix_source.h"
#include "dissent/votes/vote_builder.h"

namespace dissent {
namespace {

bool ends_in_number(const std::string& name) {
  return !name.empty() && name.back() >= '0' && name.back() <= '9';
}

// What is true, what was made of votes, and an index that does not name the items.
bool is_beside_votes(const Source& source, std::size_t column) {
  const std::string& name = source.header()[column];
  return names_gold_column(name) || (is_index(name) && (column == 0 || !name.empty()));
}

bool matches(std::string_view pattern, std::string_view text) {
  const std::size_t star = pattern.find('*');
  if (star == std::string_view::npos) return pattern == text;
  if (!text.starts_with(pattern.substr(0, star))) return false;
  const std::string_view rest = pattern.substr(star + 1);
  for (std::size_t at = star; at <= text.size(); ++at) {
    if (matches(rest, text.substr(at))) return true;
  }
  return false;
}

// The columns that the option annotator-column lists, by names, numbers or patterns.
std::vector<std::size_t> chosen_columns(const Source& source, const std::string& listed) {
  std::vector<std::size_t> chosen;
  for (const std::string& part : split(listed, ',')) {
    const std::string name(trim(part));
    if (name.empty()) continue;
    if (name.find('*') == std::string::npos) {
      chosen.push_back(static_cast<std::size_t>(named_column(source, name, "annotator-column")));
      continue;
    }
    const std::size_t before = chosen.size();
    for (std::size_t c = 0; c < source.header().size(); ++c) {
      if (matches(to_lower(name), to_lower(source.header()[c]))) chosen.push_back(c);
    }
    if (chosen.size() == before) {
      fail("{}: {} {}: no column has such a name; there are {}", source.path().string(),
           option("annotator-column"), in_quotes(name), in_quotes(join(source.header(), ", "), 200));
    }
  }
  return chosen;
}

std::vector<std::size_t> all_but(const Source& source, int item) {
  std::vector<std::size_t> columns;
  for (std::size_t c = 0; c < source.header().size(); ++c) {
    if (static_cast<int>(c) != item) columns.push_back(c);
  }
  return columns;
}

void note_left_out(const Source& source, TableReading& reading) {
  reading.left_out.clear();
  for (const std::size_t c : all_but(source, reading.item)) {
    if (std::find(reading.columns.begin(), reading.columns.end(), c) == reading.columns.end())
      reading.left_out.push_back(c);
  }
}

bool names_a_total(std::string_view name) {
  constexpr std::array<std::string_view, 9> kNames = {"total", "sum",         "all",     "n",        "count",
                                                      "votes", "total_votes", "n_votes", "num_votes"};
  return std::find(kNames.begin(), kNames.end(), to_lower(trim(name))) != kNames.end();
}

// Neighbouring columns of numbers whose sum is the total of their row, in every row; the widest such run.
std::vector<std::size_t> run_with_total(const Source& source, const std::vector<std::size_t>& numbers,
                                        std::size_t total) {
  std::vector<std::size_t> best;
  for (std::size_t first = 0; first < numbers.size(); ++first) {
    for (std::size_t last = first + 1; last < numbers.size(); ++last) {
      std::vector<std::size_t> run;
      for (std::size_t i = first; i <= last; ++i) {
        if (numbers[i] != total) run.push_back(numbers[i]);
      }
      if (run.size() <= best.size() || run.size() < 2) continue;
      const bool fits =
          std::all_of(source.sample().begin(), source.sample().end(), [&](const TableRecord& record) {
            double sum = 0;
            for (const std::size_t c : run) sum += parse_double(record[c]).value_or(0);
            return std::abs(sum - parse_double(record[total]).value_or(-1)) <= kProbabilityTolerance;
          });
      if (fits) best = run;
    }
  }
  return best;
}

// What the rows of the chosen columns sum to.
struct Sums {
  std::size_t rows = 0, to_one = 0;
  bool equal = true, rows_differ = false;
  std::vector<double> cells;  // of whole rows
};

Sums sums_of(const Source& source, const std::vector<std::size_t>& columns) {
  Sums sums;
  double first_sum = 0;
  for (const TableRecord& record : source.sample()) {
    std::vector<double> row;
    double sum = 0;
    for (const std::size_t c : columns) {
      const auto number = is_missing_label(record[c]) ? std::nullopt : parse_double(record[c]);
      if (!number) break;
      row.push_back(*number);
      sum += *number;
    }
    if (row.size() != columns.size()) continue;
    if (sums.rows++ == 0) first_sum = sum;
    sums.to_one += std::abs(sum - 1) <= share_tolerance(row);
    sums.equal &= sum == first_sum;
    sums.rows_differ |= !std::equal(
        row.begin(), row.end(), sums.cells.begin(),
        sums.cells.begin() + static_cast<std::ptrdiff_t>(std::min(row.size(), sums.cells.size())));
    sums.cells.insert(sums.cells.end(), row.begin(), row.end());
  }
  return sums;
}

}  // namespace

namespace {

// Several questions that each annotator answered: "rater1_fluency", "rater1_adequacy", "rater2_fluency", ...
std::string question_of_aspects(const Source& source, const std::vector<std::size_t>& columns) {
  std::map<std::string, std::size_t> aspects;
  std::set<std::string> people;
  for (const std::size_t c : columns) {
    std::vector<std::string> words = words_of_name(source.header()[c]);
    if (words.size() < 2 || parse_int(words.back())) return {};
    ++aspects[words.back()];
    words.pop_back();
    people.insert(join(words, "_"));
  }
  if (aspects.size() < 2 || people.size() < 2 || people.size() * aspects.size() != columns.size()) return {};
  std::vector<std::string> names;
  for (const auto& [name, count] : aspects) names.push_back(name);
  return fmt::format("the annotators' columns are about {} questions ({}); choose one with {} '*{}'",
                     names.size(), in_quotes(join(names, ", "), 80), option("annotator-column"),
                     names.front());
}

// Whether rows share their items, as votes in rows of their own do.
bool comes_back(const ColumnProfile& column) {
  return column.values.size() * 10 < column.cells * 9;
}
bool rows_are_votes(const Source& source, const std::vector<ColumnProfile>& profiles, int item) {
  if (source.sample().size() < 10) return false;
  if (item >= 0 && comes_back(profiles[static_cast<std::size_t>(item)])) return true;
  bool items = false, annotators = false;
  for (std::size_t c = 0; source.has_header() && c < profiles.size(); ++c) {
    items |= names_item_column(source.header()[c]) && comes_back(profiles[c]);
    annotators |= names_annotator_column(source.header()[c]) && comes_back(profiles[c]);
  }
  return items && annotators;
}

}  // namespace

TableReading columns_of_wide(const Source& source, const ImportOptions& options) {
  TableReading reading;
  reading.meaning = TableMeaning::wide;
  reading.item = find_item_column(source, options);
  const std::vector<ColumnProfile>& profiles = source.profiles();
  reading.transposed = source.has_header() && options.item_column.empty() && reading.item >= 0 &&
                       names_a_respondent(source.header()[static_cast<std::size_t>(reading.item)]);
  if (!options.annotator_column.empty()) {
    const bool several = options.annotator_column.find_first_of(",*") != std::string::npos;
    if (!several && options.format != "wide")
      return {};  // the annotators' column of a table with a row a vote
    reading.columns = chosen_columns(source, options.annotator_column);
    reading.confidence = 0.97;
    reading.why = "the annotators' columns are named";
  } else {
    if (options.format != "wide" && rows_are_votes(source, profiles, reading.item)) return {};
    std::vector<std::size_t> named, all = all_but(source, reading.item);
    if (source.has_header()) std::erase_if(all, [&](std::size_t c) { return is_beside_votes(source, c); });
    for (const std::size_t c : all) {
      if (source.has_header() && names_an_annotator(source.header()[c])) named.push_back(c);
    }
    // What is said about annotators (rater_gender, rater_age) has columns of that name, too, with values of
    // its own.
    std::erase_if(named, [&, sharing = sharing_columns(profiles, named)](std::size_t c) {
      return !ends_in_number(source.header()[c]) &&
             std::find(sharing.begin(), sharing.end(), c) == sharing.end();
    });
    if (named.size() >= 2) {
      reading.columns = named;
      reading.confidence = 0.9;
      reading.why = "columns named like annotators";
    } else {
      reading.columns = sharing_columns(profiles, all);
      if (options.format == "wide" && reading.columns.size() < 2) reading.columns = all;  // as told
      reading.confidence = 0.65;
      reading.why = "columns that share their labels";
    }
  }
  if (source.has_header() && options.annotator_column.empty())
    reading.question = question_of_aspects(source, reading.columns);
  note_left_out(source, reading);
  return reading;
}

TableReading columns_of_numbers(const Source& source, const ImportOptions& options) {
  TableReading reading;
  reading.item = find_item_column(source, options);
  const std::vector<ColumnProfile>& profiles = source.profiles();
  if (options.format == "auto" && rows_are_votes(source, profiles, reading.item)) return reading;
  for (const std::size_t c : all_but(source, reading.item)) {
    if (source.has_header() && (names_gold_column(source.header()[c]) || is_index(source.header()[c])))
      continue;
    // A column with a word here and there stays, and the reader will name the line.
    if (!profiles[c].is_text()) reading.columns.push_back(c);
  }
  for (const std::size_t c : std::vector<std::size_t>(reading.columns)) {
    if (!source.has_header() || !names_a_total(source.header()[c]) || source.sample().empty()) continue;
    const std::vector<std::size_t> run = run_with_total(source, reading.columns, c);
    if (run.size() + 1 < reading.columns.size() && run.size() >= 2) {
      reading.columns = run;  // what stands beside the classes and their total is neither
      reading.why = fmt::format("columns that sum to {}", in_quotes(source.header()[c]));
      break;
    }
  }
  note_left_out(source, reading);
  return reading;
}

TableReading read_meaning(const Source& source, const ImportOptions& options) {
  TableReading none;
  if (source.kind() != Source::Kind::table || source.sample().empty()) return none;
  const std::vector<std::string>& header = source.header();
  TableReading wide = columns_of_wide(source, options);
  if (wide.transposed && wide.columns.size() >= 2) wide.confidence = std::max(wide.confidence, 0.85);
  if (wide.confidence > 0.8) return wide;

  TableReading numbers = columns_of_numbers(source, options);
  const std::vector<ColumnProfile>& profiles = source.profiles();
  const std::vector<std::size_t>& columns = numbers.columns;
  bool words = false, missing = false, fractions = false, outside_unit = false;
  for (const std::size_t c : columns) {
    words |= profiles[c].numbers < profiles[c].cells;
    missing |= profiles[c].missing;
    fractions |= profiles[c].fractions;
    outside_unit |= profiles[c].outside_unit;
  }
  if (columns.size() >= 2) {
    const Sums sums = sums_of(source, columns);
    // A gap in the first rows does not hide probabilities; the reader will name it.
    if (!words && fractions && (sums.to_one * 2 > sums.rows || (!missing && !outside_unit))) {
      numbers.meaning = TableMeaning::probabilities;
      numbers.confidence = 0.75;
      numbers.why = "fractions by class";
      return numbers;
    }
    const bool says_counts = std::any_of(columns.begin(), columns.end(), [&](std::size_t c) {
      const std::string lower = to_lower(header[c]);
      return lower.find("count") != std::string::npos || lower.find("votes") != std::string::npos;
    });
    if (!words && !fractions && source.has_header() && (says_counts || !numbers.why.empty())) {
      numbers.meaning = TableMeaning::counts;
      numbers.confidence = 0.8;
      if (numbers.why.empty()) numbers.why = "columns named like counts";
      return numbers;
    }
    if (!words && !missing && !fractions && numbers.left_out.empty()) {
      numbers.meaning = meaning_of_integers(sums.cells, columns.size(), numbers.why);
      numbers.confidence = numbers.meaning == TableMeaning::undecided ? 0.45 : 0.7;
      if (numbers.meaning == TableMeaning::wide) {
        wide.why = numbers.why;
        wide.confidence = 0.7;
        wide.columns = columns;
        note_left_out(source, wide);
        return wide;
      }
      return numbers;
    }
  }
  // Labels are words, or there are gaps.
  const bool labels = std::any_of(wide.columns.begin(), wide.columns.end(), [&](std::size_t c) {
    return profiles[c].missing || profiles[c].numbers < profiles[c].cells;
  });
  std::size_t used = 0;
  for (const std::size_t c : wide.columns) used += profiles[c].cells > 0;
  if (used >= 2 && labels) return wide;
  if (columns.size() >= 2 && !words && !missing && !fractions) {  // numbers beside texts
    const Sums sums = sums_of(source, columns);
    numbers.meaning = meaning_of_integers(sums.cells, columns.size(), numbers.why);
    numbers.confidence = numbers.meaning == TableMeaning::undecided ? 0.45 : 0.6;
    if (numbers.meaning == TableMeaning::wide) {
      wide.why = numbers.why;
      return wide;
    }
    return numbers;
  }
  if (columns.size() >= 2 && !words &&
      !missing) {  // neither counts nor probabilities; the reader names the cell
    numbers.meaning = TableMeaning::undecided;
    numbers.confidence = 0.45;
    return numbers;
  }
  return none;
}

}  // namespace dissent
