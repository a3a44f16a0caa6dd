// Who voted what on which item: immutable, compact, grouped by item. A table that knows less (counts without
// annotators, probabilities without counts) says so, and refuses what it cannot answer with the reason.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dissent/core/large_vector.h"
#include "dissent/core/name_list.h"

namespace dissent {

// What a source knows of its votes; each level knows all that the ones before it know.
enum class Knowledge { probabilities, counts, votes };
std::string_view to_string(Knowledge knowledge);

// The labels that could be given, in their order.
struct ClassSpace {
  std::vector<std::string> names;
  std::vector<double> values;  // where every name is a number (ratings); else empty
  bool ordered = false;        // the order of the names means something: numbers, or said so by the user

  std::size_t size() const { return names.size(); }
};
// Classes from label texts: numbers are written shortly ("1.0" is "1") and sorted by value, other names
// alphabetically; duplicates go.
ClassSpace classes_from_labels(const std::vector<std::string>& labels);
// Classes exactly as listed; numeric names make them ordered, and so does `ordered`.
ClassSpace classes_as_listed(std::vector<std::string> names, bool ordered);

class VoteTable {
 public:
  using Label = std::uint16_t;
  static constexpr std::size_t kMaxClasses = 65535;

  // The storage, one entry a vote (or a nonzero count or probability, ascending by class), entries of an item
  // side by side.
  struct Parts {
    NameList items;
    NameList annotators;  // empty unless votes
    ClassSpace classes;
    LargeVector<std::uint64_t> offsets;    // [items + 1]
    LargeVector<Label> labels;             // [entries]
    LargeVector<std::uint32_t> annotator;  // [entries] where annotators are known
    std::vector<std::uint32_t> count;      // [entries] where only counts are known
    std::vector<double> probability;       // [entries] where only probabilities are known
    Knowledge knowledge = Knowledge::votes;
  };
  explicit VoteTable(Parts parts);  // checks that the parts fit together

  // From a dense matrix [items, classes], row by row.
  static VoteTable from_counts(std::span<const std::int64_t> counts, NameList items, ClassSpace classes);
  static VoteTable from_probabilities(std::span<const double> rows, NameList items, ClassSpace classes);

  std::size_t items() const { return parts_.items.size(); }
  std::size_t classes() const { return parts_.classes.size(); }
  std::size_t annotators() const { return parts_.annotators.size(); }  // 0 where they are not known
  std::uint64_t votes() const { return votes_; }                       // 0 where there are only probabilities
  Knowledge knowledge() const { return parts_.knowledge; }
  bool has_counts() const { return parts_.knowledge != Knowledge::probabilities; }
  bool has_annotators() const { return parts_.knowledge == Knowledge::votes; }

  std::string_view item_name(std::size_t item) const { return parts_.items[item]; }
  std::string_view annotator_name(std::size_t annotator) const { return parts_.annotators[annotator]; }
  const std::string& class_name(std::size_t k) const { return parts_.classes.names[k]; }
  const ClassSpace& class_space() const { return parts_.classes; }

  // Throws unless the table knows this much; `purpose` completes "... needs vote counts".
  void require(Knowledge level, std::string_view purpose) const;

  // An item's votes one by one, in the order of the source; asks for annotators.
  std::span<const Label> labels_of(std::size_t item) const;
  std::span<const std::uint32_t> annotators_of(std::size_t item) const;

  // An item's number of votes and votes by class; asks for counts. `row` has classes() entries.
  std::uint64_t votes_of(std::size_t item) const;
  void counts_of(std::size_t item, std::span<std::uint32_t> row) const;
  // c / m, or the given probabilities; an item without votes is an error that names it.
  void fractions_of(std::size_t item, std::span<double> row) const;
  bool is_empty(std::size_t item) const { return parts_.offsets[item] == parts_.offsets[item + 1]; }

  // The raw entries of all items, for loops over everything (see Parts).
  std::span<const std::uint64_t> offsets() const { return parts_.offsets; }
  std::span<const Label> entry_labels() const { return parts_.labels; }
  std::span<const std::uint32_t> entry_annotators() const { return parts_.annotator; }
  std::span<const std::uint32_t> entry_counts() const { return parts_.count; }
  std::span<const double> entry_probabilities() const { return parts_.probability; }

 private:
  Parts parts_;
  std::uint64_t votes_ = 0;
};

}  // namespace dissent
