// Who works on what: one holder at a time, whoever dies, sleeps or wakes up again.
#include "dissent/study/claims.h"

#include <atomic>
#include <fstream>
#include <thread>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "dissent/io/json.h"
#include "dissent/io/system_error.h"
#include "support/temporary_folder.h"

namespace dissent::claims_test {
namespace {

using namespace std::chrono_literals;

std::size_t files_in(const std::filesystem::path& folder) {
  const std::filesystem::directory_iterator entries(folder);
  return static_cast<std::size_t>(std::distance(begin(entries), end(entries)));
}

std::string text_of(const std::filesystem::path& file) {
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

// As another machine would write it, so long ago.
void write_foreign(const std::filesystem::path& file, std::chrono::seconds age) {
  std::ofstream(file)
      << R"({"host":"elsewhere","space":"another","pid":1,"start":"1","status":{"epoch":3,"epochs":40,"soft_nll":0.5}})";
  std::filesystem::last_write_time(file, std::filesystem::file_time_type::clock::now() - age);
}

TEST(Claims, OneHolderAtATime) {
  const test::TemporaryFolder folder;
  Claims one(folder.path()), other(folder.path());
  EXPECT_TRUE(one.take("a"));
  EXPECT_FALSE(one.take("a"));
  EXPECT_FALSE(other.take("a"));
  EXPECT_TRUE(other.take("b"));
  EXPECT_TRUE(one.ours("a"));
  EXPECT_FALSE(other.ours("a"));
  one.leave("a");
  EXPECT_TRUE(other.take("a"));
  EXPECT_EQ(one.held().size(), 2U);
}

TEST(Claims, GoneWithTheirHolder) {
  const test::TemporaryFolder folder;
  {
    Claims claims(folder.path());
    EXPECT_TRUE(claims.take("a"));
  }
  EXPECT_EQ(files_in(folder.path()), 0U);
}

TEST(Claims, AKilledProcessLosesItsClaimsAtOnce) {
  const test::TemporaryFolder folder;
  const pid_t child = ::fork();
  if (child == 0) {
    auto* claims = new Claims(folder.path());  // never destroyed: killed
    ::_exit(claims->take("a") ? 0 : 1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  ASSERT_EQ(status, 0);
  ASSERT_EQ(files_in(folder.path()), 1U);
  Claims claims(folder.path());
  EXPECT_TRUE(claims.held().empty());
  EXPECT_TRUE(claims.take("a"));
  claims.leave("a");
  EXPECT_EQ(files_in(folder.path()), 0U);
}

TEST(Claims, AnotherMachinesClaimIsGoodWhileItIsRenewed) {
  const test::TemporaryFolder folder;
  Claims claims(folder.path());
  write_foreign(folder / "a.1", 10s);
  EXPECT_FALSE(claims.take("a"));
  ASSERT_EQ(claims.held().size(), 1U);
  EXPECT_EQ(claims.held()[0].status.epoch, 3);
  write_foreign(folder / "a.1", 100s);
  EXPECT_TRUE(claims.held().empty());
  EXPECT_TRUE(claims.take("a"));
}

TEST(Claims, WhoSleptTooLongIsTold) {
  const test::TemporaryFolder folder;
  Claims sleeper(folder.path(), {1h, 1h});
  ASSERT_TRUE(sleeper.take("a"));
  write_foreign(folder / "a.2", 0s);  // another took it over
  EXPECT_FALSE(sleeper.ours("a"));
  sleeper.leave("a");
  EXPECT_TRUE(std::filesystem::exists(folder / "a.2"));
}

TEST(Claims, WhoWakesUpLeavesAnothersClaimAlone) {
  const test::TemporaryFolder folder;
  Claims sleeper(folder.path(), {1h, 1h});
  ASSERT_TRUE(sleeper.take("a"));
  std::filesystem::remove(folder / "a.1");  // taken over, finished, left, and claimed anew
  write_foreign(folder / "a.1", 0s);
  sleeper.renew();
  EXPECT_TRUE(sleeper.lost("a"));
  EXPECT_FALSE(sleeper.ours("a"));
  sleeper.leave("a");
  EXPECT_NE(text_of(folder / "a.1").find("elsewhere"), std::string::npos);
}

// The machine since its start, the container, the process and its start.
Json own_claim(const test::TemporaryFolder& folder) {
  Claims claims(folder.path());
  EXPECT_TRUE(claims.take("own"));
  return parse_json(text_of(folder / "own.1"), "own.1");
}

TEST(Claims, NameMachineContainerProcessAndStart) {
  const test::TemporaryFolder folder;
  const Json claim = own_claim(folder);
  EXPECT_EQ(claim.at("boot").get<std::string>() + "\n", text_of("/proc/sys/kernel/random/boot_id"));
  EXPECT_TRUE(claim.at("space").get<std::string>().starts_with("pid:["));
  EXPECT_EQ(claim.at("pid").get<long>(), ::getpid());
  EXPECT_FALSE(claim.at("start").get<std::string>().empty());
}

TEST(Claims, AnEmptyPartOfAHolderIsNobodys) {
  for (const char* part : {"boot", "space"}) {
    const test::TemporaryFolder folder;
    Json claim = own_claim(folder);
    claim["pid"] = 999'999'999;  // no process of this machine
    claim[part] = "";
    std::ofstream(folder / "a.1") << claim.dump();
    EXPECT_FALSE(Claims(folder.path()).take("a")) << part;
  }
}

TEST(Claims, ANumberThatAnotherProcessHasNowIsADeadHolders) {
  const test::TemporaryFolder folder;
  Json claim = own_claim(folder);
  claim["start"] = "1";
  std::ofstream(folder / "a.1") << claim.dump();
  EXPECT_TRUE(Claims(folder.path()).take("a"));
}

TEST(Claims, OfAnotherUsersProcessAreGoodWhileItLives) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root may become another user";
  const test::TemporaryFolder folder;
  std::filesystem::permissions(folder.path(), std::filesystem::perms::all);
  Claims claims(folder.path(), {1h, 1ms});  // by its age it would be stale
  ASSERT_TRUE(claims.take("a"));
  std::this_thread::sleep_for(20ms);
  const pid_t child = ::fork();
  if (child == 0) {
    if (::setgid(65534) != 0 || ::setuid(65534) != 0) ::_exit(2);
    ::_exit(Claims(folder.path(), {1h, 1ms}).take("a") ? 1 : 0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

TEST(Claims, DatedInTheFutureAreJudgedByTheTimeThatPasses) {
  const test::TemporaryFolder folder;
  Claims claims(folder.path(), {1h, 300ms});
  write_foreign(folder / "a.1", -3600s);
  EXPECT_FALSE(claims.take("a"));
  std::this_thread::sleep_for(200ms);
  write_foreign(folder / "a.1", -3700s);  // renewed
  std::this_thread::sleep_for(200ms);
  EXPECT_FALSE(claims.take("a"));
  std::this_thread::sleep_for(400ms);
  EXPECT_TRUE(claims.take("a"));
}

TEST(Claims, InAFolderThatCannotBeReadAreNeitherTakenNorLost) {
  const test::TemporaryFolder folder;
  const std::filesystem::path place = folder / "claims";
  std::filesystem::create_directory(place);
  Claims claims(place);
  ASSERT_TRUE(claims.take("a"));
  std::filesystem::rename(place, folder / "away");
  std::ofstream(place) << "a file";
  EXPECT_THROW(claims.take("b"), SystemError);
  EXPECT_FALSE(claims.ours("a"));
  EXPECT_FALSE(claims.lost("a"));
  std::filesystem::remove(place);
  std::filesystem::rename(folder / "away", place);
  EXPECT_TRUE(claims.ours("a"));
  EXPECT_TRUE(claims.take("b"));
}

TEST(Claims, OfTheDeadAreClearedWhereNobodyWantsThem) {
  const test::TemporaryFolder folder;
  write_foreign(folder / "done.1", 100s);
  write_foreign(folder / "open.1", 100s);
  write_foreign(folder / "alive.1", 0s);
  Claims claims(folder.path());
  claims.clear([](const std::string& name) { return name != "open"; });
  EXPECT_FALSE(std::filesystem::exists(folder / "done.1"));
  EXPECT_TRUE(std::filesystem::exists(folder / "open.1"));
  EXPECT_TRUE(std::filesystem::exists(folder / "alive.1"));
}

TEST(Claims, AreRenewedWithTheirStatus) {
  const test::TemporaryFolder folder;
  Claims claims(folder.path(), {20ms, 1min});
  ASSERT_TRUE(claims.take("a"));
  claims.set_status("a", {.epoch = 7});
  for (int i = 0; i < 200; ++i) {
    if (text_of(folder / "a.1").find("\"epoch\":7") != std::string::npos) return;
    std::this_thread::sleep_for(20ms);
  }
  FAIL() << "not renewed in 4 seconds";
}

TEST(Claims, OfManyThatTryOneGetsIt) {
  const test::TemporaryFolder folder;
  std::vector<std::unique_ptr<Claims>> all;
  for (int i = 0; i < 8; ++i) all.push_back(std::make_unique<Claims>(folder.path()));
  for (int round = 0; round < 20; ++round) {
    const std::string name = "run" + std::to_string(round);
    write_foreign(folder / (name + ".1"), 100s);  // stale: all of them may take it over
    std::atomic<int> won = 0;
    std::vector<std::jthread> threads;
    for (const auto& claims : all) {
      threads.emplace_back([&] {
        if (claims->take(name)) ++won;
      });
    }
    threads.clear();
    EXPECT_EQ(won, 1);
  }
}

}  // namespace
}  // namespace dissent::claims_test
