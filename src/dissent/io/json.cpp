#include "dissent/io/json.h"

#include <algorithm>
#include <iterator>
#include <unordered_set>
#include <vector>

#include "dissent/core/error.h"
#include "dissent/core/text.h"

namespace dissent {
namespace {

constexpr std::size_t kMaxDepth = 64;

// What to do about a parser's complaint, for those that exports really give rise to.
std::string_view cure(std::string_view reason) {
  const auto says = [&](std::string_view words) { return reason.find(words) != std::string_view::npos; };
  if (says("ill-formed UTF-8")) return "; convert the file first, e.g. `iconv -f latin1 -t utf-8 IN > OUT`";
  if (says("end of input; expected")) return "; the file is cut short: export it again";
  if (says("expected end of input")) return "; put the values into one array, or write one object a line";
  if (says("invalid literal") || says("invalid number") || says("number overflow")) {
    return "; write null for NaN and Infinity, and texts in double quotes";
  }
  return "";
}

// Tells the parser's position to the handler, so that messages can name a line.
class TrackedIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;
  TrackedIterator(const char* at, const char** position) : at_(at), position_(position) {}
  reference operator*() const { return *at_; }
  TrackedIterator& operator++() {
    *position_ = ++at_;
    return *this;
  }
  bool operator==(const TrackedIterator& other) const { return at_ == other.at_; }
  bool operator!=(const TrackedIterator& other) const { return at_ != other.at_; }

 private:
  const char* at_;
  const char** position_;
};

class StrictBuilder : public nlohmann::json_sax<Json> {
 public:
  StrictBuilder(std::string_view bytes, const std::filesystem::path& path, std::size_t first_line)
      : position(bytes.data()), bytes_(bytes), path_(path), first_line_(first_line) {}

  bool null() override { return put(nullptr); }
  bool boolean(bool value) override { return put(value); }
  bool number_integer(number_integer_t value) override { return put(value); }
  bool number_unsigned(number_unsigned_t value) override { return put(value); }
  // A whole number beyond 64 bits is a name and no amount: as a float it would be that of many others.
  bool number_float(number_float_t value, const string_t& text) override {
    const bool whole = text.find_first_not_of("-0123456789") == std::string::npos;
    return whole && text != "-0" ? put(text) : put(value);
  }
  bool string(string_t& value) override { return put(std::move(value)); }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(Json::object()); }
  bool start_array(std::size_t) override { return open(Json::array()); }
  bool end_array() override { return close(); }
  bool end_object() override { return close(); }
  bool key(string_t& name) override {
    Level& level = open_.back();
    auto& members = *level.value->get_ptr<Json::object_t*>();
    bool known = false;
    if (members.size() < 16) {
      known = std::any_of(members.begin(), members.end(), [&](const auto& m) { return m.first == name; });
    } else {
      if (level.keys.empty()) {
        for (const auto& member : members) level.keys.insert(member.first);
      }
      known = !level.keys.insert(name).second;
    }
    if (known) fail("{}: the key {} stands twice in one object; keep one of them", place(), in_quotes(name));
    // Straight into the vector: the map's own emplace would compare with every key before.
    static_cast<std::vector<Json::object_t::value_type>&>(members).emplace_back(std::move(name), Json());
    return true;
  }
  bool parse_error(std::size_t, const std::string& token, const nlohmann::detail::exception& error) override {
    std::string reason = error.what();
    if (const std::size_t at = reason.find(": "); at != std::string::npos) reason = reason.substr(at + 2);
    if (const std::size_t at = reason.find("; last read"); at != std::string::npos)
      reason = reason.substr(0, at);
    std::replace_if(
        reason.begin(), reason.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
    (void)token;
    refuse(reason + std::string(cure(reason)));
  }
  [[noreturn]] void refuse(std::string_view reason) const { fail("{}: not valid JSON: {}", place(), reason); }

  Json take() { return std::move(root_); }
  const char* position;

 private:
  struct Level {
    Json* value;
    std::unordered_set<std::string> keys;  // filled once an object is too large to search
  };

  std::string place() const {
    const auto line = std::count(bytes_.data(), std::min(position, bytes_.data() + bytes_.size()), '\n');
    return fmt::format("{}, line {}", path_.string(), first_line_ + static_cast<std::size_t>(line));
  }
  Json* put_value(Json value) {
    if (open_.empty()) {
      root_ = std::move(value);
      return &root_;
    }
    Json& parent = *open_.back().value;
    if (parent.is_array()) {
      parent.push_back(std::move(value));
      return &parent.back();
    }
    Json& slot = parent.get_ptr<Json::object_t*>()->back().second;
    slot = std::move(value);
    return &slot;
  }
  bool put(Json value) {
    put_value(std::move(value));
    return true;
  }
  bool open(Json value) {
    if (open_.size() == kMaxDepth) {
      fail("{}: nested more than {} levels deep, which nothing that is read here is", place(), kMaxDepth);
    }
    open_.push_back({put_value(std::move(value)), {}});
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }

  std::string_view bytes_;
  const std::filesystem::path& path_;
  std::size_t first_line_;
  Json root_;
  std::vector<Level> open_;
};

}  // namespace

Json parse_json(std::string_view bytes, const std::filesystem::path& path, std::size_t first_line) {
  StrictBuilder builder(bytes, path, first_line);
  const TrackedIterator begin(bytes.data(), &builder.position);
  const TrackedIterator end(bytes.data() + bytes.size(), &builder.position);
  Json::sax_parse(begin, end, &builder);
  // The parser takes a NUL for the end of the text.
  if (const std::size_t at = bytes.find('\0'); at != std::string_view::npos) {
    builder.position = bytes.data() + at;
    builder.refuse("a NUL byte; remove it");
  }
  return builder.take();
}

bool JsonLines::next() {
  while (at_ < bytes_.size()) {
    const std::size_t end = std::min(bytes_.find('\n', at_), bytes_.size());
    const std::string_view line = trim(bytes_.substr(at_, end - at_));
    at_ = end + 1;
    ++line_;
    if (line.empty()) continue;
    record_ = parse_json(line, path_, line_);
    return true;
  }
  return false;
}

std::string JsonLines::place() const {
  return fmt::format("{}, line {}", path_.string(), line_);
}

std::string scalar_text(const Json& value, std::string_view what, std::string_view place) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_boolean() || value.is_number_integer()) return value.dump();
  if (value.is_number_float()) return shortest(value.get<double>());
  fail("{}: {} is {} {}, where a text or a number is wanted", place, what,
       value.is_array() || value.is_object() ? "an" : "a", value.type_name());
}

}  // namespace dissent
