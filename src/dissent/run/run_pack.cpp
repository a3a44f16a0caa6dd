#include "dissent/run/run_pack.h"

#include <algorithm>
#include <array>
#include <set>
#include <system_error>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/io/file.h"
#include "dissent/io/folder.h"
#include "dissent/io/zip.h"

namespace dissent {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view kBefore = "part-", kAfter = ".zip";
// What of a run is packed. Its weights are not: they are large, and of no use without a GPU's time.
constexpr std::array<std::string_view, 5> kPacked = {RunFileNames::record, RunFileNames::history,
                                                     RunFileNames::predictions, "geometry.json", "ood.json"};

// The number of a part by its file's name; 0 where it is no part.
std::uint64_t part_number(const fs::path& file) {
  const std::string name = file.filename().string();
  if (!name.starts_with(kBefore) || !name.ends_with(kAfter) || name.size() <= kBefore.size() + kAfter.size())
    return 0;
  const auto number = parse_int(name.substr(kBefore.size(), name.size() - kBefore.size() - kAfter.size()));
  return number && *number > 0 ? static_cast<std::uint64_t>(*number) : 0;
}

std::map<std::uint64_t, fs::path> parts_of(const fs::path& folder) {
  std::map<std::uint64_t, fs::path> parts;
  if (!is_folder(folder)) return parts;
  for (const fs::path& entry : entries_of(folder)) {
    const std::uint64_t number = part_number(entry);
    if (number == 0) continue;
    if (const auto [known, added] = parts.emplace(number, entry); !added) {
      fail("{} and {}: two parts of one number; give one of them a higher one", known->second.string(),
           entry.string());
    }
  }
  return parts;
}

}  // namespace

struct RunPack::Part {
  explicit Part(const fs::path& file) : path(file), mapped(file), zip(mapped.bytes(), file.string()) {}
  fs::path path;
  MappedFile mapped;
  ZipReader zip;
};

RunPack::RunPack(const fs::path& folder) {
  for (const auto& [number, file] : parts_of(folder)) {
    parts_.push_back(std::make_unique<Part>(file));
    const std::vector<ZipEntry>& entries = parts_.back()->zip.entries();
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const std::string& name = entries[i].name;
      const std::size_t slash = name.find('/');
      if (slash == 0 || slash == name.npos || slash + 1 == name.size() ||
          name.find('/', slash + 1) != name.npos) {
        fail("{}: its entry {} is not RUN/FILE, so that it is no part of packed runs", file.string(),
             in_quotes(name));
      }
      runs_[name.substr(0, slash)][name.substr(slash + 1)] = {parts_.size() - 1, i};
    }
  }
}

RunPack::~RunPack() = default;

std::vector<std::string> RunPack::runs() const {
  std::vector<std::string> names;
  for (const auto& [name, files] : runs_) names.push_back(name);
  return names;
}

std::vector<std::string> RunPack::files(std::string_view run) const {
  std::vector<std::string> names;
  if (const auto found = runs_.find(run); found != runs_.end()) {
    for (const auto& [name, place] : found->second) names.push_back(name);
  }
  return names;
}

const RunPack::Place* RunPack::find(std::string_view run, std::string_view file) const {
  const auto found = runs_.find(run);
  if (found == runs_.end()) return nullptr;
  const auto place = found->second.find(file);
  return place == found->second.end() ? nullptr : &place->second;
}

bool RunPack::has(std::string_view run, std::string_view file) const {
  return find(run, file) != nullptr;
}

std::string RunPack::read(std::string_view run, std::string_view file) const {
  const Place* place = find(run, file);
  if (place == nullptr) fail("{}/{}: not among the packed runs", run, file);
  const Part& part = *parts_[place->part];
  const std::vector<char> bytes = part.zip.read(part.zip.entries()[place->entry]);
  return {bytes.begin(), bytes.end()};
}

std::string RunPack::place(std::string_view run, std::string_view file) const {
  const Place* place = find(run, file);
  return fmt::format("{}{}/{}", place == nullptr ? "" : parts_[place->part]->path.string() + ", ", run, file);
}

namespace {

class RunOfPack : public PackedRun {
 public:
  RunOfPack(std::shared_ptr<const RunPack> pack, std::string run)
      : pack_(std::move(pack)), run_(std::move(run)) {}
  bool has(const std::string& name) const override { return pack_->has(run_, name); }
  std::string read(const std::string& name) const override { return pack_->read(run_, name); }
  std::string place(const std::string& name) const override { return pack_->place(run_, name); }

 private:
  std::shared_ptr<const RunPack> pack_;
  std::string run_;
};

}  // namespace

std::shared_ptr<const PackedRun> packed_run(std::shared_ptr<const RunPack> pack, const std::string& run) {
  if (!pack->has(run, RunFileNames::record)) return nullptr;
  return std::make_shared<RunOfPack>(std::move(pack), run);
}

RunFiles files_of_run(const fs::path& runs, const std::shared_ptr<const RunPack>& pack,
                      const std::string& run) {
  return RunFiles(runs / run, packed_run(pack, run));
}

namespace {

struct RunToPack {
  std::string name;
  std::vector<std::pair<std::string, std::string>> files;  // names and bytes
  bool removable = true;                                   // its folder has nothing but packed files
};

// What of a run's folder is not packed as it is.
RunToPack read_folder(const fs::path& folder, const RunPack& pack) {
  RunToPack run{folder.filename().string(), {}, true};
  for (const fs::path& entry : entries_of(folder)) {
    const std::string name = entry.filename().string();
    run.removable = run.removable && std::find(kPacked.begin(), kPacked.end(), name) != kPacked.end();
  }
  for (const std::string_view file : kPacked) {
    if (!is_there(folder / file)) continue;
    std::string bytes = read_file(folder / file);
    if (pack.has(run.name, file) && pack.read(run.name, file) == bytes) continue;
    run.files.emplace_back(file, std::move(bytes));
  }
  return run;
}

// Packs runs into parts of a bounded size, one after the other.
class PartWriter {
 public:
  PartWriter(const fs::path& folder, const PackOptions& options, PackResult& result)
      : folder_(folder), options_(options), result_(result) {
    const auto parts = parts_of(folder);
    next_ = parts.empty() ? 1 : parts.rbegin()->first + 1;
  }

  void add(RunToPack run) {
    std::vector<ZipPart> entries;
    std::uint64_t bytes = 0;
    for (auto& [file, content] : run.files) {
      ZipPart& entry =
          entries.emplace_back(ZipPart{fmt::format("{}/{}", run.name, file), {}, deflate_bytes(content)});
      bytes += entry.deflated->bytes.size() + 2 * entry.name.size() + 128;  // with both headers
    }
    if (bytes_ > 0 && bytes_ + bytes > options_.part_bytes) finish();
    bytes_ += bytes;
    for (ZipPart& entry : entries) entries_.push_back(std::move(entry));
    runs_.push_back(std::move(run));
  }

  // Writes the part and, once it reads back the same, removes the folders that it replaces.
  void finish() {
    if (!entries_.empty()) {
      const fs::path file = folder_ / fmt::format("{}{:04}{}", kBefore, next_++, kAfter);
      write_zip(file, entries_);
      sync_folder(folder_);
      result_.parts.push_back(file);
    }
    const RunPack pack(folder_);
    for (const RunToPack& run : runs_) {
      for (const auto& [name, content] : run.files) {
        if (pack.read(run.name, name) != content)
          fail("{}: does not read back as written", pack.place(run.name, name));
      }
      if (options_.keep_folders) continue;
      if (run.removable) {
        remove_whole(folder_ / run.name);
      } else {
        result_.kept.push_back(run.name);
      }
    }
    entries_.clear();
    runs_.clear();
    bytes_ = 0;
  }

 private:
  const fs::path& folder_;
  const PackOptions& options_;
  PackResult& result_;
  std::uint64_t next_ = 1, bytes_ = 0;
  std::vector<ZipPart> entries_;
  std::vector<RunToPack> runs_;
};

}  // namespace

PackResult pack_runs(const fs::path& folder, const PackOptions& options, Monitor& monitor) {
  const RunPack before(folder);
  std::set<fs::path> folders;
  for (const fs::path& entry : entries_of(folder)) {
    if (!is_folder(entry) || entry.extension() == ".partial") continue;
    // A folder without a record has what was measured of a packed run since.
    const bool packed = before.has(entry.filename().string(), RunFileNames::record);
    if (packed || is_there(entry / RunFileNames::record)) folders.insert(entry);
  }
  PackResult result;
  PartWriter writer(folder, options, result);
  std::size_t done = 0;
  for (const fs::path& run : folders) {
    stop_if_asked(monitor);
    monitor.progress("packing runs", done++, folders.size());
    RunToPack read = read_folder(run, before);
    result.runs += !read.files.empty();
    writer.add(std::move(read));
  }
  writer.finish();
  return result;
}

}  // namespace dissent
