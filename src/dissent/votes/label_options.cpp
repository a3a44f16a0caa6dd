#include "dissent/votes/label_options.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <map>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/io/csv.h"
#include "dissent/io/file.h"
#include "dissent/io/folder.h"

namespace dissent {
namespace {

std::vector<std::pair<std::string, std::string>> read_pairs(const std::filesystem::path& path) {
  const MappedFile file(path);
  CsvReader reader(file.bytes(), detect_delimiter(file.bytes()), path);
  std::vector<std::pair<std::string, std::string>> pairs;
  while (reader.next()) {
    if (reader.fields().size() != 2) {
      fail("{}: {} columns, where the old label and the new one are wanted", reader.place(),
           reader.fields().size());
    }
    std::string from(trim(reader.fields()[0])), to(trim(reader.fields()[1]));
    const std::string first = to_lower(from), second = to_lower(to);
    const bool header = pairs.empty() && (first == "old" || first == "from" || first == "label") &&
                        (second == "new" || second == "to" || second == "name" || second == "class");
    if (!header) pairs.emplace_back(std::move(from), std::move(to));
  }
  return pairs;
}

// What files write where nobody voted.
bool is_usual_gap(std::string_view label) {
  constexpr std::array kGaps = std::to_array<std::string_view>(
      {"-1", "-9", "-99", "-999", "99", "255", "999", "9999", "?", "-", "none", "skip", "skipped", "unknown",
       "unlabeled", "unlabelled", "missing", "empty", "undefined"});
  const std::string lower = to_lower(trim(label));
  return std::any_of(kGaps.begin(), kGaps.end(),
                     [&](std::string_view gap) { return same_label(gap, lower); });
}

}  // namespace

bool same_label(std::string_view a, std::string_view b) {
  if (a == b) return true;
  const auto x = parse_double(a), y = parse_double(b);
  return x && y && *x == *y;
}

LabelMap::LabelMap(const ImportOptions& options) {
  if (options.map.size() == 1 && options.map.front().find('=') == std::string::npos) {
    const std::filesystem::path path = options.map.front();
    if (!is_there(path)) {
      fail("{} {}: neither old=new nor a file of two columns", option("map"), in_quotes(path.string()));
    }
    pairs_ = read_pairs(path);
    if (pairs_.empty()) fail("{}: {}: the file has no pairs of labels", option("map"), path.string());
  } else {
    for (const std::string& pair : options.map) {
      const std::size_t equals = pair.find('=');
      if (equals == std::string::npos) {
        fail("{}: {} is no pair; write old=new", option("map"), in_quotes(pair));
      }
      pairs_.emplace_back(trim(std::string_view(pair).substr(0, equals)),
                          trim(std::string_view(pair).substr(equals + 1)));
    }
  }
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    if (pairs_[i].second.empty()) {
      fail("{}: {} has no new name; {} leaves votes of such a label out", option("map"),
           in_quotes(pairs_[i].first), option("no-vote"));
    }
    for (std::size_t j = 0; j < i; ++j) {
      if (same_label(pairs_[i].first, pairs_[j].first)) {
        fail("{}: {} is mapped twice", option("map"), in_quotes(pairs_[i].first));
      }
    }
  }
}

std::string_view LabelMap::operator()(std::string_view label) const {
  const auto found = std::find_if(pairs_.begin(), pairs_.end(),
                                  [&](const auto& pair) { return same_label(pair.first, label); });
  return found == pairs_.end() ? label : std::string_view(found->second);
}

void LabelMap::check_use(const std::vector<std::string>& labels, std::string_view file) const {
  if (pairs_.empty()) return;
  const bool used = std::any_of(labels.begin(), labels.end(), [&](const std::string& label) {
    return std::any_of(pairs_.begin(), pairs_.end(),
                       [&](const auto& pair) { return same_label(pair.first, label); });
  });
  if (used) return;
  fail("{}: {}: not one of the labels to rename is in the file, whose labels are {}", file, option("map"),
       in_quotes(join(labels, ", "), 120));
}

bool is_no_vote(std::string_view label, const ImportOptions& options) {
  return std::any_of(options.no_vote.begin(), options.no_vote.end(),
                     [&](const std::string& text) { return same_label(trim(text), label); });
}

bool minus_one_is_no_vote(const VoteRows& rows) {
  bool minus_one = false;
  double largest = 0;
  for (std::size_t i = 0; i < rows.labels.size(); ++i) {
    const auto number = parse_double(rows.labels[i]);
    if (!number || (*number < 0 && *number != -1)) return false;
    minus_one |= *number == -1;
    largest = std::max(largest, *number);
  }
  return minus_one && largest >= 2;
}

namespace {

struct LabelVotes {
  std::vector<std::uint64_t> votes;  // by label
  std::uint64_t all = 0;
};

LabelVotes count_labels(const VoteRows& rows) {
  LabelVotes counted{std::vector<std::uint64_t>(rows.labels.size())};
  for (const std::uint16_t label : rows.label) {
    if (label == VoteRows::kNoLabel) continue;
    ++counted.votes[label];
    ++counted.all;
  }
  return counted;
}

// -1 and 1, perhaps with 0: no against yes, or a scale.
struct SignedScale {
  bool is = false, has_zero = false;
};
SignedScale signed_scale(const VoteRows& rows) {
  bool minus = false, plus = false, zero = false;
  for (std::size_t i = 0; i < rows.labels.size(); ++i) {
    const auto number = parse_double(rows.labels[i]);
    if (!number || std::abs(*number) > 1) return {};
    minus |= *number == -1;
    plus |= *number == 1;
    zero |= *number == 0;
  }
  return {minus && plus, zero};
}

[[noreturn]] void fail_gap(std::string_view file, std::string_view label, double share) {
  fail(
      "{}: label {} has {:.1f} % of the votes; where it stands for no vote say {} {}, where it is a class "
      "list "
      "it in {}",
      file, in_quotes(label), 100 * share, option("no-vote"), label, option("classes"));
}

void note_gap(Audit& audit, std::string_view label, std::uint64_t votes) {
  audit.remarks.push_back(fmt::format("label {} was taken for a class ({} votes); {} {} takes it for no vote",
                                      in_quotes(label), votes, option("no-vote"), label));
}

// The user said that nothing stands for no vote.
bool says_no_gaps(const ImportOptions& options) {
  return std::any_of(options.no_vote.begin(), options.no_vote.end(),
                     [](const std::string& text) { return trim(text).empty(); });
}

}  // namespace

void question_zero(const VoteRows& rows, const ImportOptions& options, Audit& audit) {
  if (!options.classes.empty() || says_no_gaps(options) || is_no_vote("0", options)) return;
  double smallest = 0, largest = 0;
  std::size_t zero = rows.labels.size();
  for (std::size_t i = 0; i < rows.labels.size(); ++i) {
    const auto number = parse_double(rows.labels[i]);
    if (!number || (*number != -1 && *number < 0)) return;
    if (*number == 0) zero = i;
    smallest = std::min(smallest, *number);
    largest = std::max(largest, *number);
  }
  const bool scale = signed_scale(rows).is;
  if (zero == rows.labels.size() || (!scale && (largest < 2 || smallest < 0))) return;
  const LabelVotes counted = count_labels(rows);
  const double share = static_cast<double>(counted.votes[zero]) / static_cast<double>(counted.all);
  if (share > 0.5) fail_gap(audit.file, rows.labels[zero], share);
}

void question_labels(const VoteRows& rows, const ImportOptions& options, Audit& audit) {
  if (!options.classes.empty()) return;  // the user has said what the labels are
  const auto [votes, all] = count_labels(rows);
  const SignedScale scale = signed_scale(rows);
  double largest = 0;  // of the numbers that are not suspected
  for (std::size_t i = 0; i < votes.size(); ++i) {
    if (!is_usual_gap(rows.labels[i])) largest = std::max(largest, parse_double(rows.labels[i]).value_or(0));
  }
  for (std::size_t i = 0; i < votes.size(); ++i) {
    const std::string_view label = rows.labels[i];
    if (votes[i] == 0 || !is_usual_gap(label) || (scale.is && !scale.has_zero)) continue;
    const double share = static_cast<double>(votes[i]) / static_cast<double>(all);
    const auto number = parse_double(label);
    const bool far = number && (*number < 0 ? largest >= 2 : *number > 3 * std::max(largest, 3.0));
    if (says_no_gaps(options)) continue;
    if (far || share > 0.5) fail_gap(audit.file, label, share);
    note_gap(audit, label, votes[i]);
  }
  const auto once = static_cast<std::size_t>(std::count(votes.begin(), votes.end(), 1));
  const bool too_many = votes.size() >= 50 && votes.size() * 10 > all;
  bool numbers = true;
  for (std::size_t i = 0; i < rows.labels.size(); ++i) numbers &= parse_double(rows.labels[i]).has_value();
  // Marks from 0 to 100 are labels where the user says that they are.
  if (numbers && !options.label_column.empty()) return;
  if (numbers && (too_many || once > 200)) {
    fail(
        "{}: {} numbers among {} votes, {} of them seen once; where they are marks on a scale say {} with "
        "the column's "
        "name, which otherwise names another; {} lists the classes",
        audit.file, votes.size(), all, once, option("label-column"), option("classes"));
  }
  if (too_many || once > 200) {
    fail(
        "{}: {} labels among {} votes, {} of them seen once, such as {}; is {} really the label? ({} names "
        "another, {} "
        "the classes)",
        audit.file, votes.size(), all, once, in_quotes(rows.labels[0], 40),
        audit.plan.label.empty() ? "this" : audit.plan.label, option("label-column"), option("classes"));
  }
}

std::optional<std::pair<std::string, std::string>> labels_of_one_number(const NameList& labels) {
  const auto plain = [](std::string_view text) {  // "1.00" as "1"
    const std::size_t dot = text.find('.');
    if (dot == std::string_view::npos || text.find_first_not_of('0', dot + 1) != std::string_view::npos)
      return text;
    return text.substr(0, dot);
  };
  std::map<double, std::string_view> text_of;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const auto number = parse_double(labels[i]);
    if (!number) continue;
    const auto [at, fresh] = text_of.emplace(*number, plain(labels[i]));
    if (!fresh && at->second != plain(labels[i]))
      return {{std::string(at->second), std::string(plain(labels[i]))}};
  }
  return std::nullopt;
}

void settle_order(ClassSpace& classes, const ImportOptions& options) {
  if (!options.nominal) return;
  if (options.ordinal) {
    fail("{} and {} exclude each other; keep one of them", option("ordinal"), option("nominal"));
  }
  classes.ordered = false;
}

}  // namespace dissent
