#include "dissent/store/encoder_folder.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <vector>

#include "dissent/core/error.h"
#include "dissent/core/hash.h"
#include "dissent/io/folder.h"
#include "dissent/store/fetch.h"
#include "dissent/store/known.h"
#include "dissent/store/store.h"

namespace dissent {
namespace {

namespace fs = std::filesystem;

constexpr const char* kKnownEncoder = "minilm";

fs::path find_folder(const std::string& name_or_path) {
  if (name_or_path == kKnownEncoder) return Store().path(known_dataset(kKnownEncoder));
  if (is_folder(name_or_path)) return name_or_path;
  fail(
      "{} {}: neither a folder nor {}; a folder with config.json, model.safetensors and tokenizer.json is "
      "wanted",
      option("encoder"), name_or_path, kKnownEncoder);
}

fs::path find_weights(const fs::path& folder) {
  if (is_there(folder / "model.safetensors")) return folder / "model.safetensors";
  std::vector<fs::path> found;
  for (const fs::path& entry : entries_of(folder)) {
    if (entry.extension() == ".safetensors") found.push_back(entry);
  }
  if (found.size() == 1) return found.front();
  if (found.size() > 1) {
    fail("{}: has {} .safetensors files and no model.safetensors; weights in one file are wanted",
         folder.string(), found.size());
  }
  fail("{}: has no model.safetensors{}", folder.string(),
       is_there(folder / "pytorch_model.bin")
           ? "; pytorch_model.bin is not read: save the model with safe_serialization=True"
           : "");
}

fs::path find_tokenizer(const fs::path& folder) {
  for (const char* name : {"tokenizer.json", "vocab.txt"}) {
    if (is_there(folder / name)) return folder / name;
  }
  fail("{}: has neither tokenizer.json nor vocab.txt", folder.string());
}

}  // namespace

EncoderFolder encoder_folder(const std::string& name_or_path) {
  static std::mutex mutex;
  static std::map<std::string, EncoderFolder> known;
  const std::lock_guard lock(mutex);
  EncoderFolder& found = known[name_or_path];
  if (!found.hash.empty()) return found;
  const fs::path folder = find_folder(name_or_path);
  if (!is_there(folder / "config.json")) fail("{}: has no config.json", folder.string());
  found = {folder, folder / "config.json", find_weights(folder), find_tokenizer(folder), "", ""};
  Sha256 all, tokenizer;
  // Beside vocab.txt, whether letters are lower-cased stands in a file of its own.
  const fs::path more = folder / "tokenizer_config.json";
  for (const fs::path& file : {found.config, found.weights, found.tokenizer, more}) {
    if (file == more && (found.tokenizer.extension() != ".txt" || !is_there(more))) continue;
    const std::string sum = file_sha256(file);
    all.update(sum);
    if (file == found.tokenizer || file == more) tokenizer.update(sum);
  }
  found.tokenizer_hash = tokenizer.hex();
  found.hash = all.hex();
  return found;
}

}  // namespace dissent
