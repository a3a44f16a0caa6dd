// Where data sets live on this machine, one folder each. A file that has its final name there has been
// checked by SHA-256; several processes may ask for the same data set at once.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "dissent/store/fetch.h"
#include "dissent/store/known.h"

namespace dissent {

// What is in place of one file of a data set.
struct FileState {
  const KnownFile* file = nullptr;
  bool there = false;  // and good
  bool fresh = false;  // it was hashed just now, not vouched for by the ledger
  std::string sha256;  // of what lies there, good or not; empty where nothing does
  std::string note;    // of the accepted content
};

bool all_there(const std::vector<FileState>& states);

struct FileReport {
  std::string name;
  std::string how;  // "already there", "copied", "downloaded", "unpacked"
  std::string from;
  std::string note;
  std::uint64_t bytes = 0;
};

struct GetOptions {
  std::filesystem::path from;  // a folder with local copies; empty: the web
  bool verify = false;         // hash what is there again, whatever the ledger says
  std::string mirror;          // replaces scheme and host of every URL where not empty
  FetchProgress progress;
  std::function<void(const FileReport&)> on_file;
  std::function<void(const std::string&)> on_note;
  // Why files could not be had, a sentence each; without it the reasons stand in the error.
  std::function<void(const std::string&)> on_reason;
};

class Store {
 public:
  // $DISSENT_DATA, else $XDG_CACHE_HOME/dissent, else ~/.cache/dissent.
  static std::filesystem::path default_root();
  explicit Store(const std::filesystem::path& root = default_root());

  const std::filesystem::path& root() const { return root_; }
  std::filesystem::path folder(const KnownDataset& dataset) const { return root_ / dataset.name; }

  std::vector<FileState> files(const KnownDataset& dataset, bool verify = false) const;
  bool has(const KnownDataset& dataset, bool verify = false) const;
  // The folder of a data set that is there; an error with the cure where it is not.
  std::filesystem::path path(const KnownDataset& dataset) const;

  // Brings what is missing. Where nothing is, no network is used and nothing written but the ledger.
  void get(const KnownDataset& dataset, const GetOptions& options = {}) const;

  // Puts a generated data set in place with one rename: `write` fills the folder it is given. False where
  // what is there was made with the same `options_text`, and `write` was not called.
  bool generate(const KnownDataset& dataset, const std::string& options_text,
                const std::function<void(const std::filesystem::path&)>& write) const;

 private:
  void make_folder(const std::filesystem::path& folder) const;
  void settle(const KnownDataset& dataset, const KnownFile& file, const Fetched& fetched,
              const std::filesystem::path& part) const;
  void remember(const KnownDataset& dataset, const FileState& state) const;
  bool generated_is_whole(const KnownDataset& dataset, bool verify) const;
  std::filesystem::path root_;
};

}  // namespace dissent
