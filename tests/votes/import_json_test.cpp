// What holds for all importers of JSON: every sample is recognised as its own format and no other, and every
// damaged or foreign file gets one clear line.
#include <string>

#include "dissent/votes/importers.h"
#include "dissent/votes/source.h"
#include "json_samples.h"

namespace dissent::import_json_test {
namespace {

using namespace samples;

bool is_json_format(std::string_view name) {
  for (const Sample& sample : all()) {
    if (sample.format == name) return true;
  }
  return false;
}

TEST(JsonImport, EverySampleIsRecognisedAsItsOwnFormatOnly) {
  for (const Sample& sample : all()) {
    SCOPED_TRACE(std::string(sample.format) + " " + std::string(sample.what));
    const Source source(sample.bytes, "export.json");
    for (const Importer& importer : importers()) {
      EXPECT_EQ(importer.recognises(source, {}).confidence > 0, importer.name == sample.format)
          << importer.name;
    }
    const ImportResult result = import(sample.bytes);
    EXPECT_EQ(result.audit.format, sample.format);
    EXPECT_EQ(result.audit.file, "export.json");
    if (result.votes.has_counts()) {
      EXPECT_GT(result.audit.votes, 0u);
    }
    EXPECT_GT(result.audit.rows, 0u);
    EXPECT_EQ(result.audit.votes, result.votes.votes());
  }
}

TEST(JsonImport, ASingleLineOfJsonLinesIsRecognisedToo) {
  for (const std::string_view bytes :
       {kChaosSnli, kChaosAlpha, kProdigyChoice, kProdigyBinary, kArgilla1, kArgillaFlat}) {
    const ImportResult whole = import(bytes);
    for (const bool line_end : {false, true}) {
      const ImportResult one = import(bytes.substr(0, bytes.find('\n') + (line_end ? 1 : 0)));
      EXPECT_EQ(one.audit.format, whole.audit.format);
      EXPECT_EQ(one.audit.rows, 1u);
      EXPECT_EQ(one.votes.item_name(0), whole.votes.item_name(0));
    }
  }
}

TEST(JsonImport, TablesAndOtherJsonAreNotRecognised) {
  for (const std::string_view bytes :
       {R"({"images": [{"id": 1}], "annotations": [{"id": 1, "image_id": 1}], "categories": []})", "[]", "{}",
        "[1, 2, 3]", R"([{"a": 1}, {"a": 2}])", R"({"a": {"b": 0.5}})", R"({"a": {"b": 1}, "c": 2})",
        R"({"a": {}})", R"({"a": {"age": 31, "sex": "f"}})", "{\"a\": 1}\n{\"a\": 2}\n"}) {
    SCOPED_TRACE(bytes);
    const Source source(bytes, "export.json");
    for (const Importer& importer : importers()) {
      if (is_json_format(importer.name)) {
        // json-votes takes what is left, only to say what was seen.
        EXPECT_FALSE(importer.recognises(source, {}).confidence > 0.01) << importer.name;
      }
    }
    const std::string error = error_of(bytes, {});
    EXPECT_EQ(error.find("export.json: "), 0u) << error;
  }
  const Source table("item,worker,label\n1,a,x\n", "votes.csv");
  for (const Importer& importer : importers()) {
    if (is_json_format(importer.name)) {
      EXPECT_FALSE(importer.recognises(table, {}).confidence > 0) << importer.name;
    }
  }
}

TEST(JsonImport, AForcedFormatOnAnotherKindOfFileIsOneClearLine) {
  for (const Importer& importer : importers()) {
    if (!is_json_format(importer.name)) continue;
    SCOPED_TRACE(importer.name);
    EXPECT_EQ(error_as(importer.name, "item,worker,label\n1,a,x\n").find("export.json: not "), 0u);
    EXPECT_EQ(error_as(importer.name, std::string("\x93NUMPY\x01\x00", 8)).find("export.json: not "), 0u);
    EXPECT_EQ(error_as(importer.name, "[1, 2]").find("export.json"), 0u);
    EXPECT_EQ(error_as(importer.name, "[]").find("export.json: no"), 0u) << error_as(importer.name, "[]");
    EXPECT_EQ(error_as(importer.name, "{}").find("export.json"), 0u) << error_as(importer.name, "{}");
    for (const Sample& sample : all()) {
      if (sample.format == importer.name) continue;
      const std::string error = error_as(importer.name, sample.bytes);
      EXPECT_TRUE(error == "no error" || error.find("export.json") == 0) << sample.format << ": " << error;
      EXPECT_EQ(error.find("json.exception"), std::string::npos) << sample.format << ": " << error;
    }
  }
}

// Cutting a file short, or losing any key of it, may be harmless but must never crash or blame the parser.
TEST(JsonImport, EveryDamagedSampleIsReadOrRefusedInOneLine) {
  for (const Sample& sample : all()) {
    SCOPED_TRACE(std::string(sample.format) + " " + std::string(sample.what));
    for (std::size_t length = 1; length < sample.bytes.size(); length += 7) {
      for (const std::string_view format : {sample.format, std::string_view("auto")}) {
        const std::string error = error_as(format, sample.bytes.substr(0, length));
        EXPECT_TRUE(error == "no error" || error.find("export.json") == 0) << error;
      }
    }
    for (std::size_t at = sample.bytes.find('"'); at != std::string_view::npos;
         at = sample.bytes.find('"', at + 1)) {
      std::string renamed(sample.bytes);
      renamed.insert(at + 1, "~");
      const std::string error = error_as(sample.format, renamed);
      EXPECT_TRUE(error == "no error" || error.find("export.json") == 0) << error;
      EXPECT_EQ(error.find("json.exception"), std::string::npos) << error;
    }
    for (std::size_t at = sample.bytes.find(": "); at != std::string_view::npos;
         at = sample.bytes.find(": ", at + 1)) {
      for (const std::string_view other : {"[", "{\"x\":"}) {  // another type of value
        std::string changed(sample.bytes);
        const std::size_t end = std::min(changed.find_first_of(",}\n", at), changed.size());
        changed.insert(end, other == "[" ? "]" : "}");
        changed.insert(at + 2, other);
        for (const std::string_view format : {sample.format, std::string_view("auto")}) {
          const std::string error = error_as(format, changed);
          EXPECT_TRUE(error == "no error" || error.find("export.json") == 0) << error;
          EXPECT_EQ(error.find("json.exception"), std::string::npos) << error;
        }
      }
    }
  }
}

TEST(JsonImport, LatinOneAndByteOrderMarks) {
  std::string latin(kPeerannot);
  latin.replace(latin.find("18"), 2, "\xFC");
  EXPECT_EQ(error_as("auto", latin).find("export.json, line 1: not valid JSON"), 0u);
  const ImportResult result = import("\xEF\xBB\xBF" + std::string(kPeerannot));
  EXPECT_EQ(result.audit.format, "peerannot");
  EXPECT_EQ(result.votes.items(), 3u);
}

TEST(JsonImport, EveryReaderSaysWhatItTook) {
  for (const Sample& sample : all()) {
    SCOPED_TRACE(std::string(sample.format) + " " + std::string(sample.what));
    const ImportPlan plan = import(sample.bytes).audit.plan;
    EXPECT_FALSE(plan.item.empty());
    EXPECT_FALSE(plan.label.empty());
    EXPECT_EQ(plan.annotator.empty(), !import(sample.bytes).votes.has_annotators());
  }
}

TEST(JsonImport, ItemsAndAnnotatorsAreSwappedOrTheFlagIsRefused) {
  ImportOptions options;
  options.transpose = true;
  for (const Sample& sample : all()) {
    SCOPED_TRACE(std::string(sample.format) + " " + std::string(sample.what));
    const std::string error = error_of(sample.bytes, options);
    if (error != "no error") {
      EXPECT_TRUE(error.find("transpose: ") != std::string::npos ||
                  error.find("say which with format") != std::string::npos)
          << error;
      continue;
    }
    const ImportResult plain = import_as(sample.format, sample.bytes),
                       swapped = import(sample.bytes, options);
    EXPECT_EQ(swapped.votes.items(), plain.votes.annotators());
    EXPECT_EQ(swapped.votes.votes(), plain.votes.votes());
    EXPECT_EQ(swapped.audit.plan.item, plain.audit.plan.annotator);
  }
}

TEST(JsonImport, FlagsThatCannotApplyAreRefused) {
  ImportOptions options;
  options.item_column = "uid";
  EXPECT_EQ(error_of(kChaosSnli, options).find("item-column 'uid': chaosnli files have fixed fields"), 0u);
  EXPECT_EQ(error_of(kLewidi2023, options).find("item-column 'uid': lewidi files have fixed fields"), 0u);
  EXPECT_EQ(error_of(kPeerannot, options).find("item-column 'uid': peerannot files have fixed fields"), 0u);
  options = {};
  options.annotator_column = "user_id";
  EXPECT_EQ(error_of(kArgilla2, options).find("annotator-column 'user_id': argilla"), 0u);
  options = {};
  options.label_column = "answer";
  EXPECT_EQ(error_of(kProdigyBinary, options).find("label-column 'answer': a prodigy file"), 0u);
}

}  // namespace
}  // namespace dissent::import_json_test
