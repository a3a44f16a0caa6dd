// Tokenizer files: what is read, and that what is not supported is one line that names the file and the key.
#include "text_support.h"

namespace dissent::text_test {
namespace {

class TokenizerFileTest : public testing::Test {
 protected:
  void SetUp() override { NEEDS_UNICODE(); }

  // The error on a tokenizer.json in which the value at `pointer` is another one.
  static std::string with(const std::string& pointer, const Json& value) {
    Json json = small_tokenizer();
    json[Json::json_pointer(pointer)] = value;
    return error_of([&] { read_json(json); });
  }
  static std::string without(const std::string& pointer, const std::string& key) {
    Json json = small_tokenizer();
    json[Json::json_pointer(pointer)].erase(key);
    return error_of([&] { read_json(json); });
  }
  static void write_vocabulary(const test::TemporaryFolder& folder, const std::string& separator = "\n") {
    std::string text;
    for (const std::string& token : small_vocabulary()) text += token + separator;
    write_file(folder / "vocab.txt", text);
  }
  static std::string with_config(const Json& config) {
    const test::TemporaryFolder folder;
    write_vocabulary(folder);
    write_file(folder / "tokenizer_config.json", config.dump());
    return error_of([&] { Tokenizer::read(folder.path()); });
  }
};

TEST_F(TokenizerFileTest, FoldersAndFiles) {
  const test::TemporaryFolder folder;
  expect_within(error_of([&] { Tokenizer::read(folder.path()); }), "neither tokenizer.json nor vocab.txt");
  write_vocabulary(folder, "\r\n");
  EXPECT_EQ(words_of(Tokenizer::read(folder.path()), "Pl\u00E1ying [MASK]"), "play ##ing [MASK]");
  write_file(folder / "tokenizer_config.json",
             R"({"do_lower_case": false, "tokenizer_class": "BertTokenizer"})");
  EXPECT_EQ(words_of(Tokenizer::read(folder / "vocab.txt"), "Playing play pl\u00E1y"), "[UNK] play [UNK]");
  write_file(folder / "tokenizer.json", small_tokenizer().dump());
  for (const std::filesystem::path& path : {folder.path(), folder / "tokenizer.json"}) {
    const Tokenizer tokenizer = Tokenizer::read(path);
    EXPECT_EQ(words_of(tokenizer, "Playing"), "play ##ing");
    EXPECT_EQ(tokenizer.vocabulary(), small_vocabulary().size());
    EXPECT_EQ(tokenizer.padding(), 0);
    EXPECT_EQ(tokenizer.unknown(), 1);
    EXPECT_EQ(tokenizer.start(), 2);
    EXPECT_EQ(tokenizer.separator(), 3);
  }
}

TEST_F(TokenizerFileTest, BertProcessingIsTheSameAsItsTemplate) {
  Json json = small_tokenizer();
  json["post_processor"] = {{"type", "BertProcessing"}, {"sep", {"[SEP]", 3}}, {"cls", {"[CLS]", 2}}};
  const Encoded pair = read_json(json).encode("a", "b", 9),
                expected = read_json(small_tokenizer()).encode("a", "b", 9);
  EXPECT_EQ(pair.ids, expected.ids);
  EXPECT_EQ(pair.segments, expected.segments);
  json["post_processor"]["sep"] = "x";
  expect_within(error_of([&] { read_json(json); }), "tokenizer.json: post_processor.sep");
}

TEST_F(TokenizerFileTest, OtherKindsAreRefused) {
  expect_within(with("/model/type", "BPE"), "tokenizer.json: model type BPE; WordPiece (BERT) is supported");
  expect_within(with("/model/type", "Unigram"), "model type Unigram");
  expect_within(with("/normalizer/type", "NFC"), "normalizer type NFC; BertNormalizer");
  expect_within(with("/normalizer", nullptr), "no normalizer; BertNormalizer");
  expect_within(with("/pre_tokenizer/type", "ByteLevel"), "pre_tokenizer type ByteLevel; BertPreTokenizer");
  expect_within(with("/post_processor/type", "RobertaProcessing"), "post_processor type RobertaProcessing");
  expect_within(with("/post_processor", nullptr), "post_processor type null");
  expect_within(with("/added_tokens/4/single_word", true), "added_tokens: token '[MASK]' is \"single_word\"");
  expect_within(with("/post_processor/pair/3/Sequence/type_id", 2), "post_processor.pair: type_id 2");
  expect_within(with("/post_processor/pair/3/Sequence/id", "A"), "is not [CLS] A [SEP] B [SEP]");
  expect_within(with("/post_processor/single", Json::array()), "is not [CLS] A [SEP], as BERT's is");
  expect_within(with("/post_processor/special_tokens", nullptr),
                "special_tokens has no single id for '[CLS]'");
  expect_within(with("/post_processor/special_tokens/[CLS]/ids/0", 999), "post_processor has id 999");
}

TEST_F(TokenizerFileTest, VocabulariesAreWhole) {
  expect_within(with("/model/vocab/play", 6), "both have id 6; give each its own");
  expect_within(with("/model/vocab/play", 5000), "token 'play' has id 5000");
  expect_within(with("/model/vocab/play", -1), "the id of 'play' is -1");
  expect_within(with("/model/vocab/play", "5"), "the id of 'play' is \"5\"");
  expect_within(with("/model/vocab", Json::object()), "model.vocab is no object");
  expect_within(with("/model/unk_token", "<unk>"),
                "the vocabulary has no '<unk>', the token of unknown words");
  expect_within(with("/padding", {{"pad_token", "<pad>"}}), "the vocabulary has no '<pad>'");
  expect_within(with("/added_tokens/0/id", 7), "token '[PAD]' has id 7, where 0 is wanted");
  expect_within(with("/added_tokens/0/content", "[NEW]"), "token '[NEW]' has id 0, where 68 is wanted");
  expect_within(with("/added_tokens/0/content", "[CLS]"), "token '[CLS]'");
  expect_within(with("/added_tokens/0/content", " x"), "begins or ends with white space");
  expect_within(with("/added_tokens/0/normalized", 1), "is 1, where true or false is wanted");
  expect_within(without("/model", "unk_token"), "model: the key 'unk_token' is missing");
  expect_within(without("/model", "max_input_chars_per_word"), "'max_input_chars_per_word' is missing");
  expect_within(without("/model", "vocab"), "model.vocab is no object");
}

TEST_F(TokenizerFileTest, BrokenFiles) {
  const test::TemporaryFolder folder;
  for (const auto& [text, part] :
       {std::pair("{", "not valid JSON"), std::pair("{\"a\": \"\xE9\"}", "not valid JSON"),
        std::pair("[]", "no model"), std::pair("", "not valid JSON")}) {
    write_file(folder / "tokenizer.json", text);
    expect_within(error_of([&] { Tokenizer::read(folder.path()); }), part);
  }
  expect_within(error_of([&] { Tokenizer::read(folder / "nothing.txt"); }), "nothing.txt");
}

TEST_F(TokenizerFileTest, BrokenVocabularies) {
  const test::TemporaryFolder folder;
  for (const auto& [text, part] :
       {std::pair("[UNK]\n[CLS]\n[PAD]\n[SEP]\na\na\n", "token 'a' has two ids, 4 and 5"),
        std::pair("[UNK]\n\na\n", "vocab.txt, line 2: no token"),
        std::pair("[UNK]\n\xE9\n", "vocab.txt, line 2: not UTF-8"), std::pair("", "vocab.txt: empty"),
        std::pair("a\n", "has no '[UNK]'"),
        std::pair("[UNK]\n[SEP]\n[PAD]\n", "has no '[CLS]', the token that begins every sequence"),
        std::pair("[UNK]\n[CLS]\n[PAD]\n", "has no '[SEP]'"),
        std::pair("[UNK]\n[CLS]\n[SEP]\n", "has no '[PAD]'")}) {
    write_file(folder / "vocab.txt", text);
    expect_within(error_of([&] { Tokenizer::read(folder.path()); }), part);
  }
}

TEST_F(TokenizerFileTest, Configurations) {
  expect_within(with_config({{"tokenizer_class", "BertweetTokenizer"}}), "tokenizer_class BertweetTokenizer");
  expect_within(with_config({{"do_lower_case", "yes"}}), "'do_lower_case' is \"yes\"");
  expect_within(with_config({{"pad_token", "<pad>"}}), "has no '<pad>'");
  expect_within(with_config({{"additional_special_tokens", {"<a>"}}}), "additional_special_tokens has '<a>'");
  EXPECT_EQ(
      with_config({{"pad_token", {{"content", "[PAD]"}}}, {"tokenizer_class", "DistilBertTokenizerFast"}}),
      "no error");
  Json added = {{"added_tokens_decoder", {{"68", added_token("<a>", 0)}}},
                {"additional_special_tokens", {"<a>"}}};
  EXPECT_EQ(with_config(added), "no error");
  added["added_tokens_decoder"]["68"]["single_word"] = true;
  expect_within(with_config(added), "added_tokens_decoder: token '<a>' is \"single_word\"");
}

TEST(TokenizerFile, WithoutUtf8procItSaysSo) {
  if (has_unicode()) GTEST_SKIP() << "built with utf8proc";
  expect_within(error_of([] { Tokenizer::read("."); }), "built without utf8proc; install it");
}

}  // namespace
}  // namespace dissent::text_test
