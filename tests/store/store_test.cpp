// The store with small data sets of the test's own; the known ones are got in tests/cli/data_*_test.py.
#include "dissent/store/store.h"

#include <cstdlib>

#include <gtest/gtest.h>

#include "dissent/core/error.h"
#include "dissent/core/hash.h"
#include "dissent/io/file.h"
#include "dissent/store/ledger.h"
#include "support/temporary_folder.h"

namespace dissent::store_test {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFirst = "first content";
constexpr std::string_view kSecond = "second content";

// A data set of two files, the first with a second accepted content, found at file URLs.
class StoreTest : public testing::Test {
 protected:
  void SetUp() override {
    fs::create_directory(folder_ / "web");
    write_file(folder_ / "web/a.txt", kFirst);
    write_file(folder_ / "web/b.txt", kSecond);
  }
  GetOptions options() {
    GetOptions get;
    get.on_file = [this](const FileReport& file) { reports_.push_back(file); };
    get.on_note = [this](const std::string& note) { notes_.push_back(note); };
    return get;
  }
  std::string refusal(const GetOptions& get) {
    try {
      store_.get(dataset_, get);
    } catch (const Error& error) {
      return error.what();
    }
    return "no refusal";
  }

  test::TemporaryFolder folder_;
  std::string digests_[3] = {sha256(kFirst), sha256("variant"), sha256(kSecond)};
  std::string urls_[2] = {"file://" + (folder_ / "web/a.txt").string(),
                          "file://" + (folder_ / "web/b.txt").string()};
  std::string wrong_url_ = "file://" + (folder_ / "web/none").string();
  KnownContent first_[2] = {{digests_[0], kFirst.size(), ""}, {digests_[1], 7, "a variant"}};
  KnownContent second_[1] = {{digests_[2], kSecond.size(), ""}};
  KnownSource first_sources_[2] = {{KnownSource::Kind::url, wrong_url_, "", 0, ""},
                                   {KnownSource::Kind::url, urls_[0], "", 0, ""}};
  KnownSource second_sources_[1] = {{KnownSource::Kind::url, urls_[1], "", 0, ""}};
  std::string_view aliases_[1] = {"other-name.txt"};
  KnownFile files_[2] = {{"a.txt", first_, aliases_, first_sources_},
                         {"b.txt", second_, {}, second_sources_}};
  KnownDataset dataset_{"small", "a test", 2, "none", files_};
  Store store_{folder_ / "store"};
  std::vector<FileReport> reports_;
  std::vector<std::string> notes_;
};

#ifdef DISSENT_HAS_CURL

TEST_F(StoreTest, GetsFromTheFirstSourceThatDelivers) {
  EXPECT_FALSE(store_.has(dataset_));
  store_.get(dataset_, options());
  ASSERT_EQ(reports_.size(), 2u);
  EXPECT_EQ(reports_[0].how, "downloaded");
  EXPECT_EQ(reports_[0].from, urls_[0]);
  EXPECT_EQ(read_file(folder_ / "store/small/a.txt"), kFirst);
  EXPECT_EQ(store_.path(dataset_), folder_ / "store/small");
}

TEST_F(StoreTest, AllProblemsAreInOneError) {
  fs::remove(folder_ / "web/a.txt");
  write_file(folder_ / "web/b.txt", "damaged");
  const std::string message = refusal(options());
  EXPECT_NE(message.find("a.txt (13 bytes): " + wrong_url_), std::string::npos) << message;
  EXPECT_NE(message.find("b.txt (14 bytes)"), std::string::npos) << message;
  EXPECT_NE(message.find(sha256("damaged")), std::string::npos) << message;
  EXPECT_NE(message.find(digests_[2]), std::string::npos) << message;
  EXPECT_NE(message.find((folder_ / "store/small").string()), std::string::npos) << message;
  EXPECT_EQ(message.find('\n'), std::string::npos);
}

TEST_F(StoreTest, KeepsWhatIsThereAndGetsTheRest) {
  write_file(folder_ / "web/b.txt", "damaged");
  refusal(options());
  write_file(folder_ / "web/b.txt", kSecond);
  fs::remove(folder_ / "web/a.txt");
  reports_.clear();
  store_.get(dataset_, options());
  EXPECT_EQ(reports_[0].how, "already there");
  EXPECT_EQ(reports_[1].how, "downloaded");
}

#endif

TEST_F(StoreTest, CopiesWithAliasesAndVariants) {
  fs::create_directory(folder_ / "copies");
  write_file(folder_ / "copies/other-name.txt", "variant");
  write_file(folder_ / "copies/b.txt", kSecond);
  GetOptions get = options();
  get.from = folder_ / "copies";
  store_.get(dataset_, get);
  EXPECT_EQ(reports_[0].note, "a variant");
  EXPECT_EQ(reports_[0].how, "copied");
  EXPECT_EQ(read_file(folder_ / "store/small/a.txt"), "variant");
  reports_.clear();
  get.from = folder_ / "nowhere";  // not looked at, since nothing is missing
  store_.get(dataset_, get);
  EXPECT_EQ(reports_[0].how, "already there");
}

TEST_F(StoreTest, ChangedFileIsNoticedByItsTimeOrByHashing) {
  GetOptions get = options();
  get.from = folder_ / "web";
  store_.get(dataset_, get);
  const fs::path file = folder_ / "store/small/a.txt";
  const auto time = fs::last_write_time(file);
  write_file(file, "first c0ntent");
  EXPECT_FALSE(store_.has(dataset_));
  fs::last_write_time(file, time);  // now it looks untouched
  EXPECT_TRUE(store_.has(dataset_));
  EXPECT_FALSE(store_.has(dataset_, true));
  get.verify = true;
  store_.get(dataset_, get);
  ASSERT_EQ(notes_.size(), 1u);
  EXPECT_NE(notes_[0].find(sha256("first c0ntent")), std::string::npos);
  EXPECT_EQ(read_file(file), kFirst);
  EXPECT_TRUE(store_.has(dataset_, true));
}

TEST_F(StoreTest, TouchedFileIsHashedOnceAndRemembered) {
  GetOptions get = options();
  get.from = folder_ / "web";
  store_.get(dataset_, get);
  const fs::path file = folder_ / "store/small/a.txt";
  fs::last_write_time(file, fs::file_time_type::clock::now() + std::chrono::hours(1));
  EXPECT_TRUE(store_.files(dataset_)[0].fresh);
  store_.get(dataset_, get);
  EXPECT_FALSE(store_.files(dataset_)[0].fresh);
  EXPECT_EQ(Ledger(folder_ / "store/small").find("a.txt")->from, (folder_ / "web/a.txt").string());
}

TEST_F(StoreTest, BrokenLedgerOnlyCostsHashing) {
  GetOptions get = options();
  get.from = folder_ / "web";
  store_.get(dataset_, get);
  for (const char* broken : {"", "{", "[]", "{\"files\": {\"a.txt\": 1}}", "{\"files\": {\"a.txt\": {}}}"}) {
    write_file(folder_ / "store/small/.ledger.json", broken);
    EXPECT_TRUE(store_.has(dataset_)) << broken;
  }
}

TEST_F(StoreTest, GeneratedDataIsReplacedWhole) {
  const KnownDataset made{"made", "generated", 1, "none", {}};
  int calls = 0;
  const auto writer = [&](const std::string& text) {
    return [&calls, text](const fs::path& folder) {
      ++calls;
      write_file(folder / (text + ".txt"), text);
    };
  };
  EXPECT_FALSE(store_.has(made));
  EXPECT_TRUE(store_.generate(made, "--n 1", writer("one")));
  EXPECT_FALSE(store_.generate(made, "--n 1", writer("one")));
  EXPECT_EQ(calls, 1);
  EXPECT_TRUE(store_.generate(made, "--n 2", writer("two")));
  EXPECT_TRUE(fs::exists(folder_ / "store/made/two.txt"));
  EXPECT_FALSE(fs::exists(folder_ / "store/made/one.txt"));
  EXPECT_THROW(store_.generate(made, "--n 3", [](const fs::path&) { fail("no"); }), Error);
  EXPECT_EQ(read_file(store_.path(made) / "two.txt"), "two");
  EXPECT_FALSE(fs::exists(folder_ / "store/.made.new"));
}

TEST_F(StoreTest, GeneratedDataDoesNotTakeThePlaceOfFilesOfOthers) {
  const KnownDataset made{"made", "generated", 1, "none", {}};
  const auto write = [](const fs::path& folder) { write_file(folder / "one.txt", "one"); };
  const fs::path folder = folder_ / "store/made";
  store_.generate(made, "--n 1", write);
  for (int i = 0; i < 7; ++i) write_file(folder / fmt::format("mine-{}.txt", i), "mine");
  EXPECT_FALSE(store_.generate(made, "--n 1", write));  // nothing is to be done
  try {
    store_.generate(made, "--n 2", write);
    ADD_FAILURE();
  } catch (const Error& error) {
    const std::string said = error.what();
    EXPECT_NE(said.find("'mine-0.txt', 'mine-1.txt'"), std::string::npos) << said;
    EXPECT_NE(said.find("and 2 more; move them away"), std::string::npos) << said;
  }
  EXPECT_EQ(read_file(folder / "mine-6.txt"), "mine");
}

TEST_F(StoreTest, AFileOfAnotherUnderAKnownNameStays) {
  const fs::path mine = folder_ / "store/small/a.txt";
  fs::create_directories(mine.parent_path());
  write_file(mine, "my own");
  GetOptions get = options();
  get.from = folder_ / "web";
  EXPECT_THROW(store_.get(dataset_, get), Error);
  EXPECT_EQ(read_file(mine), "my own");
}

TEST(KnownDatasets, AreWellFormed) {
  for (const KnownDataset& dataset : known_datasets()) {
    EXPECT_EQ(&known_dataset(dataset.name), &dataset);
    for (const KnownFile& file : dataset.files) {
      ASSERT_FALSE(file.contents.empty());
      ASSERT_FALSE(file.sources.empty());
      for (const KnownContent& content : file.contents) {
        EXPECT_EQ(content.sha256.size(), 64u) << file.name;
        EXPECT_EQ(content.sha256.find_first_not_of("0123456789abcdef"), std::string_view::npos) << file.name;
        EXPECT_GT(content.bytes, 0u);
      }
      for (const KnownSource& source : file.sources) {
        const bool package = source.kind == KnownSource::Kind::npm;
        EXPECT_EQ(source.where.starts_with("http"), !package) << source.where;
        if (!package) {
          EXPECT_EQ(source.member.empty(), source.kind == KnownSource::Kind::url) << source.where;
        }
      }
    }
  }
  EXPECT_THROW(known_dataset("cifar"), Error);
}

TEST(KnownDatasets, DigestsAreThoseOfTheRealFiles) {
  const char* chosen = std::getenv("DISSENT_SHARED_DATA");
  const fs::path shared = chosen != nullptr ? chosen : DISSENT_SOURCE_DIR "/../shared/data";
  if (!fs::is_directory(shared)) GTEST_SKIP() << "no real data in " << shared;
  const test::TemporaryFolder folder;
  const Store store(folder.path());
  for (const KnownDataset& dataset : known_datasets()) {
    if (dataset.generated() || dataset.name == "minilm") continue;  // an encoder: no data
    GetOptions get;
    get.from = shared;
    store.get(dataset, get);
    for (const FileState& state : store.files(dataset)) {
      const KnownContent* content = accepted_content(*state.file, state.sha256);
      ASSERT_NE(content, nullptr);
      EXPECT_EQ(fs::file_size(store.path(dataset) / state.file->name), content->bytes) << state.file->name;
    }
  }
}

}  // namespace
}  // namespace dissent::store_test
