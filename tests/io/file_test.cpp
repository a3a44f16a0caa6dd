// Files in and out: what an output keeps of the file before it, what is no regular file, and what a process
// that was killed leaves.
#include "dissent/io/file.h"

#include <csignal>
#include <fstream>
#include <thread>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "dissent/io/mapping_guard.h"
#include "dissent/io/output_target.h"
#include "dissent/io/system_error.h"
#include "dissent/io/temporary.h"
#include "support/temporary_folder.h"

namespace dissent::file_test {
namespace {

namespace fs = std::filesystem;

std::size_t entries_in(const fs::path& folder) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

struct stat status_of(const fs::path& path) {
  struct stat info {};
  EXPECT_EQ(::stat(path.c_str(), &info), 0) << path;
  return info;
}

TEST(AtomicFile, AppearsWholeOrNotAtAll) {
  const test::TemporaryFolder folder;
  {
    AtomicFile file(folder / "a");
    file.write("half");
    EXPECT_FALSE(fs::exists(folder / "a"));
  }
  EXPECT_EQ(entries_in(folder.path()), 0U);
  write_file(folder / "a", "whole");
  EXPECT_EQ(read_file(folder / "a"), "whole");
  EXPECT_EQ(entries_in(folder.path()), 1U);
  EXPECT_EQ(status_of(folder / "a").st_mode & 0777U, mode_of_new_files());
}

TEST(AtomicFile, KeepsTheModeAndTheOwnerOfWhatItReplaces) {
  const test::TemporaryFolder folder;
  write_file(folder / "a", "old");
  ::chmod((folder / "a").c_str(), 0640);
  const bool root = ::geteuid() == 0;
  if (root) {
    ASSERT_EQ(::chown((folder / "a").c_str(), 12, 34), 0);
  }
  write_file(folder / "a", "new");
  const struct stat info = status_of(folder / "a");
  EXPECT_EQ(info.st_mode & 07777U, 0640U);
  if (root) {
    EXPECT_EQ(info.st_uid, 12U);
    EXPECT_EQ(info.st_gid, 34U);
  }
  EXPECT_EQ(read_file(folder / "a"), "new");
}

// One who may write another's file, and may not give a file away, leaves it the other's.
TEST(AtomicFile, OfAnotherUserIsWrittenInPlace) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root may become another user";
  const test::TemporaryFolder folder;
  fs::permissions(folder.path(), fs::perms::all);
  write_file(folder / "a", "a longer text than the new one");
  ::chmod((folder / "a").c_str(), 0666);
  const ino_t before = status_of(folder / "a").st_ino;
  const pid_t child = ::fork();
  if (child == 0) {
    if (::setgid(65534) != 0 || ::setuid(65534) != 0) ::_exit(2);
    try {
      write_file(folder / "a", "new");
    } catch (const Error&) {
      ::_exit(3);
    }
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(read_file(folder / "a"), "new");
  EXPECT_EQ(status_of(folder / "a").st_uid, 0U);
  EXPECT_EQ(status_of(folder / "a").st_ino, before);
  EXPECT_EQ(entries_in(folder.path()), 1U);
}

TEST(AtomicFile, ReplacesTheTargetOfALink) {
  const test::TemporaryFolder folder;
  fs::create_directory(folder / "there");
  fs::create_symlink("there/target", folder / "link");
  write_file(folder / "link", "one");  // the target is not there yet
  EXPECT_TRUE(fs::is_symlink(folder / "link"));
  EXPECT_EQ(read_file(folder / "there/target"), "one");
  write_file(folder / "link", "two");
  EXPECT_TRUE(fs::is_symlink(folder / "link"));
  EXPECT_EQ(read_file(folder / "there/target"), "two");
  fs::create_symlink("round", folder / "round");
  EXPECT_THROW(write_file(folder / "round", "x"), SystemError);
}

TEST(AtomicFile, WritesIntoWhatIsNoRegularFile) {
  const dev_t device = status_of("/dev/null").st_rdev;
  write_file("/dev/null", "gone");
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  EXPECT_EQ(status_of("/dev/null").st_rdev, device);
  EXPECT_THROW(write_file("/dev/full", "no room"), SystemError);

  const test::TemporaryFolder folder;
  const fs::path pipe = folder / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  std::string got;
  std::jthread reader([&] { got = read_file(pipe); });
  write_file(pipe, "through");
  reader.join();
  EXPECT_EQ(got, "through");
  EXPECT_TRUE(fs::is_fifo(pipe));
}

// What a shell has opened as an output is not replaced behind its back.
TEST(AtomicFile, WritesIntoAnOpenDescriptor) {
  const test::TemporaryFolder folder;
  const int fd = ::open((folder / "log").c_str(), O_RDWR | O_CREAT | O_APPEND, 0600);
  ASSERT_EQ(::write(fd, "first ", 6), 6);
  write_file("/dev/fd/" + std::to_string(fd), "second ");
  ASSERT_EQ(::write(fd, "third", 5), 5);
  ::close(fd);
  EXPECT_EQ(read_file(folder / "log"), "first second third");
  EXPECT_TRUE(is_standard_output("/dev/stdout"));
  EXPECT_TRUE(is_standard_output("-"));
  EXPECT_FALSE(is_standard_output(folder / "log"));
}

TEST(AtomicFile, FoldersAndWriteProtectedFilesAreRefused) {
  const test::TemporaryFolder folder;
  EXPECT_THROW(write_file(folder.path(), "x"), Error);
  EXPECT_THROW(write_file(folder / "nowhere/a", "x"), SystemError);
  if (::geteuid() == 0) GTEST_SKIP() << "root may write everything";
  write_file(folder / "a", "kept");
  ::chmod((folder / "a").c_str(), 0444);
  EXPECT_THROW(write_file(folder / "a", "x"), SystemError);
  EXPECT_EQ(read_file(folder / "a"), "kept");
}

TEST(Temporary, NamesCannotBeForeseenAndAreForTheirMakerAlone) {
  const test::TemporaryFolder folder;
  const TemporaryFile one(folder.path(), "a"), other(folder.path(), "a");
  EXPECT_NE(one.path(), other.path());
  EXPECT_EQ(status_of(one.path()).st_mode & 0777U, 0600U);
  EXPECT_TRUE(is_temporary(one.path()));
  const TemporaryFolder third(folder.path());
  EXPECT_EQ(status_of(third.path()).st_mode & 0777U, 0700U);
}

// A process that is killed leaves its temporaries; the next one that works there clears them, and only them.
TEST(Temporary, OfTheDeadAreCleared) {
  const test::TemporaryFolder folder;
  const TemporaryFile living(folder.path(), "a");
  const pid_t child = ::fork();
  if (child == 0) {
    new TemporaryFile(folder.path(), "a");
    auto* inner = new TemporaryFolder(folder.path());
    std::ofstream(inner->path() / "x") << "x";
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  ASSERT_EQ(status, 0);
  write_file(folder / "file", "x");
  std::ofstream(folder / ".dissent-tmp-of-another-machine") << "x";
  ASSERT_EQ(entries_in(folder.path()), 5U);
  clear_temporaries(folder.path());
  EXPECT_TRUE(fs::exists(living.path()));
  EXPECT_TRUE(fs::exists(folder / "file"));
  EXPECT_TRUE(fs::exists(folder / ".dissent-tmp-of-another-machine"));
  EXPECT_EQ(entries_in(folder.path()), 3U);
}

TEST(Temporary, GoWithASignalThatEndsTheProcess) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    const test::TemporaryFolder folder;
    const pid_t child = ::fork();
    if (child == 0) {
      std::signal(signal, SIG_DFL);
      remove_temporaries_on_signals();
      auto* file = new AtomicFile(folder / "a");
      file->write("half");
      auto* inner = new TemporaryFolder(folder.path());
      for (int i = 0; i < 300; ++i) std::ofstream(inner->path() / std::to_string(i)) << "x";
      ::raise(signal);
      ::_exit(0);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status));
    EXPECT_EQ(WTERMSIG(status), signal);
    EXPECT_EQ(entries_in(folder.path()), 0U);
  }
}

TEST(MappedFile, ReadsTheKernelsFilesAndPipes) {
  EXPECT_GT(read_file("/proc/self/stat").size(), 10U);
  const test::TemporaryFolder folder;
  write_file(folder / "empty", "");
  EXPECT_EQ(MappedFile(folder / "empty").bytes(), "");
  MappedFile moved(fs::path("/proc/self/stat"));
  const MappedFile file(std::move(moved));
  EXPECT_GT(file.bytes().size(), 10U);
  EXPECT_THROW(MappedFile{folder.path()}, Error);
}

// In a process of its own: what is cut stays known until its end.
int end_of_reading_a_cut_file(std::size_t before, std::size_t after) {
  const test::TemporaryFolder folder;
  const fs::path path = folder / "a";
  write_file(path, std::string(before, 'x'));
  const pid_t child = ::fork();
  if (child == 0) {
    guard_mappings();
    try {
      const MappedFile file(path);
      if (::truncate(path.c_str(), static_cast<off_t>(after)) != 0) ::_exit(4);
      std::size_t sum = 0;
      for (const char c : file.bytes()) sum += static_cast<unsigned char>(c);
      write_file(folder / "result", std::to_string(sum));
    } catch (const SystemError& error) {
      ::_exit(std::string(error.what()).find("shorter") != std::string::npos ? 0 : 5);
    }
    ::_exit(6);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_FALSE(fs::exists(folder / "result"));
  return status;
}

TEST(MappedFile, ThatBecomesShorterIsAnErrorAndNothingIsMadeOfIt) {
  EXPECT_EQ(end_of_reading_a_cut_file(1 << 20, 100), 0);
  EXPECT_EQ(end_of_reading_a_cut_file(1 << 20, 0), 0);
  EXPECT_EQ(end_of_reading_a_cut_file(1000, 900), 0);  // within a page, where no signal comes
}

}  // namespace
}  // namespace dissent::file_test
