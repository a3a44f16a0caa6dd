#include "dissent/votes/long_rows.h"

#include <algorithm>
#include <deque>

#include "dissent/core/error.h"
#include "dissent/core/parallel.h"
#include "dissent/core/text.h"
#include "dissent/io/csv.h"
#include "dissent/votes/vote_rows.h"

namespace dissent {
namespace {

bool is_inside(std::string_view part, std::string_view whole) {
  return part.data() >= whole.data() && part.data() <= whole.data() + whole.size();
}

// A row of separators alone, as spreadsheets leave them below a table.
bool is_blank(const std::vector<std::string_view>& fields) {
  return std::all_of(fields.begin(), fields.end(),
                     [](std::string_view field) { return trim(field).empty(); });
}

// One thread's share of a block: its records with names as views into the file, and their keys.
class Stretch {
 public:
  Stretch(const Source& source, const LongColumns& columns) : source_(source), columns_(columns) {}

  // Takes the records that `reader` has, `most` at most; false where there are no more.
  bool read(CsvReader& reader, std::size_t most) {
    items.clear();
    annotators.clear();
    labels.clear();
    copies_.clear();
    const std::size_t width = source_.header().size();
    while (labels.size() < most) {
      if (!reader.next(width)) return false;
      if (reader.fields()[static_cast<std::size_t>(columns_.item)].empty() && is_blank(reader.fields()))
        continue;
      items.push_back(named(reader.fields()[static_cast<std::size_t>(columns_.item)]));
      if (columns_.annotator >= 0) {
        annotators.push_back(named(reader.fields()[static_cast<std::size_t>(columns_.annotator)]));
      }
      labels.push_back(label(trim(reader.fields()[static_cast<std::size_t>(columns_.label)]), reader));
    }
    return true;
  }

  std::vector<Interner::Named> items;
  std::vector<Interner::Named> annotators;
  std::vector<std::uint16_t> labels;  // indices into label_names, or kNoLabel
  Interner label_names;               // of this thread; few
  std::uint64_t empty_labels = 0;
  std::size_t first_empty = 0;  // offset

 private:
  // A field with doubled quotes lives only until the next record; the others are views into the file.
  Interner::Named named(std::string_view field) {
    field = trim(field);
    if (!is_inside(field, source_.bytes())) field = copies_.emplace_back(field);
    return {field, Interner::key_of(field)};
  }

  std::uint16_t label(std::string_view text, const CsvReader& reader) {
    if (is_missing_label(text)) {
      if (empty_labels++ == 0) first_empty = reader.offset();
      return VoteRows::kNoLabel;
    }
    const std::size_t before = label_names.size();
    const std::uint32_t index = label_names.intern(text);
    if (index == before) {
      if (invalid_utf8(text)) fail_not_utf8(text, reader.place());
      if (index >= VoteRows::kNoLabel) fail_too_many_labels(reader.place());
    }
    return static_cast<std::uint16_t>(index);
  }

  const Source& source_;
  LongColumns columns_;
  std::deque<std::string> copies_;
};

// Reads the file block by block. In each, all threads first take a stretch of records apart, then each gives
// numbers to the names of its shard of the hashes, in every stretch: no name is looked up in more than one
// table, and the rows stay in the order of the file.
class LongReader {
 public:
  LongReader(const Source& source, const LongColumns& columns)
      : source_(source),
        columns_(columns),
        items_(thread_count()),
        annotators_(thread_count()),
        stretches_(thread_count(), Stretch(source, columns)) {}

  VoteRows read(Audit& audit) {
    // With quotes in the file a line end may be inside a field, so that it is taken apart by one thread.
    if (source_.bytes().find('"') == std::string_view::npos) {
      read_by_lines();
    } else {
      CsvReader reader(source_.bytes(), source_.delimiter(), source_.path(), source_.body());
      while (stretches_[0].read(reader, kQuotedBlock)) number_block(1);
      number_block(1);
    }
    note_empty_labels(audit);
    rows_.items = finish(items_, rows_.item);
    rows_.annotators = finish(annotators_, rows_.annotator);
    rows_.labels = std::move(labels_).take();
    audit.rows = rows_.item.size();
    return std::move(rows_);
  }

 private:
  static constexpr std::size_t kBlock = std::size_t{4} << 20;  // bytes a thread
  static constexpr std::size_t kQuotedBlock = 100000;          // records

  void read_by_lines() {
    const std::string_view bytes = source_.bytes();
    reserve_rows();
    for (std::size_t begin = source_.body(); begin < bytes.size();) {
      std::vector<std::size_t> starts = {begin};
      while (starts.size() <= stretches_.size() && starts.back() < bytes.size()) {
        const std::size_t line = bytes.find('\n', std::min(starts.back() + kBlock, bytes.size() - 1));
        starts.push_back(line == std::string_view::npos ? bytes.size() : line + 1);
      }
      const std::size_t used = starts.size() - 1;
      parallel_pieces(used, used, [&](std::size_t first, std::size_t last, std::size_t) {
        for (std::size_t s = first; s < last; ++s) {
          CsvReader reader(bytes, source_.delimiter(), source_.path(), starts[s], starts[s + 1]);
          stretches_[s].read(reader, bytes.size());
        }
      });
      number_block(used);
      source_.release(begin, starts.back());
      begin = starts.back();
    }
  }

  // Room for as many rows as the file has if they are like the first ones; growing would copy them.
  void reserve_rows() {
    const std::string_view body = source_.bytes().substr(source_.body());
    const std::string_view head = body.substr(0, 1 << 16);
    const auto lines = static_cast<std::size_t>(std::count(head.begin(), head.end(), '\n'));
    if (lines == 0) return;
    const std::size_t rows = body.size() / (head.size() / lines) * 17 / 16;
    rows_.item.reserve(rows);
    rows_.label.reserve(rows);
    if (columns_.annotator >= 0) rows_.annotator.reserve(rows);
  }

  // Appends the records of the first `used` stretches to the rows.
  void number_block(std::size_t used) {
    std::vector<std::size_t> base = {rows_.item.size()};
    for (std::size_t s = 0; s < used; ++s) {
      append_labels(stretches_[s]);
      base.push_back(rows_.label.size());
    }
    rows_.item.resize(base.back());
    if (columns_.annotator >= 0) rows_.annotator.resize(base.back());
    parallel_pieces(items_.shards(), thread_count(), [&](std::size_t begin, std::size_t end, std::size_t) {
      for (std::size_t shard = begin; shard < end; ++shard) {
        for (std::size_t s = 0; s < used; ++s) {
          number(items_, shard, stretches_[s].items, rows_.item, base[s], "item");
          number(annotators_, shard, stretches_[s].annotators, rows_.annotator, base[s], "annotator");
        }
      }
    });
  }

  // The stretch's labels as indices into the labels of the whole file.
  void append_labels(const Stretch& stretch) {
    std::vector<std::uint16_t> map(stretch.label_names.size());
    for (std::size_t i = 0; i < map.size(); ++i) {
      const std::uint32_t index = labels_.intern(stretch.label_names.names()[i]);
      if (index >= VoteRows::kNoLabel) fail_too_many_labels(source_.path().string());
      map[i] = static_cast<std::uint16_t>(index);
    }
    for (const std::uint16_t label : stretch.labels) {
      rows_.label.push_back(label == VoteRows::kNoLabel ? label : map[label]);
    }
  }

  void number(ShardedInterner& interner, std::size_t shard, std::span<const Interner::Named> names,
              LargeVector<std::uint32_t>& codes, std::size_t base, std::string_view what) {
    const std::span<std::uint32_t> out(codes.data() + base, names.size());
    for (const std::size_t fresh : interner.intern(shard, names, out, base)) {
      const std::string_view name = names[fresh].name;
      if (name.empty()) fail("{}: an empty {} name; give every row one", place_of(name), what);
      if (invalid_utf8(name)) fail_not_utf8(name, place_of(name));
    }
  }

  std::string place_of(std::string_view name) const {
    const std::string_view bytes = source_.bytes();
    if (!is_inside(name, bytes)) return source_.path().string();  // a copy of a field with doubled quotes
    return line_place(source_.path(), bytes, static_cast<std::size_t>(name.data() - bytes.data()));
  }

  void note_empty_labels(Audit& audit) const {
    std::uint64_t count = 0;
    std::size_t first = source_.bytes().size();
    for (const Stretch& stretch : stretches_) {
      if (stretch.empty_labels > 0) first = std::min(first, stretch.first_empty);
      count += stretch.empty_labels;
    }
    if (count == 0) return;
    audit.add("empty-label", line_place(source_.path(), source_.bytes(), first), "no vote was counted",
              count);
  }

  // From codes to numbers in the order of first appearance.
  static NameList finish(ShardedInterner& interner, LargeVector<std::uint32_t>& codes) {
    NameList names = interner.number();
    parallel_ranges(codes.size(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t row = begin; row < end; ++row) codes[row] = interner.number_of(codes[row]);
    });
    return names;
  }

  const Source& source_;
  LongColumns columns_;
  ShardedInterner items_, annotators_;
  Interner labels_;
  std::vector<Stretch> stretches_;
  VoteRows rows_;
};

}  // namespace

VoteRows read_long_rows(const Source& source, const LongColumns& columns, Audit& audit) {
  return LongReader(source, columns).read(audit);
}

}  // namespace dissent
