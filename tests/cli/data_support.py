"""What the tests of `dissent data` share: a store and a server of their own, and the real files to serve."""
import functools
import hashlib
import io
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest
import zipfile

from range_server import Content, RangeServer

PROGRAM, REPOSITORY = sys.argv[1], sys.argv[2]
SHARED = pathlib.Path(os.environ.get("DISSENT_SHARED_DATA", REPOSITORY + "/../shared/data"))

CIFAR10 = "/~kriz/cifar-10-binary.tar.gz"
CIFAR100 = "/~kriz/cifar-100-binary.tar.gz"
COUNTS = "/jcpeterson/cifar-10h/master/data/cifar10h-counts.npy"
SVHN = "/housenumbers/test_32x32.mat"
CHAOS = "/s/h4j7dqszmpt2679/chaosNLI_v1.0.zip?dl=1"
CHAOS_FILES = ["chaosNLI_snli.jsonl", "chaosNLI_mnli_m.jsonl", "chaosNLI_alphanli.jsonl"]


def shared(name):
    path = SHARED / name
    if not path.is_file():
        raise unittest.SkipTest(f"{name} is not in {SHARED}")
    return path.read_bytes()


@functools.cache
def cifar10_archive():
    images = shared("cifar10h/test_batch.bin")
    return tar_gz({"cifar-10-batches-bin/readme.html": b"x", "cifar-10-batches-bin/test_batch.bin": images})


def tar_gz(members):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz", compresslevel=1) as archive:
        for name, body in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(body)
            archive.addfile(info, io.BytesIO(body))
    return out.getvalue()


def zipped(members):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, body in members.items():
            archive.writestr(name, body)
    return out.getvalue()


class DataTest(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="dissent-data-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.store = self.folder / "store"
        self.server = RangeServer()
        self.addCleanup(self.server.close)
        kept = {k: v for k, v in os.environ.items() if not k.lower().endswith("_proxy")}
        # No npm by default, so that a test which does not want it never asks a registry.
        self.environment = kept | {
            "HOME": str(self.folder),
            "DISSENT_DATA": str(self.store),
            "DISSENT_MIRROR": self.server.url,
            "PATH": str(self.folder / "no-programs"),
        }

    def run_program(self, *arguments, **options):
        environment = self.environment | options.pop("environment", {})
        result = subprocess.run([PROGRAM, *arguments], env=environment, capture_output=True, text=True,
                                timeout=100, **options)
        for library in ("libarchive", "libcurl"):
            if f"this build has no {library}" in result.stderr:
                self.skipTest(f"the program is built without {library}")
        return result

    def succeed(self, *arguments, **options):
        result = self.run_program(*arguments, **options)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout

    def refuse(self, *arguments, **options):
        """All that is said of an error: its line, of at most 300 characters, and before it the reasons."""
        result = self.run_program(*arguments, **options)
        self.assertEqual(result.returncode, 2, result.stdout + result.stderr)
        lines = result.stderr.splitlines()
        self.assertTrue(lines[-1].startswith("dissent: "), result.stderr)
        self.assertFalse(any(line.startswith("dissent: ") for line in lines[:-1]), result.stderr)
        self.assertLessEqual(len(lines[-1].encode()), 300)
        return result.stderr

    def assert_stored(self, name, body):
        path = self.store / name
        self.assertTrue(path.is_file(), f"{name} is not there")
        self.assertEqual(hashlib.sha256(path.read_bytes()).digest(), hashlib.sha256(body).digest())

    def assert_tidy(self, dataset):
        left = [p.name for p in (self.store / dataset).iterdir()]
        self.assertFalse([n for n in left if n.endswith((".part", ".source", ".gz", ".zip", ".npm-work"))], left)

    def serve_chaosnli(self):
        bodies = {name: shared("chaosnli/" + name) for name in CHAOS_FILES}
        members = {"__MACOSX/chaosNLI_v1.0/._chaosNLI_snli.jsonl": b"junk", "chaosNLI_v1.0/README.txt": b"hi"}
        members |= {"chaosNLI_v1.0/" + name: body for name, body in bodies.items()}
        self.server.contents[CHAOS] = Content(zipped(members))
        return bodies


def main():
    program = unittest.main(argv=[sys.argv[0], *sys.argv[3:]], verbosity=2, exit=False)
    result = program.result
    if result.testsRun > 0 and len(result.skipped) == result.testsRun:
        sys.exit(77)  # ctest: skipped
    sys.exit(0 if result.wasSuccessful() else 1)
