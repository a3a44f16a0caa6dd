#!/usr/bin/env python3
"""The scripts of the front door: what they say and do where packages, rights or the package manager are missing."""

import os
import re
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

REPOSITORY = Path(sys.argv.pop(1) if len(sys.argv) > 1 else __file__).resolve()
if REPOSITORY.is_file():
    REPOSITORY = REPOSITORY.parents[2]
SCRIPTS = ["quickstart", "check", ".ci/run", "tools/setup.sh", "tools/steps.sh", "tools/fuzz.sh", "tools/format.sh"]

# dpkg-query that knows every package but those in $ABSENT; apt-get and sudo that write down how they were called.
DPKG = """#!/bin/sh
shift 3
for package in "$@"; do
  case " $ABSENT " in *" $package "*) ;; *) echo "installed $package" ;; esac
done
"""
APT = """#!/bin/sh
echo "apt-get $*" >> "$CALLS"
case "$*" in *install*) exit "${APT_STATUS:-0}" ;; esac
"""
SUDO = """#!/bin/sh
echo "sudo" >> "$CALLS"
exec "$@"
"""
ID = """#!/bin/sh
echo "${FAKE_USER:-0}"
"""


class Setup(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = Path(self.temporary.name)
        self.calls = self.folder / "calls"
        self.calls.touch()
        self.bin = self.folder / "bin"
        self.bin.mkdir()

    def tearDown(self):
        self.temporary.cleanup()

    def tool(self, name, text):
        (self.bin / name).write_text(text)
        (self.bin / name).chmod(0o755)

    def every_other_tool(self, hidden):
        """All of /usr/bin and /bin in one folder, but for the hidden ones."""
        for path in [*Path("/usr/bin").iterdir(), *Path("/bin").iterdir()]:
            if path.name not in hidden and not (self.bin / path.name).exists():
                (self.bin / path.name).symlink_to(path)

    def debian(self):
        for name, text in [("dpkg-query", DPKG), ("apt-get", APT), ("id", ID)]:
            self.tool(name, text)

    def setup(self, what, path=None, **variables):
        env = {"PATH": path or f"{self.bin}:{os.environ['PATH']}", "CALLS": str(self.calls), "HOME": str(self.folder)}
        done = subprocess.run(
            ["/bin/bash", str(REPOSITORY / "tools" / "setup.sh"), what],
            env=env | variables,
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
            check=False,
        )
        return done.returncode, done.stderr, self.calls.read_text()

    def test_nothing_missing_installs_nothing_and_is_fast(self):
        self.debian()
        began = time.monotonic()
        status, said, calls = self.setup("all")
        self.assertEqual((status, said, calls), (0, "", ""))
        self.assertLess(time.monotonic() - began, 5)

    def test_installs_only_what_is_missing(self):
        self.debian()
        status, said, calls = self.setup("all", ABSENT="libfmt-dev libgtest-dev")
        self.assertEqual(status, 0, said)
        self.assertIn("apt-get -qq update\n", calls)
        self.assertIn("install -y --no-install-recommends libfmt-dev libgtest-dev\n", calls)

    def test_the_program_alone_needs_no_test_packages(self):
        self.debian()
        self.assertEqual(self.setup("build", ABSENT="libgtest-dev clang python3-numpy")[2], "")

    def test_without_torch(self):
        self.debian()
        self.assertIn("libtorch-dev", self.setup("build", ABSENT="libtorch-dev")[2])
        self.calls.write_text("")
        self.assertEqual(self.setup("build", ABSENT="libtorch-dev", DISSENT_TORCH="OFF")[2], "")

    def test_through_sudo(self):
        self.debian()
        self.tool("sudo", SUDO)
        status, said, calls = self.setup("build", ABSENT="libfmt-dev", FAKE_USER="1000")
        self.assertEqual(status, 0, said)
        self.assertEqual(calls.count("sudo\n"), 2)
        self.assertIn("libfmt-dev", calls)

    def test_neither_root_nor_sudo(self):
        self.debian()
        self.every_other_tool({"sudo", "ninja", "ninja-build"})
        status, said, calls = self.setup("build", path=str(self.bin), ABSENT="ninja-build", FAKE_USER="1000")
        self.assertEqual((status, calls), (1, ""))
        self.assertIn("apt-get install --no-install-recommends ninja-build", said)

    def test_a_failed_install_says_what_is_still_missing(self):
        self.debian()
        self.every_other_tool({"ninja", "ninja-build"})
        status, said, _ = self.setup("build", path=str(self.bin), ABSENT="ninja-build", APT_STATUS="100")
        self.assertEqual(status, 1)
        self.assertIn("apt-get could not install: ninja-build", said)
        self.assertRegex(said, r"Ninja, which runs the build +ninja-build")

    def test_another_system_says_what_to_install(self):
        self.every_other_tool({"apt-get", "apt", "dpkg-query", "ninja", "ninja-build", "cmake"})
        status, said, _ = self.setup("build", path=str(self.bin))
        self.assertEqual(status, 1)
        self.assertRegex(said, r"CMake 3.23 or newer +cmake")
        self.assertRegex(said, r"Ninja, which runs the build +ninja-build")
        self.assertNotIn("fmt", said)

    def test_an_old_cmake_is_not_enough(self):
        self.tool("cmake", "#!/bin/sh\necho cmake version 3.16.3\n")
        self.every_other_tool({"apt-get", "apt", "dpkg-query"})
        status, said, _ = self.setup("build", path=str(self.bin))
        self.assertEqual(status, 1)
        self.assertIn("CMake 3.23 or newer", said)

    def test_another_system_that_has_all(self):
        self.every_other_tool({"apt-get", "apt", "dpkg-query"})
        status, said, _ = self.setup("build", path=str(self.bin), DISSENT_TORCH="OFF")
        self.assertEqual(status, 0, said)
        self.assertIn("All that is needed is there.", said)

    def test_wrong_use(self):
        self.assertEqual(self.setup("everything")[0], 2)


class Steps(unittest.TestCase):
    def run_steps(self, script):
        with tempfile.TemporaryDirectory() as folder:
            head = f"set -uo pipefail\nlogs={folder}\nsteps=2\nsource {REPOSITORY}/tools/steps.sh\n"
            return subprocess.run(["bash", "-c", head + script], capture_output=True, text=True, check=False)

    def test_a_failing_step_names_itself_its_log_and_its_last_words(self):
        done = self.run_steps("step First first true\nstep Second second sh -c 'echo the reason; exit 7'\necho never\n")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stdout, r"^\[1/2\] First \([0-9.]+ s\)\n\[2/2\] Second failed\n$")
        self.assertIn("Step 2 (Second) failed with status 7", done.stderr)
        self.assertRegex(done.stderr, r"The last lines of .*/second.log:\n\nthe reason\n$")

    def test_a_loud_step_gives_its_status(self):
        done = self.run_steps("loud_step First first sh -c 'echo heard; exit 3' || echo status $?\n")
        self.assertIn("heard", done.stdout)
        self.assertIn("FAILED", done.stdout)
        self.assertIn("status 3", done.stdout)


class Scripts(unittest.TestCase):
    def test_parse_and_can_be_run(self):
        for name in SCRIPTS:
            path = REPOSITORY / name
            subprocess.run(["bash", "-n", str(path)], check=True)
            if name != "tools/steps.sh":
                self.assertTrue(os.access(path, os.X_OK), f"{name} is not executable")

    def test_unknown_options_are_refused(self):
        for name in ["quickstart", "check"]:
            done = subprocess.run([str(REPOSITORY / name), "--nope"], capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 2)
            self.assertRegex(done.stderr, re.escape(f"{name}: unknown option '--nope'"))
            done = subprocess.run([str(REPOSITORY / name), "--help"], capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stdout.split("\n")[0][:7]), (0, "usage: "))


if __name__ == "__main__":
    unittest.main()
