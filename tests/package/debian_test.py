#!/usr/bin/env python3
"""The Debian packages: made by cpack, unpacked beside each other, and the program in them run.

Usage: debian_test.py BUILD CPACK. Skipped (77) where dpkg-deb or dpkg-shlibdeps is missing.
"""

import gzip
import os
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

from package_support import run

BUILD, CPACK = Path(sys.argv[1]).resolve(), sys.argv[2]
del sys.argv[1:3]
VOTES = "item,annotator,label\na,1,cat\na,2,cat\nb,1,dog\nb,2,dog\n"
SCRIPTS = {"bash": "share/bash-completion/completions/dissent", "zsh": "share/zsh/vendor-completions/_dissent",
           "fish": "share/fish/vendor_completions.d/dissent.fish"}

if not shutil.which("dpkg-deb") or not shutil.which("dpkg-shlibdeps"):
    print("skipped: dpkg-deb or dpkg-shlibdeps is missing")
    sys.exit(77)


class Debian(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = Path(cls.temporary.name)
        # Compressed little: it is unpacked at once.
        run(CPACK, "-G", "DEB", "--config", BUILD / "CPackConfig.cmake", "-B", cls.folder / "made",
            "-D", "CPACK_DEBIAN_COMPRESSION_TYPE=none")
        cls.packages = {path.name.split("_")[0]: path for path in (cls.folder / "made").glob("*.deb")}
        for name, path in cls.packages.items():
            run("dpkg-deb", "-x", path, cls.folder / name)
        cls.program = cls.folder / "dissent" / "usr"
        cls.library = cls.folder / "libdissent-dev" / "usr"

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def field(self, package, name):
        return run("dpkg-deb", "-f", self.packages[package], name).strip()

    def test_there_are_two(self):
        self.assertEqual(sorted(self.packages), ["dissent", "libdissent-dev"])
        self.assertEqual(self.field("dissent", "Version"), self.field("libdissent-dev", "Version"))
        self.assertIn("libc6", self.field("dissent", "Depends"))
        self.assertIn("libfmt-dev", self.field("libdissent-dev", "Depends"))
        self.assertNotIn("sqlite", self.field("libdissent-dev", "Depends"))

    def test_the_program_runs(self):
        self.assertIn(self.field("dissent", "Version").split("-")[0], run(self.program / "bin" / "dissent", "--version"))
        votes = self.folder / "votes.csv"
        votes.write_text(VOTES)
        self.assertIn('"items": 2', run(self.program / "bin" / "dissent", "inspect", votes, "--json"))
        if (self.program / "bin" / "dissent-torch").exists():  # found beside it
            run(self.program / "bin" / "dissent", "train", "--help")

    def test_manual_pages(self):
        pages = {path.name.removesuffix(".gz"): path for path in (self.program / "share" / "man" / "man1").iterdir()}
        for name in ("dissent.1", "dissent-inspect.1", "dissent-eval.1", "dissent-study.1"):
            data = pages[name].read_bytes()
            text = (gzip.decompress(data) if pages[name].suffix == ".gz" else data).decode()
            self.assertTrue(text.startswith(".TH "), name)
        self.assertIn("dissent\\-inspect", (pages["dissent.1"]).read_text())

    def test_completion(self):
        for shell, place in SCRIPTS.items():
            script = self.program / place
            self.assertIn("inspect", script.read_text(), shell)
            if shutil.which(shell):
                run(shell, "-n", script)
        words = run("bash", "-c", f"source {self.program / SCRIPTS['bash']}; COMP_WORDS=(dissent insp) COMP_CWORD=1; _dissent; "
                    'echo "${COMPREPLY[@]}"')
        self.assertEqual(words.strip(), "inspect")

    def test_the_library_is_found(self):
        self.assertTrue((self.library / "include" / "dissent" / "votes.h").is_file())
        project = self.folder / "project"
        project.mkdir()
        (project / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.23)\nproject(found LANGUAGES CXX)\n"
            "find_package(dissent REQUIRED COMPONENTS votes deliver)\nif(NOT TARGET dissent::deliver)\n  message(FATAL_ERROR none)\nendif()\n")
        run("cmake", "-G", "Ninja", "-S", project, "-B", project / "build", f"-DCMAKE_PREFIX_PATH={self.library}",
            env=os.environ | {"CXX": os.environ.get("CXX", "c++")})


if __name__ == "__main__":
    unittest.main()
