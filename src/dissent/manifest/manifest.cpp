#include "dissent/manifest/manifest.h"

#include <algorithm>
#include <array>
#include <span>
#include <type_traits>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/io/file.h"
#include "dissent/manifest/yaml_reader.h"

namespace dissent {
namespace {

using NodeKind = YamlNode::Kind;

// Reads one manifest; every message begins with its place.
class ManifestParser : YamlReader {
 public:
  explicit ManifestParser(const std::filesystem::path& path) : YamlReader(path), folder_(path.parent_path()) {
    manifest_.path = path;
  }

  Manifest parse(const YamlNode& root) {
    if (root.kind != NodeKind::map) {
      fail("{}: a manifest is a map of name, votes and inputs, and this is {}", manifest_.path.string(),
           to_string(root.kind));
    }
    check_keys(root, std::array<std::string_view, 10>{"name", "votes", "inputs", "classes", "gold", "split",
                                                      "names-by-part", "missing", "truth", "ordinal"});
    manifest_.name = text(needed(root, "name", manifest_.path.string()), "name");
    read_votes(needed(root, "votes", manifest_.path.string()));
    read_inputs(needed(root, "inputs", manifest_.path.string()));
    if (const YamlNode* classes = root.find("classes")) {
      if (!manifest_.import_options.classes.empty()) {
        fail("{}: classes are listed here and under votes; keep one of the lists", place(*classes));
      }
      manifest_.import_options.classes = texts(*classes, "classes");
    }
    if (const YamlNode* ordinal = root.find("ordinal")) {
      manifest_.import_options.ordinal = truth_value(*ordinal, "ordinal");
    }
    if (const YamlNode* gold = root.find("gold")) manifest_.gold = read_gold(*gold);
    if (const YamlNode* split = root.find("split")) manifest_.split = read_split(*split);
    if (const YamlNode* names = root.find("names-by-part")) {
      manifest_.names_by_part = truth_value(*names, "names-by-part");
      if (!manifest_.votes.front().part) {
        fail("{}: names-by-part is about votes with a file a part, as in votes: {{train: FILE, test: FILE}}",
             place(*names));
      }
    }
    if (const YamlNode* truth = root.find("truth")) manifest_.truth = file(*truth, "truth");
    if (const YamlNode* missing = root.find("missing")) read_missing(*missing);
    return std::move(manifest_);
  }

 private:
  std::filesystem::path file(const YamlNode& node, std::string_view what) const {
    return folder_ / std::filesystem::path(text(node, what));
  }

  // The files of a map by part, in the order train, dev, test; empty where it names none.
  std::vector<ManifestFile> files_by_part(const YamlNode& node, std::string_view what) const {
    std::vector<ManifestFile> files;
    for (const auto& part : Choices<OfficialPart>::list) {
      if (const YamlNode* given = node.find(part.name)) files.push_back({file(*given, what), part.value});
    }
    return files;
  }

  void read_votes(const YamlNode& node) {
    if (node.kind == NodeKind::scalar) {
      manifest_.votes = {{file(node, "votes")}};
      return;
    }
    if (node.kind != NodeKind::map) {
      fail(
          "{}: votes is {}, where a file or a map {{file: ..., format: ...}} or {{train: ..., test: ...}} is "
          "wanted",
          place(node), to_string(node.kind));
    }
    std::vector<std::string_view> known = {"file", "train", "dev", "test"};
    add_field_names<ImportOptions>(known);
    check_keys(node, known);
    manifest_.votes = files_by_part(node, "the votes file");
    if (manifest_.votes.empty()) {
      manifest_.votes = {{file(needed(node, "file", place(node)), "the votes file")}};
    } else if (node.find("file") != nullptr) {
      fail("{}: votes has a file for each part, so that `file` has no place", place(node));
    }
    for_each_field<ImportOptions>([&](const auto& field) {
      const YamlNode* given = node.find(field.name);
      if (given == nullptr) return;
      auto& value = manifest_.import_options.*field.member;
      if constexpr (std::is_same_v<std::remove_reference_t<decltype(value)>, std::vector<std::string>>) {
        value = texts(*given, field.name);  // a list, even of one
      } else {
        read(*given, field.name, value);
      }
    });
  }

  void read_inputs(const YamlNode& node) {
    if (node.kind != NodeKind::map) {
      fail(
          "{}: inputs is {}, where a map is wanted: {{images: FOLDER}}, {{features: FILE.npy}} or {{text: "
          "FILE, columns: [...]}}",
          place(node), to_string(node.kind));
    }
    check_keys(node, std::array<std::string_view, 7>{"images", "features", "text", "columns", "choices", "id",
                                                     "items"});
    ManifestInputs& inputs = manifest_.inputs;
    inputs.place = place(node);
    int kinds = 0;
    const auto take = [&](std::string_view key, ManifestInputs::Kind kind) {
      const YamlNode* given = node.find(key);
      if (given == nullptr) return;
      inputs.kind = kind;
      if (kind == ManifestInputs::Kind::text && given->kind == NodeKind::map) {
        check_keys(*given, names_of<OfficialPart>());
        inputs.texts = files_by_part(*given, key);
        if (inputs.texts.empty()) fail("{}: text has no file", place(*given));
      } else {
        inputs.texts = {{file(*given, key)}};
      }
      inputs.file = inputs.texts.front().file;
      ++kinds;
    };
    take("images", ManifestInputs::Kind::images);
    take("features", ManifestInputs::Kind::features);
    take("text", ManifestInputs::Kind::text);
    if (kinds != 1) fail("{}: inputs needs one of images, features and text, and has {}", place(node), kinds);
    const bool is_text = inputs.kind == ManifestInputs::Kind::text;
    for (const std::string_view key : {"columns", "choices", "id"}) {
      const YamlNode* given = node.find(key);
      if (given != nullptr && !is_text) fail("{}: {} belongs to text inputs", place(*given), in_quotes(key));
    }
    if (const YamlNode* items = node.find("items")) {
      if (is_text) fail("{}: 'items' belongs to npy inputs; text has `id: COLUMN`", place(*items));
      inputs.item_names = file(*items, "items");
    }
    if (!is_text) return;
    inputs.columns = texts(needed(node, "columns", place(node)), "columns");
    if (const YamlNode* choices = node.find("choices")) inputs.choices = texts(*choices, "choices");
    if (const YamlNode* id = node.find("id")) inputs.id = text(*id, "id");
  }

  // The file's map of a field, checked: `cells` is what the file's own field is called in it.
  ManifestField field_map(const YamlNode& node, std::string_view key, std::string_view cells) const {
    ManifestField field;
    field.key = key;
    field.place = place(node);
    if (node.kind != NodeKind::map) {
      fail(
          "{}: {} is {}, where a map is wanted: {{file: FILE, item: COLUMN, {}: COLUMN}} or {{column: "
          "COLUMN}} "
          "of the votes file",
          field.place, key, to_string(node.kind), cells);
    }
    return field;
  }

  ManifestField read_gold(const YamlNode& node) const {
    ManifestField gold = field_map(node, "gold", "label");
    gold.field = "label";
    check_keys(node, std::array<std::string_view, 4>{"file", "item", "label", "column"});
    if (const YamlNode* column = node.find("column")) {
      if (node.find("file") != nullptr || node.find("label") != nullptr) {
        fail("{}: gold has a column of the votes file, so that `file` and `label` have no place", gold.place);
      }
      gold.field = text(*column, "column");
      gold.item.clear();
    } else {
      gold.file = file(needed(node, "file", gold.place), "the gold file");
      if (const YamlNode* label = node.find("label")) gold.field = text(*label, "label");
    }
    if (const YamlNode* item = node.find("item")) gold.item = text(*item, "item");
    return gold;
  }

  ManifestField read_split(const YamlNode& node) const {
    if (manifest_.votes.front().part) {
      fail("{}: split: the files of votes say already which part an item is of; keep one of the two",
           place(node));
    }
    ManifestField split = field_map(node, "split", "column");
    split.field = "split";
    check_keys(node, std::array<std::string_view, 3>{"file", "item", "column"});
    if (const YamlNode* column = node.find("column")) split.field = text(*column, "column");
    if (const YamlNode* own = node.find("file")) {
      split.file = file(*own, "the file of the split");
    } else {
      split.item.clear();
    }
    if (const YamlNode* item = node.find("item")) split.item = text(*item, "item");
    return split;
  }

  void read_missing(const YamlNode& node) {
    constexpr std::array<std::string_view, 2> policies = {"error", "drop"};
    const std::string policy = text(node, "missing");
    if (std::find(policies.begin(), policies.end(), policy) == policies.end()) {
      throw Error(fmt::format("{}: missing: {}", place(node), unknown_name("policy", policy, policies)));
    }
    manifest_.drop_missing = policy == "drop";
  }

  std::filesystem::path folder_;
  Manifest manifest_;
};

}  // namespace

Manifest parse_manifest(std::string_view bytes, const std::filesystem::path& path) {
  return ManifestParser(path).parse(parse_yaml(bytes, path));
}

Manifest read_manifest(const std::filesystem::path& path) {
  return parse_manifest(MappedFile(path).bytes(), path);
}

}  // namespace dissent
