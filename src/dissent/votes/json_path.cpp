#include "dissent/votes/json_path.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>

#include "dissent/core/text.h"
#include "dissent/votes/json_names.h"
#include "dissent/votes/json_records.h"

namespace dissent {
namespace {

// What stands for the thing itself in an object about it: {"worker": {"id": 7, "age": 31}}.
constexpr std::array kSelf =
    std::to_array<std::string_view>({"id", "name", "key", "uid", "username", "email", "$oid"});

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool in_list(std::string_view name, std::span<const std::string_view> names) {
  return rank_of_name(name, names) >= 0;
}

// One of the words, and then a number or a letter of its own: "ann3" and "worker_b" are people, "annual" and
// "user story" are not.
bool is_numbered(std::string_view lower, std::span<const std::string_view> words) {
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) {
    if (!lower.starts_with(word)) return false;
    std::string_view rest = lower.substr(word.size());
    const auto skip = [&] {
      while (!rest.empty() && std::string_view("_- #").find(rest[0]) != std::string_view::npos) {
        rest.remove_prefix(1);
      }
    };
    skip();
    if (rest.starts_with("id")) rest.remove_prefix(2);
    skip();
    if (rest.size() <= 1) return rest.empty() || std::isalnum(static_cast<unsigned char>(rest[0])) != 0;
    return std::all_of(rest.begin(), rest.end(), is_digit);
  });
}

}  // namespace

const Json* find_path(const Json& record, std::string_view path) {
  if (const Json* own = find_key(record, path)) return own;
  if (record.is_array()) {
    const std::size_t end = std::min(path.find('.'), path.size());
    const auto index = parse_int(path.substr(0, end));
    // A list of one thing is that thing.
    if (!index && record.size() == 1) return find_path(record.front(), path);
    if (!index || *index < 0 || static_cast<std::size_t>(*index) >= record.size()) return nullptr;
    const Json& element = record[static_cast<std::size_t>(*index)];
    return end == path.size() ? &element : find_path(element, path.substr(end + 1));
  }
  for (std::size_t dot = path.find('.'); dot != std::string_view::npos; dot = path.find('.', dot + 1)) {
    const Json* inner = find_key(record, path.substr(0, dot));
    const Json* found = inner == nullptr ? nullptr : find_path(*inner, path.substr(dot + 1));
    if (found != nullptr) return found;
  }
  return nullptr;
}

int rank_of_path(std::string_view path, std::span<const std::string_view> names) {
  // Toloka's tables: INPUT:image, OUTPUT:result, ASSIGNMENT:worker_id, GOLDEN:result.
  for (const std::string_view prefix : {"INPUT:", "OUTPUT:", "ASSIGNMENT:"}) {
    if (!path.starts_with(prefix)) continue;
    const std::string_view as = prefix == "OUTPUT:" ? "output" : path.substr(prefix.size());
    return rank_of_name(as, names);
  }
  const std::size_t dot = path.rfind('.');
  if (dot == std::string_view::npos) return rank_of_name(path, names);
  const std::string_view last = path.substr(dot + 1);
  std::string_view parent = path.substr(0, dot);
  parent = parent.substr(parent.rfind('.') + 1);  // npos + 1 is 0: the whole
  const int together = rank_of_name(std::string(parent) + std::string(last), names);
  if (together >= 0) return together;
  const int of_parent = rank_of_name(parent, names);
  if (of_parent >= 0 && in_list(last, kSelf)) return of_parent;
  // An 'id' is the one of what it stands in; any other name tells by itself.
  return in_list(last, kSelf) ? -1 : rank_of_name(last, names);
}

bool is_aggregate(std::string_view name) {
  static const std::set<std::string> plain = [] {
    std::set<std::string> names;
    for (const std::string_view known : kAggregates) names.insert(plain_name(known));
    return names;
  }();
  return name.size() < 24 && plain.contains(plain_name(name));
}

bool looks_like_annotator(std::string_view name) {
  constexpr auto words = std::to_array<std::string_view>(
      {"annotator", "worker", "rater", "coder", "judge", "student", "expert", "participant", "labeler",
       "labeller", "performer", "respondent", "assessor", "reviewer", "user", "person", "human", "ann"});
  constexpr auto models = std::to_array<std::string_view>(
      {"gpt", "llama", "gemini", "mistral", "mixtral", "claude", "qwen", "gemma", "deepseek", "phi-"});
  const std::string lower = to_lower(trim(name));
  if (is_numbered(lower, words)) return true;
  if (lower.size() > 1 && std::string_view("waur").find(lower[0]) != std::string_view::npos &&
      std::all_of(lower.begin() + 1, lower.end(), is_digit)) {
    return true;
  }
  return lower.size() < 40 && std::any_of(models.begin(), models.end(),
                                          [&](std::string_view model) { return lower.starts_with(model); });
}

bool looks_like_item(std::string_view name) {
  constexpr auto words = std::to_array<std::string_view>(
      {"item", "img", "image", "doc", "document", "text", "task", "question", "q", "sentence", "tweet",
       "post", "comment", "example", "sample", "instance", "hit"});
  constexpr auto endings =
      std::to_array<std::string_view>({".png", ".jpg", ".jpeg", ".txt", ".wav", ".mp3", ".mp4", ".html"});
  const std::string lower = to_lower(trim(name));
  if (lower.size() > 24 && lower.find(' ') != std::string::npos) return true;
  if (is_numbered(lower, words) && is_digit(lower.back())) return true;
  return std::any_of(endings.begin(), endings.end(),
                     [&](std::string_view ending) { return lower.ends_with(ending); });
}

}  // namespace dissent
