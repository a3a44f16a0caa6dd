#include "dissent/text/wordpiece.h"

#include <algorithm>

#include "dissent/core/error.h"
#include "dissent/core/text.h"

namespace dissent {

WordPiece::WordPiece(NameList tokens, WordPieceOptions options, std::string_view place)
    : tokens_(std::move(tokens)), options_(std::move(options)), edges_(2), shift_(31), id_of_node_(2, kNone) {
  if (tokens_.bytes() >= std::size_t{1} << 23) {  // a node's number and a byte are to fit into 32 bits
    fail("{}: {} bytes of tokens; 8 MiB is the most a vocabulary may have", place, tokens_.bytes());
  }
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    const std::string_view token = tokens_[i];
    const auto id = static_cast<std::int32_t>(i);
    if (const auto earlier = find(token)) {
      fail("{}: token {} has two ids, {} and {}; keep one of them", place, in_quotes(token), *earlier, id);
    }
    insert(kBegin, token, id);
    if (token.starts_with(options_.prefix)) insert(kGoOn, token.substr(options_.prefix.size()), id);
  }
  const auto unknown = find(options_.unknown);
  if (!unknown) {
    fail("{}: the vocabulary has no {}, the token of unknown words", place, in_quotes(options_.unknown));
  }
  unknown_ = *unknown;
}

std::uint32_t WordPiece::step(std::uint32_t node, unsigned char byte) const {
  const std::uint32_t key = (node << 8 | byte) + 1;
  for (std::size_t at = home(key);; at = (at + 1) & (edges_.size() - 1)) {
    if (edges_[at].key == key) return edges_[at].to;
    if (edges_[at].key == 0) return 0;
  }
}

void WordPiece::grow() {
  std::vector<Edge> old(edges_.size() * 2);
  old.swap(edges_);
  --shift_;
  for (const Edge& edge : old) {
    if (edge.key == 0) continue;
    std::size_t at = home(edge.key);
    while (edges_[at].key != 0) at = (at + 1) & (edges_.size() - 1);
    edges_[at] = edge;
  }
}

void WordPiece::insert(std::uint32_t root, std::string_view token, std::int32_t id) {
  std::uint32_t node = root;
  for (const char c : token) {
    const auto byte = static_cast<unsigned char>(c);
    std::uint32_t next = step(node, byte);
    if (next == 0) {
      if (++edge_count_ * 2 > edges_.size()) grow();
      next = static_cast<std::uint32_t>(id_of_node_.size());
      id_of_node_.push_back(kNone);
      const std::uint32_t key = (node << 8 | byte) + 1;
      std::size_t at = home(key);
      while (edges_[at].key != 0) at = (at + 1) & (edges_.size() - 1);
      edges_[at] = {key, next};
    }
    node = next;
  }
  id_of_node_[node] = id;
}

std::optional<std::int32_t> WordPiece::find(std::string_view token) const {
  std::uint32_t node = kBegin;
  for (const char c : token) {
    node = step(node, static_cast<unsigned char>(c));
    if (node == 0) return std::nullopt;
  }
  if (id_of_node_[node] == kNone) return std::nullopt;
  return id_of_node_[node];
}

void WordPiece::append(std::string_view word, std::vector<std::int32_t>& ids) const {
  if (word.size() > options_.longest_word) {  // in bytes, so perhaps in code points
    const auto begins = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; };
    if (static_cast<std::size_t>(std::count_if(word.begin(), word.end(), begins)) > options_.longest_word) {
      ids.push_back(unknown_);
      return;
    }
  }
  const std::size_t before = ids.size();
  for (std::size_t begin = 0; begin < word.size();) {
    std::uint32_t node = begin == 0 ? kBegin : kGoOn;
    std::int32_t longest = kNone;
    std::size_t end = begin;
    for (std::size_t at = begin; at < word.size();) {
      node = step(node, static_cast<unsigned char>(word[at++]));
      if (node == 0) break;
      if (id_of_node_[node] != kNone) {
        longest = id_of_node_[node];
        end = at;
      }
    }
    if (longest == kNone) {
      ids.resize(before);
      ids.push_back(unknown_);
      return;
    }
    ids.push_back(longest);
    begin = end;
  }
}

}  // namespace dissent
