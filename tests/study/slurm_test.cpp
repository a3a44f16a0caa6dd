#include "dissent/study/slurm.h"

#include <algorithm>
#include <cstdlib>
#include <set>

#include <gtest/gtest.h>

#include "dissent/core/error.h"
#include "dissent/core/text.h"
#include "dissent/io/file.h"
#include "dissent/io/subprocess.h"
#include "support/temporary_folder.h"

namespace dissent::slurm_test {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

// Programs of a test's own before (or instead of) those on PATH.
class SlurmTest : public testing::Test {
 protected:
  SlurmTest() { set_path(bin_.string() + ":" + path_); }
  ~SlurmTest() override { set_path(path_); }
  static void set_path(const std::string& path) { ::setenv("PATH", path.c_str(), 1); }

  fs::path program(const std::string& name, const std::string& text) {
    fs::create_directories(bin_);
    write_file(bin_ / name, "#!/bin/sh\n" + text);
    fs::permissions(bin_ / name, fs::perms::owner_all);
    return bin_ / name;
  }
  // An sbatch that takes everything and leaves its words, a line each, in a file.
  void taking_sbatch(const std::string& answer = "4711") {
    program("sbatch", "printf '%s\\n' \"$@\" > '" + words_.string() + "'\nprintf '" + answer + "\\n'\n");
  }
  std::string refusal(const SlurmOptions& options) {
    try {
      fs::remove_all(top_ / "job");
      submit_slurm(options, top_ / "job", runs(3), {"true"});
    } catch (const Error& error) {
      return error.what();
    }
    return "no refusal";
  }
  static std::vector<std::string> runs(std::size_t count) {
    std::vector<std::string> ids;
    for (std::size_t run = 0; run < count; ++run) ids.push_back(fmt::format("{:016x}", 0xabcdef00 + run));
    return ids;
  }
  static std::vector<std::string> lines(const fs::path& path) {
    std::vector<std::string> all = split(read_file(path), '\n');
    all.pop_back();  // after the last line's end
    return all;
  }

  test::TemporaryFolder top_;
  fs::path bin_ = top_ / "bin";
  fs::path words_ = top_ / "words";
  std::string path_ = std::getenv("PATH");
};

TEST_F(SlurmTest, SharesHoldEveryRunOnceAndAreEqual) {
  taking_sbatch();
  struct Case {
    std::size_t runs, expected;
    int tasks;
  };
  for (const auto& [count, expected, tasks] :
       {Case{7, 3, 3}, Case{4, 4, 9}, Case{12, 12, 0}, Case{250, 100, 0}, Case{250, 120, 120}, Case{1, 1, 1},
        Case{5, 1, 1}}) {
    SCOPED_TRACE(fmt::format("{} runs, --slurm-tasks {}", count, tasks));
    SlurmOptions options;
    options.tasks = tasks;
    const std::string name = fmt::format("job-{}-{}", count, tasks);
    const SlurmJob job = submit_slurm(options, top_ / name, runs(count), {"true"});
    EXPECT_EQ(job.id, "4711");
    EXPECT_EQ(job.folder, top_ / name);
    ASSERT_EQ(job.tasks, expected);
    std::multiset<std::string> seen;
    for (std::size_t task = 0; task < job.tasks; ++task) {
      const std::vector<std::string> share = lines(job.folder / fmt::format("task-{}.txt", task));
      EXPECT_GE(share.size(), count / job.tasks);
      EXPECT_LE(share.size(), (count + job.tasks - 1) / job.tasks);
      seen.insert(share.begin(), share.end());
    }
    const std::vector<std::string> all = runs(count);
    EXPECT_EQ(seen, std::multiset<std::string>(all.begin(), all.end()));
    EXPECT_FALSE(fs::exists(job.folder / fmt::format("task-{}.txt", job.tasks)));
    EXPECT_NE(read_file(job.folder / "job.sh").find(fmt::format("#SBATCH --array=0-{}\n", expected - 1)),
              std::string::npos);
  }
}

TEST_F(SlurmTest, OptionsAreLinesOfTheScript) {
  SlurmOptions options;
  options.partition = "gpu-long";
  options.gpus = 2;
  options.time = "1-02:30:00";
  options.cpus = 8;
  options.extra = {"--account=x", "--comment=two words"};
  EXPECT_EQ(
      slurm_script(options, "/data/job 50%", 3, {"/opt/dissent", "study", "run"}),
      "#!/bin/sh\n"
      "#SBATCH --job-name=dissent\n"
      "#SBATCH --array=0-2\n"
      "#SBATCH --nodes=1\n"
      "#SBATCH --ntasks=1\n"
      "#SBATCH \"--output=/data/job 50%%/task-%a.log\"\n"
      "#SBATCH --partition=gpu-long\n"
      "#SBATCH --gres=gpu:2\n"
      "#SBATCH --time=1-02:30:00\n"
      "#SBATCH --cpus-per-task=8\n"
      "#SBATCH --account=x\n"
      "#SBATCH \"--comment=two words\"\n"
      "exec '/opt/dissent' 'study' 'run' --runs '/data/job 50%/task-'\"${SLURM_ARRAY_TASK_ID:?}\".txt\n");
  options = {};
  options.gpus = 0;
  const std::string plain = slurm_script(options, "relative/folder/", 1, {"true"});
  for (const char* absent : {"--partition", "--gres", "--time", "--cpus"}) {
    EXPECT_EQ(plain.find(absent), std::string::npos) << absent;
  }
  const std::string here = (fs::current_path() / "relative/folder").string();
  EXPECT_NE(plain.find("--output=" + here + "/task-%a.log"), std::string::npos) << plain;
}

TEST_F(SlurmTest, WordsReachTheCommandAsTheyAre) {
  taking_sbatch();
  const fs::path printer = program("print words", "printf '<%s>\\n' \"$@\"\n");
  const std::string odd = "it's \"here\" $HOME `id` \\ * ;&|#\ttab\nline";
  const fs::path folder = top_ / "a 'job' of \"$USER\" #1; 100%a";
  submit_slurm({}, folder, runs(2), {printer.string(), odd, "", "--x=a b"});
  const std::string script = (folder / "job.sh").string();
  const ProcessResult done = run_program({"env", "SLURM_ARRAY_TASK_ID=1", "bash", script}, 30s);
  EXPECT_EQ(done.status, 0) << done.errors;
  EXPECT_EQ(done.output,
            "<" + odd + ">\n<>\n<--x=a b>\n<--runs>\n<" + (folder / "task-1.txt").string() + ">\n");
  // By hand, without a task's number, it must not train some other share.
  EXPECT_NE(run_program({"env", "-u", "SLURM_ARRAY_TASK_ID", "bash", script}, 30s).status, 0);
}

TEST_F(SlurmTest, AJobsSharesAreNotWrittenOver) {
  taking_sbatch();
  submit_slurm({}, top_ / "job", runs(2), {"true"});
  EXPECT_THROW(submit_slurm({}, top_ / "job", runs(5), {"true"}), Error);
  EXPECT_EQ(lines(top_ / "job" / "task-0.txt"), runs(1));
  EXPECT_FALSE(fs::exists(top_ / "job" / "task-2.txt"));
}

TEST_F(SlurmTest, SbatchIsGivenTheOptionsToo) {
  taking_sbatch("Welcome to the cluster\\n4712;north");
  SlurmOptions options;
  options.partition = "a b";
  options.extra = {"--qos=low"};
  EXPECT_EQ(submit_slurm(options, top_ / "job", runs(3), {"true"}).id, "4712");
  const std::vector<std::string> words = lines(words_);
  EXPECT_EQ(words.front(), "--parsable");
  EXPECT_EQ(words.back(), (top_ / "job" / "job.sh").string());
  for (const char* word : {"--array=0-2", "--partition=a b", "--gres=gpu:1", "--qos=low"}) {
    EXPECT_EQ(std::count(words.begin(), words.end(), word), 1) << word;
  }
}

TEST_F(SlurmTest, WhatSbatchRefusesIsToldInItsWords) {
  program(
      "sbatch",
      "echo 'sbatch: error: invalid partition specified: nowhere' >&2\n"
      "echo 'sbatch: error: Batch job submission failed: Invalid partition name specified' >&2\nexit 1\n");
  EXPECT_EQ(refusal({}), "sbatch refused " + (top_ / "job" / "job.sh").string() +
                             ": Batch job submission failed: Invalid partition name specified");
  program("sbatch",
          "echo \"sbatch: unrecognized option '--nope'\" >&2\n"
          "echo 'Try \"sbatch --help\" for more information' >&2\nexit 255\n");
  EXPECT_TRUE(refusal({}).ends_with(": unrecognized option '--nope'")) << refusal({});
  program("sbatch", "echo 'cannot load shared library' >&2\nexit 127\n");
  EXPECT_TRUE(refusal({}).ends_with(": cannot load shared library")) << refusal({});
  program("sbatch", "exit 3\n");
  EXPECT_TRUE(refusal({}).ends_with("status 3 and said nothing")) << refusal({});
  program("sbatch", "echo Submitted\n");
  EXPECT_EQ(refusal({}), "sbatch: printed 'Submitted' where the id of the job was expected");
  set_path(bin_.string() + "/nothing");
  EXPECT_EQ(refusal({}),
            "launcher slurm: there is no sbatch on PATH; submit from a login node of the cluster, or leave "
            "launcher out to train here");
}

TEST_F(SlurmTest, BadOptionsAreRefusedBeforeAnythingIsWritten) {
  taking_sbatch();
  SlurmOptions options;
  options.tasks = -1;
  EXPECT_EQ(refusal(options), "slurm-tasks -1: give a whole number from 0 to 100000");
  options = {};
  options.gpus = -2;
  EXPECT_EQ(refusal(options), "slurm-gpus -2: give a whole number from 0 to 1024");
  options = {};
  options.cpus = -1;
  EXPECT_TRUE(refusal(options).starts_with("slurm-cpus -1: "));
  options = {};
  options.partition = "a\nrm -rf x";
  EXPECT_TRUE(refusal(options).starts_with("slurm-partition ")) << refusal(options);
  options = {};
  options.extra = {"account=x"};
  EXPECT_TRUE(refusal(options).starts_with("slurm-option 'account=x': ")) << refusal(options);
  EXPECT_FALSE(fs::exists(top_ / "job"));
  EXPECT_FALSE(fs::exists(words_));
  EXPECT_THROW(submit_slurm({}, top_ / "job", {}, {"true"}), Error);
  EXPECT_THROW(submit_slurm({}, top_ / "back\\slash", runs(1), {"true"}), Error);
  EXPECT_FALSE(fs::exists(top_ / "back\\slash"));
}

}  // namespace
}  // namespace dissent::slurm_test
