// What every catalogue shares: an entry is found by its name, and an unknown name is an error that lists the
// known ones and the nearest.
//
// A kind (models, deliveries, ...) is one list, src/dissent/catalog/KIND.def, a line an entry. KIND.cpp makes
// the table of it that everybody asks, and the room that makes the thing attaches a function to each entry,
// found by the entry's first word. No other file includes a .def, and no other place knows the names.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dissent {

template <class Entry>
std::vector<std::string_view> entry_names(std::span<const Entry> entries) {
  std::vector<std::string_view> names;
  for (const Entry& entry : entries) names.push_back(entry.name);
  return names;
}
// Of those entries for which wanted(entry) holds.
template <class Entry, class Wanted>
std::vector<std::string_view> entry_names(std::span<const Entry> entries, const Wanted& wanted) {
  std::vector<std::string_view> names;
  for (const Entry& entry : entries) {
    if (wanted(entry)) names.push_back(entry.name);
  }
  return names;
}

// Null where no entry has the name.
template <class Entry>
const Entry* known_entry(std::span<const Entry> entries, std::string_view name) {
  const auto found =
      std::find_if(entries.begin(), entries.end(), [&](const Entry& entry) { return entry.name == name; });
  return found == entries.end() ? nullptr : &*found;
}

// Throws "unknown KIND 'NAME'; did you mean 'X'? known: a, b, c", after the option of that key where one is
// given.
[[noreturn]] void fail_unknown(std::string_view kind, std::string_view name,
                               const std::vector<std::string_view>& known, std::string_view key = {});

// Throws where no entry has the name; `kind` is what the message calls it, `key` the option that named it.
template <class Entry>
const Entry& find_entry(std::span<const Entry> entries, std::string_view kind, std::string_view name,
                        std::string_view key = {}) {
  if (const Entry* entry = known_entry(entries, name)) return *entry;
  fail_unknown(kind, name, entry_names(entries), key);
}

// Where an entry of the list stands in it: what a room attaches to the entries has the same order.
template <class Entry>
std::size_t entry_index(std::span<const Entry> entries, const Entry& entry) {
  return static_cast<std::size_t>(&entry - entries.data());
}

// "a, b or c", for help texts and messages; "" of none.
std::string listed(const std::vector<std::string_view>& names);
// "a: what a is; b: what b is".
template <class Entry>
std::string explained(std::span<const Entry> entries) {
  std::string text;
  for (const Entry& entry : entries) {
    text.append(text.empty() ? "" : "; ").append(entry.name).append(": ").append(entry.help);
  }
  return text;
}

}  // namespace dissent
