// The annotators' shares class by class, only those that are not 0: of ten classes most items have votes for
// two or three. Filled in pieces by several threads, read in the order of the items.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace dissent {

class SharesByClass {
 public:
  SharesByClass(std::size_t pieces, std::size_t classes)
      : pieces_(pieces), classes_(classes), lists_(pieces * classes) {}

  // Room for about so many entries of a class, in all pieces.
  void reserve(std::size_t k, std::size_t entries) {
    for (std::size_t piece = 0; piece < pieces_; ++piece) {
      List& list = lists_[piece * classes_ + k];
      list.items.reserve(entries / pieces_ + entries / (8 * pieces_) + 16);
      list.shares.reserve(list.items.capacity());
    }
  }
  // Items of a piece come in ascending order, and pieces hold ascending runs of items.
  void add(std::size_t piece, std::size_t item, std::span<const double> p) {
    for (std::size_t k = 0; k < classes_; ++k) {
      if (p[k] == 0) continue;
      List& list = lists_[piece * classes_ + k];
      list.items.push_back(static_cast<std::uint32_t>(item));
      list.shares.push_back(p[k]);
    }
  }

  // Calls visit(item, share), items ascending.
  template <class Visit>
  void for_each(std::size_t k, Visit&& visit) const {
    for (std::size_t piece = 0; piece < pieces_; ++piece) {
      const List& list = lists_[piece * classes_ + k];
      for (std::size_t i = 0; i < list.items.size(); ++i) visit(list.items[i], list.shares[i]);
    }
  }

 private:
  struct List {
    std::vector<std::uint32_t> items;
    std::vector<double> shares;
  };
  std::size_t pieces_, classes_;
  std::vector<List> lists_;  // [pieces, classes]
};

}  // namespace dissent
