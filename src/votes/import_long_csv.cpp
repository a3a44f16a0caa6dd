// A row a vote: item, annotator, label, in columns found by their usual names or named by flags. The file is
// read in blocks by all cores; the result does not depend on how many.
#include <algorithm>
#include <array>
#include <deque>

#include "core/error.h"
#include "core/parallel.h"
#include "core/text.h"
#include "io/csv.h"
#include "votes/importers.h"
#include "votes/vote_builder.h"
#include "votes/vote_merge.h"

namespace dissent {
namespace {

// In order of preference: the first that is there is taken.
constexpr std::array<std::string_view, 22> kItemNames = {
    "item",     "item_id",     "task",    "task_id",    "example", "example_id", "instance_id", "instance",
    "question", "question_id", "sample",  "sample_id",  "unit",    "unit_id",    "image",       "image_id",
    "document", "doc_id",      "text_id", "comment_id", "uid",     "id"};
constexpr std::array<std::string_view, 15> kAnnotatorNames = {
    "annotator", "annotator_id", "worker", "worker_id", "workerid",    "user",    "user_id",   "rater",
    "rater_id",  "coder",        "judge",  "performer", "participant", "labeler", "respondent"};
constexpr std::array<std::string_view, 14> kLabelNames = {
    "label",     "answer",   "rating", "response", "vote",  "annotation", "judgment",
    "judgement", "category", "class",  "choice",   "score", "value",      "output"};

struct Columns {
  int item = -1;
  int annotator = -1;  // -1: the source does not know
  int label = -1;
};

template <std::size_t N>
int find_column(const Source& source, const std::array<std::string_view, N>& names) {
  for (const std::string_view name : names) {
    if (const int column = source.column(name); column >= 0) return column;
  }
  return -1;
}

int named_column(const Source& source, const std::string& name, std::string_view flag) {
  const int column = source.column(name);
  if (column >= 0) return column;
  std::vector<std::string_view> known(source.header().begin(), source.header().end());
  fail("{}: {}: {}", source.path().string(), flag, unknown_name("column", name, known));
}

Columns find_columns(const Source& source, const ImportOptions& options) {
  Columns columns;
  columns.item = options.item_column.empty() ? find_column(source, kItemNames)
                                             : named_column(source, options.item_column, "--item-column");
  columns.annotator = options.annotator_column.empty()
                          ? find_column(source, kAnnotatorNames)
                          : named_column(source, options.annotator_column, "--annotator-column");
  columns.label = options.label_column.empty() ? find_column(source, kLabelNames)
                                               : named_column(source, options.label_column, "--label-column");
  return columns;
}

// Reads the records that start in [begin, end) into a chunk, in groups so that name look-ups overlap.
class ChunkReader {
 public:
  ChunkReader(const Source& source, const Columns& columns) : source_(source), columns_(columns) {}

  void read(std::size_t begin, std::size_t end) {
    CsvReader reader(source_.bytes(), source_.delimiter(), source_.path(), begin, end);
    const std::size_t width = source_.header().size();
    std::size_t released = begin;
    reserve(begin, end);
    while (reader.next(width)) {
      const auto& fields = reader.fields();
      item_[held_] = keep(fields[static_cast<std::size_t>(columns_.item)]);
      if (columns_.annotator >= 0)
        annotator_[held_] = keep(fields[static_cast<std::size_t>(columns_.annotator)]);
      label(fields[static_cast<std::size_t>(columns_.label)], reader);
      if (++held_ == kGroup) flush(reader);
      if (reader.next_offset() - released > kReleaseEvery) {
        flush(reader);
        source_.release(released, reader.next_offset());
        released = reader.next_offset();
      }
    }
    flush(reader);
    source_.release(released, end);
  }

  VoteChunk chunk;
  std::uint64_t empty_labels = 0;
  std::size_t first_empty = 0;  // offset

 private:
  static constexpr std::size_t kGroup = 256;
  static constexpr std::size_t kReleaseEvery = std::size_t{16} << 20;

  // Room for the rows that a stretch of this length has if they are like the first ones; growing would copy them.
  void reserve(std::size_t begin, std::size_t end) {
    const std::string_view head = source_.bytes().substr(begin, std::min<std::size_t>(end - begin, 1 << 16));
    const auto lines = static_cast<std::size_t>(std::count(head.begin(), head.end(), '\n'));
    if (lines == 0) return;
    const std::size_t rows = (end - begin) / (head.size() / lines) * 17 / 16 + kGroup;
    chunk.item.reserve(rows);
    chunk.label.reserve(rows);
    if (columns_.annotator >= 0) chunk.annotator.reserve(rows);
  }

  // A field with doubled quotes lives only until the next record; the others are views into the file.
  std::string_view keep(std::string_view field) {
    field = trim(field);
    const std::string_view bytes = source_.bytes();
    if (field.data() >= bytes.data() && field.data() <= bytes.data() + bytes.size()) return field;
    return copies_.emplace_back(field);
  }

  void label(std::string_view text, const CsvReader& reader) {
    text = trim(text);
    if (text.size() <= 4 && is_missing_label(text)) {
      if (empty_labels++ == 0) first_empty = reader.offset();
      chunk.label.push_back(VoteChunk::kNoLabel);
      return;
    }
    const std::size_t before = chunk.labels.size();
    const std::uint32_t index = chunk.labels.intern(text);
    if (index == before) {
      if (invalid_utf8(text)) fail_not_utf8(text, reader.place());
      if (index >= VoteChunk::kNoLabel) fail_too_many_labels(reader.place());
    }
    chunk.label.push_back(static_cast<std::uint16_t>(index));
  }

  void flush(const CsvReader& reader) {
    intern(chunk.items, item_, chunk.item, "item", reader);
    if (columns_.annotator >= 0) intern(chunk.annotators, annotator_, chunk.annotator, "annotator", reader);
    held_ = 0;
    copies_.clear();
  }

  void intern(Interner& names, const std::array<std::string_view, kGroup>& group,
              LargeVector<std::uint32_t>& out, std::string_view what, const CsvReader& reader) {
    const std::size_t before = names.size();
    const std::size_t rows = out.size();
    out.resize(rows + held_);
    names.intern_all({group.data(), held_}, {out.data() + rows, held_});
    for (std::size_t i = before; i < names.size(); ++i) {
      const std::string_view name = names.names()[i];
      if (name.empty())
        fail("{}: an empty {} name in the rows above; give every row one", reader.place(), what);
      if (invalid_utf8(name)) fail_not_utf8(name, reader.place());
    }
  }

  const Source& source_;
  Columns columns_;
  std::array<std::string_view, kGroup> item_{};
  std::array<std::string_view, kGroup> annotator_{};
  std::deque<std::string> copies_;
  std::size_t held_ = 0;
};

// Stretches that start at line starts. With quotes in the file a line end may be inside a field, so it is
// read as one stretch.
std::vector<std::size_t> stretches(const Source& source) {
  const std::string_view bytes = source.bytes();
  const std::size_t begin = source.body();
  constexpr std::size_t kWorthIt = std::size_t{4} << 20;
  std::vector<std::size_t> starts = {begin};
  if (bytes.size() - begin > kWorthIt && bytes.find('"') == std::string_view::npos) {
    const std::size_t pieces = thread_count();
    for (std::size_t i = 1; i < pieces; ++i) {
      const std::size_t line = bytes.find('\n', begin + (bytes.size() - begin) * i / pieces);
      if (line != std::string_view::npos && line + 1 > starts.back()) starts.push_back(line + 1);
    }
  }
  starts.push_back(bytes.size());
  return starts;
}

}  // namespace

int long_item_column(const Source& source, const ImportOptions& options) {
  return find_columns(source, options).item;
}

bool recognises_long_csv(const Source& source) {
  if (source.kind() != Source::Kind::table) return false;
  const Columns columns = find_columns(source, {});
  return columns.item >= 0 && columns.label >= 0 && columns.item != columns.label;
}

ImportResult read_long_csv(const Source& source, const ImportOptions& options) {
  if (source.kind() != Source::Kind::table) fail("{}: not a table of text", source.path().string());
  const Columns columns = find_columns(source, options);
  if (columns.item < 0 || columns.label < 0) {
    fail("{}: no column for the {} among {}; name it with --{}-column", source.path().string(),
         columns.item < 0 ? "item" : "label", in_quotes(join(source.header(), ", "), 200),
         columns.item < 0 ? "item" : "label");
  }
  if (columns.item == columns.label || columns.item == columns.annotator ||
      columns.label == columns.annotator) {
    fail("{}: one column cannot serve twice; name --item-column, --annotator-column and --label-column",
         source.path().string());
  }

  const std::vector<std::size_t> starts = stretches(source);
  const std::size_t n = starts.size() - 1;
  std::vector<ChunkReader> readers(n, ChunkReader(source, columns));
  parallel_pieces(n, n, [&](std::size_t begin, std::size_t end, std::size_t) {
    for (std::size_t s = begin; s < end; ++s) readers[s].read(starts[s], starts[s + 1]);
  });

  Audit audit;
  audit.file = source.path().string();
  const auto column = [&](int index) { return in_quotes(source.header()[static_cast<std::size_t>(index)]); };
  audit.remarks.push_back(fmt::format("columns: item {}, annotator {}, label {}", column(columns.item),
                                      columns.annotator < 0 ? "not known" : column(columns.annotator),
                                      column(columns.label)));
  std::vector<VoteChunk> chunks;
  for (ChunkReader& reader : readers) {
    audit.rows += reader.chunk.item.size();
    if (reader.empty_labels > 0) {
      audit.add("empty-label", line_place(source.path(), source.bytes(), reader.first_empty),
                "no vote was counted", reader.empty_labels);
    }
    chunks.push_back(std::move(reader.chunk));
  }
  return merge_chunks(std::move(chunks), std::move(audit), options);
}

}  // namespace dissent
