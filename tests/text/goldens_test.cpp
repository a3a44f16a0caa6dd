// Ids of odd texts as the tokenizers library gave them (tools/tokenizer_goldens.mjs), with four normalizers.
#include "text_support.h"

namespace dissent::text_test {
namespace {

std::string dump(const std::vector<std::int32_t>& ids) {
  return Json(ids).dump();
}

TEST(TokenizerGoldens, AreTheSameIds) {
  NEEDS_UNICODE();
  const std::string folder = DISSENT_SOURCE_DIR "/tests/text/";
  const Json goldens = parse_json(read_file(folder + "goldens.json"), "goldens.json");
  const Json base = parse_json(read_file(folder + "tokenizer.json"), "tokenizer.json");
  std::size_t checked = 0;
  for (const auto& [variant, options] : goldens["normalizers"].items()) {
    Json changed = base;
    changed["normalizer"].update(options);
    const Tokenizer tokenizer = read_json(changed);
    for (const Json& item : goldens["cases"]) {
      const Json& text = item["text"];
      const bool pair = text.is_array();
      const std::string first = pair ? text[0] : text;
      const std::string second = pair ? text[1] : Json("");
      const std::size_t length = item.value("length", std::size_t{1000000});
      const Encoded encoded =
          tokenizer.encode(first, pair ? std::optional<std::string_view>(second) : std::nullopt, length);
      EXPECT_EQ(dump(encoded.ids), item["ids"][variant].dump())
          << variant << ": " << text.dump(-1, ' ', true);
      if (pair) {
        EXPECT_EQ(dump(encoded.segments), item["segments"][variant].dump()) << variant << ": " << text;
      }
      ++checked;
    }
  }
  EXPECT_GT(checked, 1000u);
}

}  // namespace
}  // namespace dissent::text_test
