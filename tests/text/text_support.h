// A small BERT tokenizer of the tests' own making, as JSON to change and as files in a folder of its own.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "dissent/core/error.h"
#include "dissent/io/file.h"
#include "dissent/io/json.h"
#include "dissent/text/encoded_texts.h"
#include "dissent/text/tokenizer.h"
#include "support/temporary_folder.h"

namespace dissent::text_test {

// Tests of what a tokenizer does need a build that can read one.
#define NEEDS_UNICODE() \
  if (!has_unicode()) GTEST_SKIP() << "built without utf8proc"

inline std::vector<std::string> small_vocabulary() {
  std::vector<std::string> tokens = {"[PAD]", "[UNK]",  "[CLS]",  "[SEP]",     "[MASK]", "play",
                                     "##ing", "##ed",   "un",     "##play",    "the",    "!",
                                     ".",     "\u4f60", "\u597d", "\U0001F600"};
  for (char c = 'a'; c <= 'z'; ++c) {
    tokens.emplace_back(1, c);
    tokens.push_back(std::string("##") + c);
  }
  return tokens;
}

inline Json special_piece(const char* token, int segment) {
  return {{"SpecialToken", {{"id", token}, {"type_id", segment}}}};
}

inline Json sequence_piece(const char* name, int segment) {
  return {{"Sequence", {{"id", name}, {"type_id", segment}}}};
}

inline Json added_token(const std::string& content, int id) {
  return {{"id", id},        {"content", content},  {"single_word", false}, {"lstrip", false},
          {"rstrip", false}, {"normalized", false}, {"special", true}};
}

inline Json small_tokenizer() {
  Json vocabulary = Json::object();
  int id = 0;
  for (const std::string& token : small_vocabulary()) vocabulary[token] = id++;
  Json added = Json::array();
  for (const char* token : {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"}) {
    added.push_back(added_token(token, static_cast<int>(added.size())));
  }
  const Json cls = special_piece("[CLS]", 0), sep = special_piece("[SEP]", 0);
  const Json first = sequence_piece("A", 0);
  Json tokenizer;
  tokenizer["version"] = "1.0";
  tokenizer["added_tokens"] = added;
  tokenizer["normalizer"] = {{"type", "BertNormalizer"},
                             {"clean_text", true},
                             {"handle_chinese_chars", true},
                             {"strip_accents", nullptr},
                             {"lowercase", true}};
  tokenizer["pre_tokenizer"] = {{"type", "BertPreTokenizer"}};
  tokenizer["post_processor"] = {
      {"type", "TemplateProcessing"},
      {"single", Json::array({cls, first, sep})},
      {"pair", Json::array({cls, first, sep, sequence_piece("B", 1), special_piece("[SEP]", 1)})},
      {"special_tokens", {{"[CLS]", {{"ids", {2}}}}, {"[SEP]", {{"ids", {3}}}}}}};
  tokenizer["model"] = {{"type", "WordPiece"},
                        {"unk_token", "[UNK]"},
                        {"continuing_subword_prefix", "##"},
                        {"max_input_chars_per_word", 100},
                        {"vocab", vocabulary}};
  return tokenizer;
}

inline Tokenizer read_json(const Json& json) {
  const test::TemporaryFolder folder;
  write_file(folder / "tokenizer.json", json.dump());
  return Tokenizer::read(folder.path());
}

// The tokens of `text` with blanks between.
inline std::string words_of(const Tokenizer& tokenizer, std::string_view text) {
  std::vector<std::int32_t> ids;
  tokenizer.tokenize(text, ids);
  std::string words;
  for (const std::int32_t id : ids) words.append(words.empty() ? "" : " ").append(tokenizer.token(id));
  return words;
}

template <class Body>
std::string error_of(Body&& body) {
  try {
    body();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

inline void expect_within(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << text << "\nis to have: " << part;
  EXPECT_EQ(text.find('\n'), std::string::npos) << "a message is one line: " << text;
}

}  // namespace dissent::text_test
