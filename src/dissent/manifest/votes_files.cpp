#include "dissent/manifest/votes_files.h"

#include <algorithm>
#include <utility>

#include "dissent/core/error.h"
#include "dissent/core/names.h"
#include "dissent/core/text.h"
#include "dissent/io/folder.h"

namespace dissent {
namespace {

// A part whose votes were not given out has no labels to tell the classes by: it takes those of the others.
ImportResult import_part(const ManifestFile& file, ImportOptions options,
                         const std::vector<std::string>& classes) {
  try {
    return import_votes(file.file, options);
  } catch (const Error&) {
    if (*file.part == OfficialPart::train || classes.empty() || !options.classes.empty()) throw;
    options.classes = classes;
    try {
      ImportResult hidden = import_votes(file.file, options);
      if (hidden.votes.offsets().back() == 0) return hidden;
    } catch (const Error&) {  // the first error says what is wrong
    }
    throw;
  }
}

// All files, with the classes of all of them.
std::vector<ImportResult> import_parts(const Manifest& manifest) {
  std::vector<ImportResult> results;
  std::vector<std::string> labels;
  for (const ManifestFile& file : manifest.votes) {
    results.push_back(import_part(file, manifest.import_options, classes_from_labels(labels).names));
    const std::vector<std::string>& names = results.back().votes.class_space().names;
    labels.insert(labels.end(), names.begin(), names.end());
  }
  ImportOptions options = manifest.import_options;
  if (!options.classes.empty()) return results;
  options.classes = classes_from_labels(labels).names;
  for (std::size_t f = 0; f < results.size(); ++f) {
    if (results[f].votes.class_space().names == options.classes) continue;
    results[f] = import_votes(manifest.votes[f].file, options);
  }
  return results;
}

// Tables of the same classes, one behind the other, with the items' names changed by `name`.
template <class Name>
VoteTable joined(const Manifest& manifest, const std::vector<ImportResult>& results, const Name& name) {
  VoteTable::Parts parts;
  parts.knowledge = results.front().votes.knowledge();
  parts.classes = results.front().votes.class_space();
  parts.offsets.push_back(0);
  Interner items, annotators;
  std::vector<std::size_t> file_of;  // [items]
  for (std::size_t f = 0; f < results.size(); ++f) {
    const VoteTable& votes = results[f].votes;
    // A file without a single vote knows as much as the others.
    if (votes.knowledge() != parts.knowledge && votes.offsets().back() != 0) {
      fail("{} holds {}, and {} {}; the files of a data set must know the same of their votes",
           manifest.votes[f].file.string(), to_string(votes.knowledge()), manifest.votes[0].file.string(),
           to_string(parts.knowledge));
    }
    for (std::size_t i = 0; i < votes.items(); ++i) {
      const std::string called = name(f, votes.item_name(i));
      if (const std::uint32_t known = items.find(called); known != Interner::kAbsent) {
        fail(
            "{} and {}: both name the item {}; where these are different items, `names-by-part: true` calls "
            "them {} "
            "and {}",
            manifest.votes[file_of[known]].file.string(), manifest.votes[f].file.string(), in_quotes(called),
            in_quotes(fmt::format("{}/{}", name_of(*manifest.votes[file_of[known]].part), called)),
            in_quotes(fmt::format("{}/{}", name_of(*manifest.votes[f].part), called)));
      }
      items.intern(called);
      file_of.push_back(f);
    }
    const std::uint64_t before = parts.labels.size();
    for (std::size_t i = 1; i < votes.offsets().size(); ++i)
      parts.offsets.push_back(before + votes.offsets()[i]);
    const auto append = [](auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); };
    append(parts.labels, votes.entry_labels());
    append(parts.count, votes.entry_counts());
    append(parts.probability, votes.entry_probabilities());
    for (const std::uint32_t a : votes.entry_annotators())
      parts.annotator.push_back(annotators.intern(votes.annotator_name(a)));
  }
  parts.items = std::move(items).take();
  parts.annotators = std::move(annotators).take();
  return VoteTable(std::move(parts));
}

Audit joined_audit(const std::vector<ImportResult>& results) {
  Audit audit = results.front().audit;
  for (std::size_t f = 1; f < results.size(); ++f) {
    const Audit& more = results[f].audit;
    audit.file += ", " + more.file;
    audit.rows += more.rows;
    audit.votes += more.votes;
    audit.dropped += more.dropped;
    for (const Oddity& oddity : more.oddities)
      audit.add(oddity.kind, oddity.first, oddity.note, oddity.count);
    for (const std::string& remark : more.remarks) {
      if (std::find(audit.remarks.begin(), audit.remarks.end(), remark) == audit.remarks.end())
        audit.remarks.push_back(remark);
    }
  }
  return audit;
}

}  // namespace

std::string item_name_in(const Manifest& manifest, const std::optional<OfficialPart>& part,
                         std::string_view name) {
  if (!manifest.names_by_part || !part) return std::string(name);
  return fmt::format("{}/{}", name_of(*part), name);
}

std::string file_names(const std::vector<ManifestFile>& files) {
  std::vector<std::string> names;
  for (const ManifestFile& file : files) names.push_back(file.file.string());
  return join(names, ", ");
}

ManifestVotes read_votes(const Manifest& manifest) {
  for (const ManifestFile& file : manifest.votes) {
    if (is_there(file.file)) continue;
    fail("{}: votes: {} is not there; paths are relative to the manifest", manifest.path.string(),
         file.file.string());
  }
  if (!manifest.votes.front().part) {
    return {import_votes(manifest.votes.front().file, manifest.import_options), {}};
  }
  const std::vector<ImportResult> results = import_parts(manifest);
  VoteTable votes = joined(manifest, results, [&](std::size_t f, std::string_view name) {
    return item_name_in(manifest, manifest.votes[f].part, name);
  });
  std::vector<std::optional<OfficialPart>> parts;
  std::vector<std::int32_t> gold;
  const bool some_gold = std::any_of(results.begin(), results.end(),
                                     [](const ImportResult& result) { return !result.gold.empty(); });
  for (std::size_t f = 0; f < results.size(); ++f) {
    parts.insert(parts.end(), results[f].votes.items(), manifest.votes[f].part);
    if (!some_gold) continue;
    gold.insert(gold.end(), results[f].gold.begin(), results[f].gold.end());
    gold.resize(parts.size(), -1);
  }
  return {{std::move(votes), joined_audit(results), std::move(gold)}, std::move(parts)};
}

}  // namespace dissent
