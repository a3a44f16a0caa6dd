#include "dissent/io/subprocess.h"

#include <gtest/gtest.h>

namespace dissent::subprocess_test {
namespace {

using namespace std::chrono_literals;

TEST(Subprocess, FindsProgramsOnPath) {
  EXPECT_TRUE(program_exists("sh"));
  EXPECT_FALSE(program_exists("no-such-program-here"));
}

TEST(Subprocess, GivesStatusAndErrors) {
  const ProcessResult result = run_program({"sh", "-c", "echo out; echo trouble >&2; exit 3"}, 30s);
  EXPECT_EQ(result.status, 3);
  EXPECT_EQ(result.output, "out\n");
  EXPECT_EQ(result.errors, "trouble\n");
  EXPECT_FALSE(result.late);
  EXPECT_EQ(run_program({"true"}, 30s).status, 0);
  EXPECT_EQ(run_program({"sh", "-c", "kill -9 $$"}, 30s).status, 128 + 9);
}

TEST(Subprocess, ArgumentsAreNotReadByAShell) {
  EXPECT_EQ(run_program({"sh", "-c", "echo \"$1\" >&2", "sh", "a b; $HOME `id`"}, 30s).errors,
            "a b; $HOME `id`\n");
}

TEST(Subprocess, LongErrorsKeepTheirEnd) {
  const ProcessResult result = run_program({"sh", "-c", "seq 1 100000 >&2"}, 30s);
  EXPECT_LE(result.errors.size(), 16384u);
  EXPECT_TRUE(result.errors.ends_with("99999\n100000\n"));
}

TEST(Subprocess, OutputAndErrorsAreReadSideBySide) {
  // More than a pipe holds on both: a reader of one after the other would wait for ever.
  const ProcessResult result = run_program({"sh", "-c", "seq 1 100000; seq 1 100000 >&2; echo end"}, 30s);
  EXPECT_FALSE(result.late);
  EXPECT_LE(result.output.size(), 16384u);
  EXPECT_TRUE(result.output.ends_with("99999\n100000\nend\n"));
  EXPECT_TRUE(result.errors.ends_with("99999\n100000\n"));
  EXPECT_EQ(run_program({"sh", "-c", "exec >&-; echo late >&2"}, 30s).output, "");
}

TEST(Subprocess, DoesNotWaitForWhatTheProgramLeavesRunning) {
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(run_program({"sh", "-c", "sleep 5 & echo started"}, 30s).output, "started\n");
  EXPECT_LT(std::chrono::steady_clock::now() - start, 4s);
}

TEST(Subprocess, EndsWhatRunsTooLong) {
  int calls = 0;
  const auto start = std::chrono::steady_clock::now();
  const ProcessResult result = run_program({"sleep", "60"}, 1s, [&] { ++calls; });
  EXPECT_TRUE(result.late);
  EXPECT_GT(calls, 2);
  EXPECT_LT(std::chrono::steady_clock::now() - start, 20s);
}

TEST(Subprocess, ProgramThatIsNotThere) {
  EXPECT_THROW(run_program({"no-such-program-here"}, 1s), SourceError);
}

}  // namespace
}  // namespace dissent::subprocess_test
