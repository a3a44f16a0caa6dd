// Many short strings in one arena: tens of millions of names cost their bytes and 8 more each.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace dissent {

class NameList {
 public:
  std::size_t size() const { return ends_.size(); }
  bool empty() const { return ends_.empty(); }
  std::string_view operator[](std::size_t i) const {
    const std::uint64_t begin = i == 0 ? 0 : ends_[i - 1];
    return std::string_view(bytes_).substr(begin, ends_[i] - begin);
  }
  void add(std::string_view name) {
    bytes_ += name;
    ends_.push_back(bytes_.size());
  }
  // Start loading what operator[] of i reads: first where the name lies, then the name itself.
  void prefetch_end(std::size_t i) const { __builtin_prefetch(&ends_[i]); }
  void prefetch_name(std::size_t i) const { __builtin_prefetch(bytes_.data() + ends_[i]); }
  void reserve(std::size_t names, std::size_t bytes) {
    ends_.reserve(names);
    bytes_.reserve(bytes);
  }
  std::size_t bytes() const { return bytes_.size(); }
  std::vector<std::string> strings() const;

 private:
  std::string bytes_;
  std::vector<std::uint64_t> ends_;
};

}  // namespace dissent
