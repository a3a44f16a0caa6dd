// CIFAR-10H's raw file (Peterson et al. 2019): a row a trial. Attention checks are dropped and counted; items
// are in the order of the test images, so that item i is image i.
#include <algorithm>
#include <array>
#include <map>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/io/csv.h"
#include "dissent/votes/importers.h"
#include "dissent/votes/vote_builder.h"

namespace dissent {
namespace {

constexpr std::array<std::string_view, 10> kClasses = {"airplane", "automobile", "bird",  "cat",  "deer",
                                                       "dog",      "frog",       "horse", "ship", "truck"};

struct Trial {
  std::uint32_t image = 0;
  std::int8_t label = -1;  // -1: none was given
  std::uint32_t annotator = 0;
  std::size_t offset = 0;
};

std::size_t column(const Source& source, std::string_view name) {
  const int index = source.column(name);
  if (index < 0) {
    fail("{}: no column {} among {}; this format reads cifar10h-raw.csv as its authors published it",
         source.path().string(), in_quotes(name), in_quotes(join(source.header(), ", "), 200));
  }
  return static_cast<std::size_t>(index);
}

// 0 to 9, or -1 for an empty cell.
std::int8_t class_number(std::string_view text, std::string_view what, const CsvReader& reader) {
  if (is_missing_label(text)) return -1;
  const auto value = parse_double(text);
  if (!value || !(*value >= 0 && *value <= 9) || *value != static_cast<int>(*value)) {
    fail("{}: {} is {}, and a class from 0 to 9 is wanted", reader.place(), what, in_quotes(text));
  }
  return static_cast<std::int8_t>(*value);
}

bool is_check(std::string_view text, const CsvReader& reader) {
  const std::string value = to_lower(trim(text));
  if (value == "1" || value == "true" || value == "1.0") return true;
  if (value == "0" || value == "false" || value == "0.0") return false;
  fail("{}: is_attn_check is {}, and 0 or 1 is wanted", reader.place(), in_quotes(text));
}

bool looks_like_cifar10h_raw(const Source& source) {
  return source.kind() == Source::Kind::table && source.column("is_attn_check") >= 0 &&
         source.column("chosen_label") >= 0 && source.column("cifar10_test_test_idx") >= 0;
}

}  // namespace

Recognition recognises_cifar10h_raw(const Source& source, const ImportOptions& /*options*/) {
  return recognised(looks_like_cifar10h_raw(source), 0.98, "columns chosen_label and is_attn_check");
}

ImportResult read_cifar10h_raw(const Source& source, const ImportOptions& options) {
  const std::string file = source.path().string();
  if (source.kind() != Source::Kind::table) fail("{}: not a table of text", file);
  const std::size_t annotator = column(source, "annotator_id"), check = column(source, "is_attn_check"),
                    chosen = column(source, "chosen_label"), index = column(source, "cifar10_test_test_idx"),
                    truth = column(source, "true_label");
  VoteBuilder builder(options);
  Audit& audit = builder.audit();
  audit.file = file;
  Interner annotators;
  std::vector<Trial> trials;
  std::map<std::uint32_t, std::int8_t> images;  // image -> true label, in the order of the images
  std::uint64_t checks = 0;
  std::size_t first_check = 0;
  CsvReader reader(source.bytes(), source.delimiter(), source.path(), source.body());
  for (; reader.next(source.header().size()); ++audit.rows) {
    const auto& fields = reader.fields();
    if (is_check(fields[check], reader)) {
      if (checks++ == 0) first_check = reader.offset();
      continue;
    }
    const auto image = parse_double(fields[index]);
    if (!image || !(*image >= 0 && *image < 1e9) || *image != static_cast<std::uint32_t>(*image)) {
      fail("{}: cifar10_test_test_idx is {}, and the number of a test image is wanted", reader.place(),
           in_quotes(fields[index]));
    }
    const std::string_view name = trim(fields[annotator]);
    if (name.empty()) fail("{}: an empty annotator_id; give every row one", reader.place());
    const Trial trial = {static_cast<std::uint32_t>(*image),
                         class_number(fields[chosen], "chosen_label", reader), annotators.intern(name),
                         reader.offset()};
    trials.push_back(trial);
    const std::int8_t gold = class_number(fields[truth], "true_label", reader);
    const auto [known, is_new] = images.emplace(trial.image, gold);
    if (!is_new && known->second != gold) {
      fail("{}: image {} has true_label {} here and {} above", reader.place(), trial.image, int{gold},
           int{known->second});
    }
  }

  if (checks > 0) {
    audit.add("attention-check", line_place(source.path(), source.bytes(), first_check),
              "not a vote; left out", checks);
  }
  builder.set_classes({kClasses.begin(), kClasses.end()});
  for (const auto& [image, gold] : images) {
    const std::string name = std::to_string(image);
    builder.mention(name);
    if (gold >= 0) builder.set_gold(name, kClasses[static_cast<std::size_t>(gold)]);
  }
  std::string place;  // of the first trial without an answer: the audit keeps no other
  for (const Trial& trial : trials) {
    std::string_view label;
    if (trial.label >= 0) {
      label = kClasses[static_cast<std::size_t>(trial.label)];
    } else if (place.empty()) {
      place = line_place(source.path(), source.bytes(), trial.offset);
    }
    builder.add(std::to_string(trial.image), annotators.names()[trial.annotator], label,
                place.empty() ? file : place);
  }
  ImportResult result = std::move(builder).build();
  result.audit.dropped += checks;
  return result;
}

}  // namespace dissent
