// What a tokenizer does with texts of every kind, from properties that need no other implementation.
#include <algorithm>
#include <cstdlib>

#include "text_support.h"

namespace dissent::text_test {
namespace {

class TokenizerTest : public testing::Test {
 protected:
  void SetUp() override { NEEDS_UNICODE(); }
  static std::string words(std::string_view text) {
    static const Tokenizer tokenizer = read_json(small_tokenizer());
    return words_of(tokenizer, text);
  }
};

TEST_F(TokenizerTest, CutsWordsIntoTheLongestTokens) {
  EXPECT_EQ(words("Unplayed the playing!"), "un ##play ##ed the play ##ing !");
  EXPECT_EQ(words("a.b"), "a . b");
  EXPECT_EQ(words("7"), "[UNK]");
  EXPECT_EQ(words("play7ing"), "[UNK]") << "a word that cannot be cut whole is unknown as a whole";
  EXPECT_EQ(words("no\xE2\x80\x94yes"), "n ##o [UNK] y ##e ##s") << "an unknown mark is a word of its own";
}

TEST_F(TokenizerTest, EmptyTextsHaveNoTokens) {
  for (const std::string_view text :
       {"", " ", "\t\r\n", "\x01\x02\x7f", "\u200B\u200D\uFEFF\u00AD", "\u0301", "\u3000"}) {
    EXPECT_EQ(words(text), "") << text;
  }
  EXPECT_EQ(words(std::string_view("\0\0", 2)), "");
  EXPECT_EQ(words(std::string_view("a\0b", 3)), "a ##b");
}

TEST_F(TokenizerTest, AccentsAndInvisibleCharactersGo) {
  EXPECT_EQ(words("pla\u0301y"), "play");
  EXPECT_EQ(words("pl\u00E1y"), "play");
  EXPECT_EQ(words("PL\u00C1Y"), "play");
  EXPECT_EQ(words("pl\u200Bay \u202Eplay\u202C"), "play play");
  EXPECT_EQ(words("\u0130"), "i");
  EXPECT_EQ(words("pl\u1EA5\u0323y"), "play");
}

TEST_F(TokenizerTest, IdeographsStandAlone) {
  EXPECT_EQ(words("\u4F60\u597Da"), "\u4F60 \u597D a");
  EXPECT_EQ(words("\U0001F600"), "\U0001F600");
  EXPECT_EQ(words("a\U0001F600"), "[UNK]") << "an emoji is no punctuation";
  EXPECT_EQ(words("\u05D0\u05D1 a"), "[UNK] a");
}

TEST_F(TokenizerTest, OptionsOfTheNormalizer) {
  Json json = small_tokenizer();
  json["normalizer"]["lowercase"] = false;
  EXPECT_EQ(words_of(read_json(json), "Play play pl\u00E1y"), "[UNK] play [UNK]");
  json["normalizer"]["strip_accents"] = true;
  EXPECT_EQ(words_of(read_json(json), "Play pl\u00E1y"), "[UNK] play");
  json["normalizer"]["handle_chinese_chars"] = false;
  EXPECT_EQ(words_of(read_json(json), "\u4F60\u597D"), "[UNK]");
  json["normalizer"]["clean_text"] = false;
  EXPECT_EQ(words_of(read_json(json), "pl\u200Bay \u00A0play"), "[UNK] play");
}

TEST_F(TokenizerTest, LongWordsAreUnknown) {
  std::string expected = "a";
  for (int i = 1; i < 100; ++i) expected += " ##a";
  EXPECT_EQ(words(std::string(100, 'a')), expected);
  EXPECT_EQ(words(std::string(101, 'a')), "[UNK]");
  std::string accented;
  for (int i = 0; i < 100; ++i) accented += "\u00E1";
  EXPECT_EQ(words(accented), expected) << "code points count, not bytes, and after normalisation";
}

TEST_F(TokenizerTest, LongTextsAreTheirPartsOneAfterAnother) {
  const std::string part = "Unplayed the pl\u00E1ying! \u4F60\u597D [SEP] ", expected = words(part);
  std::string text, all;
  while (text.size() < 20000) {
    text += part;
    all.append(all.empty() ? "" : " ").append(expected);
  }
  EXPECT_EQ(words(text), all);
}

TEST_F(TokenizerTest, SpecialTokensAreFoundInTexts) {
  EXPECT_EQ(words("a[SEP]b"), "a [SEP] b");
  EXPECT_EQ(words("[CLS][SEP] [[MASK]]"), "[CLS] [SEP] [UNK] [MASK] [UNK]");
  EXPECT_EQ(words("[sep]"), "[UNK] s ##e ##p [UNK]") << "as they are written only";
  Json json = small_tokenizer();
  const int id = static_cast<int>(small_vocabulary().size());
  json["added_tokens"].push_back(added_token("Ab", id));
  json["added_tokens"].push_back(added_token("Abc", id + 1));
  json["added_tokens"].back()["normalized"] = true;
  const Tokenizer tokenizer = read_json(json);
  EXPECT_EQ(tokenizer.vocabulary(), static_cast<std::size_t>(id) + 2);
  EXPECT_EQ(words_of(tokenizer, "xAbcx xabcx"), "x Ab c ##x x Abc x")
      << "raw ones first, then normalised ones";
}

TEST_F(TokenizerTest, BadUtf8IsAnErrorWithItsOffset) {
  for (const std::string_view bad :
       {"\xFF", "\x80", "\xC0\x80", "\xE4\xBD", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xF0\x9F\x98"}) {
    for (const std::string_view before : {"", "abcdefgh ijk ", "\u4F60\u597D"}) {
      const std::string text = std::string(before) + std::string(bad);
      expect_within(error_of([&] { words(text); }), fmt::format("byte {} (0x", before.size()));
      expect_within(error_of([&] { words(text + "x"); }), "is not UTF-8");
    }
  }
}

TEST_F(TokenizerTest, PairsHaveTwoSegments) {
  const Tokenizer tokenizer = read_json(small_tokenizer());
  const Encoded pair = tokenizer.encode("play", "the a", 10);
  EXPECT_EQ(pair.ids, (std::vector<std::int32_t>{2, 5, 3, 10, 16, 3}));
  EXPECT_EQ(pair.segments, (std::vector<std::int32_t>{0, 0, 0, 1, 1, 1}));
  const Encoded single = tokenizer.encode("play", std::nullopt, 10);
  EXPECT_EQ(single.ids, (std::vector<std::int32_t>{2, 5, 3}));
  EXPECT_EQ(single.segments, (std::vector<std::int32_t>{0, 0, 0}));
  EXPECT_EQ(tokenizer.encode("a the", std::nullopt, 3).ids, (std::vector<std::int32_t>{2, 16, 3}));
  EXPECT_EQ(tokenizer.encode("", "", 3).ids, (std::vector<std::int32_t>{2, 3, 3}));
  expect_within(error_of([&] { tokenizer.encode("a", std::nullopt, 1); }), "allow 2 or more");
  expect_within(error_of([&] { tokenizer.encode("a", "b", 2); }), "allow 3 or more");
}

// One token at a time from the longer text; where both are as long, from the one that was shorter.
TEST(LongestFirst, IsOneTokenAtATime) {
  for (std::size_t most = 0; most <= 12; ++most) {
    for (std::size_t a = 0; a <= 15; ++a) {
      for (std::size_t b = 0; b <= 15; ++b) {
        std::size_t first = a, second = b;
        while (first + second > most) {
          const bool from_first = first != second ? first > second : a <= b;
          --(from_first ? first : second);
        }
        const PairLengths kept = longest_first(a, b, most);
        EXPECT_EQ(kept.first, first) << a << " and " << b << " to " << most;
        EXPECT_EQ(kept.second, second) << a << " and " << b << " to " << most;
      }
    }
  }
}

class Threads {  // of parallel work, until the end of a scope
 public:
  explicit Threads(const char* count) { ::setenv("DISSENT_THREADS", count, 1); }
  ~Threads() { ::unsetenv("DISSENT_THREADS"); }
};

TEST_F(TokenizerTest, ManyTextsAreEachAsAlone) {
  const Tokenizer tokenizer = read_json(small_tokenizer());
  NameList first, second;
  for (std::size_t i = 0; i < 30000; ++i) {
    std::string text;
    for (std::size_t k = 0; k < i % 17; ++k)
      text += fmt::format("pl\u00E1y {} ", static_cast<char>('a' + (i + k) % 26));
    first.add(text);
    second.add(i % 3 == 0 ? "" : text.substr(text.size() / 2 & ~std::size_t{7} ? 0 : text.size()) + "the");
  }
  for (const NameList* other :
       {static_cast<const NameList*>(nullptr), static_cast<const NameList*>(&second)}) {
    EncodedTexts one;
    {
      const Threads threads("1");
      one = encode_all(tokenizer, first, other, 12);
    }
    for (const char* count : {"2", "7"}) {
      const Threads threads(count);
      const EncodedTexts more = encode_all(tokenizer, first, other, 12);
      EXPECT_EQ(more.ids, one.ids);
      EXPECT_EQ(more.segments, one.segments);
      EXPECT_EQ(more.offsets, one.offsets);
    }
    ASSERT_EQ(one.offsets.size(), first.size() + 1);
    EXPECT_EQ(one.offsets.back(), one.ids.size());
    EXPECT_EQ(one.segments.size(), one.ids.size());
    for (std::size_t i = 0; i < first.size(); i += 7) {
      const Encoded alone =
          tokenizer.encode(first[i], other == nullptr ? std::nullopt : std::optional((*other)[i]), 12);
      ASSERT_EQ(one.offsets[i + 1] - one.offsets[i], alone.ids.size());
      EXPECT_TRUE(std::equal(alone.ids.begin(), alone.ids.end(),
                             one.ids.begin() + static_cast<std::ptrdiff_t>(one.offsets[i])));
      EXPECT_TRUE(std::equal(alone.segments.begin(), alone.segments.end(),
                             one.segments.begin() + static_cast<std::ptrdiff_t>(one.offsets[i])));
    }
  }
}

TEST_F(TokenizerTest, TheFirstBadItemIsNamed) {
  const Tokenizer tokenizer = read_json(small_tokenizer());
  NameList texts, fewer;
  for (int i = 0; i < 20000; ++i) texts.add(i == 7777 || i == 19000 ? "caf\xE9" : "the playing");
  for (const char* count : {"1", "4"}) {
    const Threads threads(count);
    expect_within(error_of([&] { encode_all(tokenizer, texts, nullptr, 12); }),
                  "item 7777: byte 3 (0xE9) is not UTF-8");
  }
  expect_within(error_of([&] { encode_all(tokenizer, texts, &fewer, 12); }),
                "20000 first and 0 second texts");
  expect_within(error_of([&] { encode_all(tokenizer, fewer, nullptr, 1); }), "allow 2 or more");
  EXPECT_EQ(encode_all(tokenizer, fewer, nullptr, 12).offsets, std::vector<std::size_t>{0});
}

}  // namespace
}  // namespace dissent::text_test
