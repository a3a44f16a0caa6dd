#include "dissent/text/tokenizer.h"

#include <algorithm>
#include <span>

#include "dissent/core/error.h"
#include "dissent/text/tokenizer_readers.h"
#include "dissent/text/unicode.h"

namespace dissent {

PairLengths longest_first(std::size_t first, std::size_t second, std::size_t most) {
  if (first + second <= most) return {first, second};
  const std::size_t shorter = std::min(first, second);
  const std::size_t half = most / 2;
  const std::size_t kept = std::min(shorter, half);  // of the shorter one
  return first > second ? PairLengths{most - kept, kept} : PairLengths{kept, most - kept};
}

Tokenizer::Tokenizer(TokenizerFile file) : file_(std::move(file)), normalizer_(file_.normalizer) {
  for (const AddedToken& token : file_.added) {
    if (!token.normalized) {
      raw_.add(token.content, token.id);
      continue;
    }
    std::string pattern;
    normalizer_.append(token.content, pattern);
    normalised_.add(pattern, token.id);
  }
  const CodePointTable& table = CodePointTable::get();
  for (std::size_t c = 0; c < ascii_.size(); ++c) {
    const std::uint8_t bits = table[static_cast<char32_t>(c)];
    if ((bits & CodePointTable::punctuation) != 0) ascii_[c] = Kind::punctuation;
    if ((bits & CodePointTable::white) != 0) ascii_[c] = Kind::white;
  }
}

Tokenizer Tokenizer::read(const std::filesystem::path& path) {
  return Tokenizer(read_tokenizer_file(path));
}

Tokenizer Tokenizer::parse(std::string_view json, const std::string& place) {
  return Tokenizer(parse_tokenizer_json(json, place));
}

std::string_view Tokenizer::token(std::int32_t id) const {
  const auto index = static_cast<std::size_t>(id);
  return index < file_.model.size() ? file_.model.token(id) : file_.beyond[index - file_.model.size()];
}

// Words lie between white space; a punctuation mark is a word of its own.
void Tokenizer::append_words(std::string_view normalised, std::vector<std::int32_t>& ids) const {
  const CodePointTable& table = CodePointTable::get();
  std::size_t begin = 0;
  for (std::size_t at = 0; at < normalised.size();) {
    const auto byte = static_cast<unsigned char>(normalised[at]);
    Kind kind = Kind::word;
    std::size_t length = 1;
    if (byte < 0x80) {
      kind = ascii_[byte];
    } else {
      const Utf8Point point = decode_utf8(normalised, at);
      length = std::max<std::size_t>(point.length, 1);
      const std::uint8_t bits = table[point.value];
      if ((bits & CodePointTable::punctuation) != 0) kind = Kind::punctuation;
      if ((bits & CodePointTable::white) != 0) kind = Kind::white;
    }
    if (kind != Kind::word) {
      if (begin < at) file_.model.append(normalised.substr(begin, at - begin), ids);
      if (kind == Kind::punctuation) file_.model.append(normalised.substr(at, length), ids);
      begin = at + length;
    }
    at += length;
  }
  if (begin < normalised.size()) file_.model.append(normalised.substr(begin), ids);
}

void Tokenizer::tokenize(std::string_view text, std::string& normalised,
                         std::vector<std::int32_t>& ids) const {
  expect_utf8(text);
  for (std::size_t at = 0; at < text.size();) {
    const AddedTokens::Match outer = raw_.find(text, at);
    normalised.clear();
    normalizer_.append(text.substr(at, outer.begin - at), normalised);
    const std::string_view piece = normalised;
    for (std::size_t from = 0; from < piece.size();) {
      const AddedTokens::Match inner = normalised_.find(piece, from);
      append_words(piece.substr(from, inner.begin - from), ids);
      if (inner.id >= 0) ids.push_back(inner.id);
      from = inner.end;
    }
    if (outer.id >= 0) ids.push_back(outer.id);
    at = outer.end;
  }
}

void Tokenizer::tokenize(std::string_view text, std::vector<std::int32_t>& ids) const {
  std::string normalised;
  tokenize(text, normalised, ids);
}

void Tokenizer::check_max_length(std::size_t max_length, bool pair) {
  const std::size_t special = pair ? 3 : 2;
  if (max_length < special) {
    fail("a sequence of at most {} tokens has no room for the {} special tokens of {}; allow {} or more",
         max_length, special, pair ? "two texts" : "a text", special);
  }
}

template <class Segment>
void Tokenizer::append_encoded(std::string_view first, std::optional<std::string_view> second,
                               std::size_t max_length, Scratch& scratch, std::vector<std::int32_t>& ids,
                               std::vector<Segment>& segments) const {
  check_max_length(max_length, second.has_value());
  const auto put = [&](std::span<const std::int32_t> tokens, std::uint8_t segment) {
    ids.insert(ids.end(), tokens.begin(), tokens.end());
    segments.resize(ids.size(), segment);
  };
  const auto& [start, separator, single, pair] = file_.sequence;
  scratch.first.clear();
  tokenize(first, scratch.normalised, scratch.first);
  const std::span one(scratch.first);
  if (!second) {
    put(std::span(&start, 1), single[0]);
    put(one.first(std::min(one.size(), max_length - 2)), single[1]);
    put(std::span(&separator, 1), single[2]);
    return;
  }
  scratch.second.clear();
  tokenize(*second, scratch.normalised, scratch.second);
  const std::span two(scratch.second);
  const PairLengths kept = longest_first(one.size(), two.size(), max_length - 3);
  put(std::span(&start, 1), pair[0]);
  put(one.first(kept.first), pair[1]);
  put(std::span(&separator, 1), pair[2]);
  put(two.first(kept.second), pair[3]);
  put(std::span(&separator, 1), pair[4]);
}

template void Tokenizer::append_encoded(std::string_view, std::optional<std::string_view>, std::size_t,
                                        Scratch&, std::vector<std::int32_t>&,
                                        std::vector<std::int32_t>&) const;
template void Tokenizer::append_encoded(std::string_view, std::optional<std::string_view>, std::size_t,
                                        Scratch&, std::vector<std::int32_t>&,
                                        std::vector<std::uint8_t>&) const;

Encoded Tokenizer::encode(std::string_view first, std::optional<std::string_view> second,
                          std::size_t max_length) const {
  Scratch scratch;
  Encoded encoded;
  append_encoded(first, second, max_length, scratch, encoded.ids, encoded.segments);
  return encoded;
}

}  // namespace dissent
