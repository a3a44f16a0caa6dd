#include "dissent/manifest/yaml.h"

#include <set>
#include <sstream>

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include "dissent/core/error.h"
#include "dissent/core/text.h"

namespace dissent {
namespace {

std::string place_of(const std::filesystem::path& name, std::size_t line, std::size_t column) {
  return fmt::format("{}, line {}, column {}", name.string(), line, column);
}

// Builds the tree from the parser's events and stops at the first thing that is not allowed: an event comes
// before the parser goes a level deeper, so that the parser's own recursion is bounded too.
class TreeBuilder : public YAML::EventHandler {
 public:
  explicit TreeBuilder(const std::filesystem::path& name) : name_(name) {}

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    refuse_anchor(mark, anchor);
    if (awaits_key()) fail("{}: an empty key; write `key: value`", place(mark));
    add(YamlNode::Kind::null, mark);
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override { refuse_anchor(mark, 1); }
  void OnAnchor(const YAML::Mark& mark, const std::string&) override { refuse_anchor(mark, 1); }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    refuse(mark, tag, anchor);
    if (!awaits_key()) {
      add(YamlNode::Kind::scalar, mark).text = value;
      return;
    }
    Level& level = levels_.back();
    if (!level.seen.insert(value).second)
      fail("{}: the key {} is there twice", place(mark), in_quotes(value));
    level.node->keys.push_back({value, line(mark), column(mark)});
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    refuse(mark, tag, anchor);
    open(YamlNode::Kind::list, mark);
  }
  void OnSequenceEnd() override { levels_.pop_back(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    refuse(mark, tag, anchor);
    open(YamlNode::Kind::map, mark);
  }
  void OnMapEnd() override { levels_.pop_back(); }

  YamlNode take() { return std::move(root_); }

 private:
  struct Level {
    YamlNode* node;
    std::set<std::string> seen;  // keys of a map
  };

  static std::size_t line(const YAML::Mark& mark) { return static_cast<std::size_t>(mark.line + 1); }
  static std::size_t column(const YAML::Mark& mark) { return static_cast<std::size_t>(mark.column + 1); }
  std::string place(const YAML::Mark& mark) const { return place_of(name_, line(mark), column(mark)); }

  void refuse_anchor(const YAML::Mark& mark, YAML::anchor_t anchor) const {
    if (anchor != 0) fail("{}: anchors and aliases (& and *) are not read; write it out", place(mark));
  }
  void refuse(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor) const {
    refuse_anchor(mark, anchor);
    if (tag.size() > 1) fail("{}: the tag {} is not read; leave it out", place(mark), in_quotes(tag));
  }
  bool awaits_key() const {
    if (levels_.empty()) return false;
    const YamlNode& node = *levels_.back().node;
    return node.kind == YamlNode::Kind::map && node.keys.size() == node.items.size();
  }
  // A place for the next value. The node above keeps its address: only its list of items grows here, and a
  // node's own items are complete before its next sibling comes.
  YamlNode& add(YamlNode::Kind kind, const YAML::Mark& mark) {
    YamlNode& node = levels_.empty() ? root_ : levels_.back().node->items.emplace_back();
    node.kind = kind;
    node.line = line(mark);
    node.column = column(mark);
    return node;
  }
  void open(YamlNode::Kind kind, const YAML::Mark& mark) {
    if (awaits_key()) fail("{}: a key must be a text, not {}", place(mark), to_string(kind));
    if (levels_.size() >= kMaxYamlDepth) {
      fail("{}: nested more than {} levels deep", place(mark), kMaxYamlDepth);
    }
    levels_.push_back({&add(kind, mark), {}});
  }

  std::filesystem::path name_;
  YamlNode root_;
  std::vector<Level> levels_;
};

}  // namespace

const YamlNode* YamlNode::find(std::string_view key) const {
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (keys[i].text == key) return &items[i];
  }
  return nullptr;
}

YamlNode parse_yaml(std::string_view bytes, const std::filesystem::path& name) {
  if (bytes.size() > kMaxYamlBytes) {
    fail("{}: {} bytes are too many for a YAML file of settings; {} are read", name.string(), bytes.size(),
         kMaxYamlBytes);
  }
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
  if (const auto offset = invalid_utf8(bytes)) {
    fail("{}: byte {} is not UTF-8; save the file as UTF-8", name.string(), *offset);
  }
  if (const std::size_t zero = bytes.find('\0'); zero != std::string_view::npos) {
    fail("{}: byte {} is 0; this is not a text file", name.string(), zero);
  }
  std::istringstream stream{std::string(bytes)};
  try {
    YAML::Parser parser(stream);
    TreeBuilder builder(name);
    if (!parser.HandleNextDocument(builder)) return {};
    TreeBuilder rest(name);
    if (parser.HandleNextDocument(rest)) {
      fail("{}: a second document begins; one file is one document, so remove what follows `---` or `...`",
           name.string());
    }
    return builder.take();
  } catch (const YAML::Exception& error) {
    fail("{}: not valid YAML: {}",
         place_of(name, static_cast<std::size_t>(error.mark.line + 1),
                  static_cast<std::size_t>(error.mark.column + 1)),
         error.msg);
  }
}

std::string yaml_place(const std::filesystem::path& name, const YamlNode& node) {
  return place_of(name, node.line, node.column);
}

std::string yaml_place(const std::filesystem::path& name, const YamlNode::Key& key) {
  return place_of(name, key.line, key.column);
}

std::string_view to_string(YamlNode::Kind kind) {
  switch (kind) {
    case YamlNode::Kind::null:
      return "nothing";
    case YamlNode::Kind::scalar:
      return "a text";
    case YamlNode::Kind::list:
      return "a list";
    case YamlNode::Kind::map:
      return "a map";
  }
  return "?";
}

}  // namespace dissent
