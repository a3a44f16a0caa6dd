// What an encoder made of texts is read as it was written; what was damaged, or made of other texts, is an
// error.
#include "dissent/store/encoded_texts_file.h"

#include "dissent/io/file.h"
#include "dissent/io/safetensors.h"
#include "dissent/io/safetensors_digest.h"
#include "support/arrays.h"
#include "support/temporary_folder.h"

namespace dissent::encoded_texts_file_test {
namespace {

using test::cells;
using test::message_of;

const std::string kKey(64, 'a');

FeatureInputs features() {
  FeatureInputs features;
  features.dimension = 2;
  features.choices = 2;
  features.values = {1, 2, 3, 4, 5, 6, 7, 8};
  return features;
}

TokenInputs tokens() {
  TokenInputs tokens;
  tokens.texts = {{101, 5, 102, 101, 102, 7}, {0, 0, 1, 0, 0, 1}, {0, 3, 3, 5, 6}};
  tokens.sequences = 2;
  tokens.length = 8;
  return tokens;
}

TEST(EncodedTextsFile, FeaturesAreReadAsTheyWereWritten) {
  const test::TemporaryFolder folder;
  const auto file = folder / "new/features.safetensors";
  write_features(file, kKey, features());
  const FeatureInputs read = parse_features(read_file(file), "f", kKey, {2, 2});
  EXPECT_EQ(read.values, features().values);
  EXPECT_EQ(read.dimension, 2U);
  EXPECT_EQ(read.choices, 2U);
}

TEST(EncodedTextsFile, TokensAreReadAsTheyWereWritten) {
  const test::TemporaryFolder folder;
  write_tokens(folder / "tokens", kKey, tokens());
  const TokenInputs read = parse_tokens(read_file(folder / "tokens"), "t", kKey, {2, 0, 200});
  EXPECT_EQ(read.texts.ids, tokens().texts.ids);
  EXPECT_EQ(read.texts.segments, tokens().texts.segments);
  EXPECT_EQ(read.texts.offsets, tokens().texts.offsets);
  EXPECT_EQ(read.sequences, 2U);
  EXPECT_EQ(read.length, 8U);
  EXPECT_FALSE(read.choices);
}

TEST(EncodedTextsFile, DamageAndOtherTextsAreErrors) {
  const test::TemporaryFolder folder;
  write_features(folder / "f", kKey, features());
  std::string bytes = read_file(folder / "f");
  const auto refusal = [&](const std::string& key, const EncodedItems& items) {
    return message_of([&] { parse_features(bytes, "f", key, items); });
  };
  EXPECT_NE(refusal(std::string(64, 'b'), {2, 2}).find("made of other texts"), std::string::npos);
  EXPECT_NE(refusal(kKey, {3, 2}).find("where there are 3 items"), std::string::npos);
  EXPECT_NE(refusal(kKey, {2, 3}).find("2 x 4 numbers"), std::string::npos);
  bytes.back() ^= 1;
  EXPECT_NE(refusal(kKey, {2, 2}).find("f: damaged"), std::string::npos);
  bytes.resize(bytes.size() - 4);
  EXPECT_NE(refusal(kKey, {2, 2}).find("f, tensor"), std::string::npos);
}

// Tokens that no text has, in a file whose digest is right.
TEST(EncodedTextsFile, TokensThatCannotBeAreErrors) {
  const test::TemporaryFolder folder;
  const auto refusal = [&](auto change, const EncodedItems& items) {
    TokenInputs other = tokens();
    change(other);
    write_tokens(folder / "t", kKey, other);
    return message_of([&] { parse_tokens(read_file(folder / "t"), "t", kKey, items); });
  };
  const EncodedItems good{2, 0, 200};
  const auto same = [](TokenInputs&) {};
  EXPECT_NE(refusal(same, {2, 0, 102}).find("does not know"), std::string::npos);
  EXPECT_NE(refusal(same, {3, 0, 200}).find("4 sequences, where there are 3 items"), std::string::npos);
  EXPECT_NE(refusal(same, {1, 0, 200}).find("4 sequences an item"), std::string::npos);
  EXPECT_NE(refusal(same, {2, 3, 200}).find("2 sequences an item"), std::string::npos);
  EXPECT_NE(refusal([](TokenInputs& t) { t.texts.ids[0] = -1; }, good).find("does not know"),
            std::string::npos);
  EXPECT_NE(refusal([](TokenInputs& t) { t.texts.segments[0] = 2; }, good).find("segments"),
            std::string::npos);
  EXPECT_NE(refusal([](TokenInputs& t) { t.texts.offsets[1] = 4; }, good).find("follow"), std::string::npos);
  EXPECT_NE(refusal([](TokenInputs& t) { t.texts.offsets.back() = 5; }, good).find("follow"),
            std::string::npos);
  EXPECT_NE(refusal([](TokenInputs& t) { t.length = 2; }, good).find("a sequence of 3 tokens"),
            std::string::npos);
  EXPECT_NE(refusal([](TokenInputs& t) { t.length = 0; }, good).find("length is '0'"), std::string::npos);
}

}  // namespace
}  // namespace dissent::encoded_texts_file_test
