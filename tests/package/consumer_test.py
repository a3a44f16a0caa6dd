#!/usr/bin/env python3
"""dissent as others use it: installed into a temporary prefix, then found, compiled and linked with by a project of its own.

Usage: consumer_test.py SOURCE BUILD. Nothing of the source tree is seen but through the installed files, apart from the
test of add_subdirectory.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from package_support import run

SOURCE, BUILD = (Path(word).resolve() for word in sys.argv[1:3])
del sys.argv[1:3]
CONSUMER = Path(__file__).resolve().parent / "consumer"
VOTES = "item,annotator,label\na,1,cat\na,2,cat\nb,1,dog\nb,2,dog\n"
EXPECTED = """7 1001 my own split of a,b "q"
2 items, 4 votes, long
cat dog
"""
# What votes and deliver must do without. (libarchive unpacks votes in .zst, where it is there.)
HEAVY = ("sqlite3", "curl", "png", "jpeg", "yaml", "torch")


class Installed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp())
        cls.prefix = cls.folder / "prefix"
        run("cmake", "--install", BUILD, "--prefix", cls.prefix, "--component", "development")
        cls.votes = cls.folder / "votes.csv"
        cls.votes.write_text(VOTES)

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    def configure(self, build, *options):
        return subprocess.run(
            ["cmake", "-G", "Ninja", "-S", CONSUMER, "-B", build, f"-DCMAKE_PREFIX_PATH={self.prefix}", "-DCMAKE_BUILD_TYPE=Debug",
             *options], capture_output=True, text=True, check=False)

    def expect_consumer(self, program):
        said = run(program, self.votes).splitlines(keepends=True)
        self.assertEqual([line.rstrip() for line in said[:3]], EXPECTED.splitlines())
        self.assertIn("there/is/no/such.csv", said[3])
        linked = run("ldd", program)
        for library in HEAVY:
            self.assertNotIn(f"lib{library}", linked)

    def test_find_package(self):
        build = self.folder / "found"
        done = self.configure(build, "-DCONSUMER_COMPONENTS=votes;deliver", *(
            f"-DCMAKE_DISABLE_FIND_PACKAGE_{name}=ON" for name in ("SQLite3", "CURL", "PNG", "yaml-cpp", "Torch")))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        run("cmake", "--build", build)
        self.expect_consumer(build / "consumer")

    def test_a_component_that_is_not_there(self):
        done = self.configure(self.folder / "absent", "-DCONSUMER_COMPONENTS=votes;oracle")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("without the component 'oracle'", " ".join(done.stderr.split()))

    def test_a_version_that_is_not_there(self):
        build = self.folder / "version"
        (self.folder / "old").mkdir()
        text = (CONSUMER / "CMakeLists.txt").read_text().replace("dissent 0.1", "dissent 0.7")
        (self.folder / "old" / "CMakeLists.txt").write_text(text)
        done = subprocess.run(["cmake", "-S", self.folder / "old", "-B", build, f"-DCMAKE_PREFIX_PATH={self.prefix}"],
                              capture_output=True, text=True, check=False)
        self.assertIn("compatible with requested version", " ".join(done.stderr.split()))

    @unittest.skipUnless(shutil.which("pkg-config"), "pkg-config is missing")
    def test_pkg_config(self):
        folders = [str(path.parent) for path in self.prefix.rglob("dissent-deliver.pc")]
        self.assertEqual(len(folders), 1)
        flags = run("pkg-config", "--cflags", "--libs", "dissent-deliver",
                    env=os.environ | {"PKG_CONFIG_PATH": folders[0]}).split()
        program = self.folder / "by-pkg-config"
        run(os.environ.get("CXX", "c++"), "-o", program, CONSUMER / "consumer.cpp", CONSUMER / "clash.cpp", *flags)
        self.expect_consumer(program)

    def test_every_component_has_a_pkg_config_file_that_can_be_read(self):
        files = sorted(self.prefix.rglob("*.pc"))
        self.assertIn("dissent-votes.pc", [path.name for path in files])
        for path in files:
            text = path.read_text()
            self.assertNotIn("@", text)
            self.assertNotIn(str(SOURCE), text)

    def test_nothing_installed_names_the_source_tree(self):
        for path in self.prefix.rglob("*.cmake"):
            self.assertNotIn(str(SOURCE), path.read_text(), path)


    @unittest.skipUnless(shutil.which("pkg-config"), "pkg-config is missing")
    def test_shared_libraries_of_the_same_objects(self):
        """What DISSENT_SHARED does for a room, with the objects of the archives: they are position-independent, and a room
        needs nothing but the rooms that its package file names."""
        folder = self.folder / "shared"
        folder.mkdir()
        package = next(self.prefix.rglob("dissent-deliver.pc"))
        flags = run("pkg-config", "--cflags", "--libs", "dissent-deliver", env=os.environ | {"PKG_CONFIG_PATH": str(package.parent)}).split()
        rooms = [flag.removeprefix("-l") for flag in flags if flag.startswith("-ldissent_")]
        others = [flag for flag in flags if flag not in (f"-l{room}" for room in rooms) and flag.startswith(("-l", "-pthread"))]
        self.assertIn("dissent_votes", rooms)
        compiler = os.environ.get("CXX", "c++")
        linked = []
        for room in reversed(rooms):
            archive = next(self.prefix.rglob(f"lib{room}.a"))
            library = folder / f"lib{room}.so"
            run(compiler, "-shared", "-o", library, "-Wl,--whole-archive", archive, "-Wl,--no-whole-archive", "-Wl,--no-undefined",
                *reversed(linked), *others)
            linked.append(library)
        program = folder / "consumer"
        run(compiler, "-std=c++20", "-o", program, CONSUMER / "consumer.cpp", CONSUMER / "clash.cpp",
            *(flag for flag in flags if flag.startswith("-I")), *reversed(linked), *others, f"-Wl,-rpath,{folder}")
        self.expect_consumer(program)
        self.assertIn("libdissent_votes.so", run("ldd", program))


class Subproject(unittest.TestCase):
    def test_shared_libraries_have_no_objects_of_their_own(self):
        with tempfile.TemporaryDirectory() as folder:
            run("cmake", "-G", "Ninja", "-S", CONSUMER, "-B", folder, f"-DDISSENT_SOURCE={SOURCE}", "-DDISSENT_TORCH=OFF", "-DDISSENT_SHARED=ON")
            shared = [line.split(":")[0] for line in run("ninja", "-C", folder, "-t", "targets", "all").splitlines()
                      if "libdissent_votes.so" in line]
            self.assertTrue(shared)
            commands = run("ninja", "-C", folder, "-t", "commands", "dissent_votes", "dissent_votes_shared").splitlines()
            self.assertEqual(sum(" -c " in line and "vote_table.cpp" in line for line in commands), 1)
            links = [line for line in commands if " -shared " in line and "libdissent_votes.so" in line]
            self.assertEqual(len(links), 1)
            self.assertIn("dissent_votes.dir/", links[0])
            self.assertNotIn("sqlite", links[0])

    def test_configures(self):
        """Without a build: that would compile the library again."""
        with tempfile.TemporaryDirectory() as folder:
            run("cmake", "-G", "Ninja", "-S", CONSUMER, "-B", folder, f"-DDISSENT_SOURCE={SOURCE}", "-DDISSENT_TORCH=OFF")
            targets = run("ninja", "-C", folder, "-t", "targets", "all")
            self.assertIn("\nconsumer:", targets)
            for absent in ("test_votes", "votes_bench", "dissent-torch", "example_"):
                self.assertNotIn(absent, targets)
            command = run("ninja", "-C", folder, "-t", "commands", "consumer").splitlines()[-1]
            self.assertIn("libdissent_delivery.a", command)
            self.assertNotIn("sqlite", command)


if __name__ == "__main__":
    unittest.main()
