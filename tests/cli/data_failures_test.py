"""What `dissent data` says when something goes wrong: data_failures_test.py PROGRAM REPOSITORY."""
import hashlib
import os
import resource
import socket
import time

import data_support
from data_support import CIFAR100, SVHN, DataTest, shared, tar_gz
from range_server import Content


class Failures(DataTest):
    def test_wrong_digest_names_both(self):
        body = b"not what was asked for" * 1000
        self.server.contents[SVHN] = Content(body)
        line = self.refuse("data", "get", "svhn")
        self.assertIn(hashlib.sha256(body).hexdigest(), line)
        self.assertIn("cdce80dfb2a2c4c6160906d0bd7c68ec5a99d7ca4831afa54f09182025b6a75b", line)
        self.assertEqual([p.name for p in (self.store / "svhn").iterdir()], [])

    def test_wrong_member_and_broken_archive(self):
        self.server.contents[CIFAR100] = Content(tar_gz({"cifar-100-binary/test.bin": b"x" * 30740}))
        self.assertIn("SHA-256 is", self.refuse("data", "get", "cifar100"))
        self.server.contents[CIFAR100] = Content(tar_gz({"cifar-100-binary/other.bin": b"x"}))
        self.assertIn("has no member", self.refuse("data", "get", "cifar100"))
        self.server.contents[CIFAR100] = Content(tar_gz({"cifar-100-binary/test.bin": os.urandom(30740)})[:9000])
        self.assertIn("not a whole", self.refuse("data", "get", "cifar100"))
        self.server.contents[CIFAR100] = Content(b"<html>please log in</html>")
        self.assertIn("not a whole", self.refuse("data", "get", "cifar100"))
        self.assertEqual([p.name for p in (self.store / "cifar100").iterdir()], [])

    def test_not_found(self):
        line = self.refuse("data", "get", "chaosnli")
        self.assertIn("404", line)
        self.assertEqual(line.count("404"), 1, "one reason for the three files")
        self.assertEqual(len(self.server.requests), 1)

    def test_server_error_is_tried_again(self):
        self.server.contents[SVHN] = Content(b"", status=503)
        self.assertIn("503", self.refuse("data", "get", "svhn"))
        self.assertEqual(len(self.server.requests), 4)

    def test_no_network_lists_files_sizes_and_folder(self):
        with socket.socket() as closed:
            closed.bind(("127.0.0.1", 0))
            nowhere = f"http://127.0.0.1:{closed.getsockname()[1]}"
        start = time.monotonic()
        line = self.refuse("data", "get", "cifar10h", environment={"DISSENT_MIRROR": nowhere})
        self.assertLess(time.monotonic() - start, 10)
        for part in ["test_batch.bin (30730000 bytes)", "cifar10h-counts.npy (800128 bytes)", "no npm client",
                     str(self.store / "cifar10h"), "--from DIR"]:
            self.assertIn(part, line)
        self.assertEqual([p.name for p in (self.store / "cifar10h").iterdir()], [])

    def test_path_of_what_is_not_there(self):
        line = self.refuse("data", "path", "svhn")
        self.assertIn("dissent data get svhn", line)
        self.assertIn("test_32x32.mat", line)
        self.assertFalse(self.store.exists())
        self.assertIn("known: cifar10h", self.refuse("data", "path", "cifar"))

    def test_store_that_cannot_be_made(self):
        line = self.refuse("data", "get", "svhn", environment={"DISSENT_DATA": "/dev/null/store"})
        self.assertIn("DISSENT_DATA", line)
        self.assertEqual(self.server.requests, [])

    def test_read_only_store(self):
        self.serve_chaosnli()
        self.succeed("data", "get", "chaosnli")
        (self.store / "chaosnli" / ".ledger.json").unlink()
        self.folder.chmod(0o755)
        for path in [self.store, self.store / "chaosnli"]:
            path.chmod(0o555)
        self.addCleanup(lambda: [p.chmod(0o755) for p in (self.store, self.store / "chaosnli")])
        options = {"user": 65534, "group": 65534} if os.geteuid() == 0 else {}
        try:
            out = self.succeed("data", "get", "chaosnli", **options)
        except PermissionError:
            self.skipTest("the program is not readable for other users")
        self.assertEqual(out.count("already there"), 3)
        self.assertIn("DISSENT_DATA", self.refuse("data", "get", "svhn", **options))

    def test_full_disk(self):
        # A limit on the size of files stands for the end of the disk: the write fails part-way.
        self.server.contents[SVHN] = Content(shared("ood/svhn_test_10k_32x32.mat"))
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4_000_000, 4_000_000))
        line = self.refuse("data", "get", "svhn", preexec_fn=limit, restore_signals=False)
        self.assertIn("test_32x32.mat.part: cannot be written", line)
        self.assertEqual((self.store / "svhn" / "test_32x32.mat.part").stat().st_size, 4_000_000)
        self.succeed("data", "get", "svhn")
        self.assertEqual(self.server.asked(SVHN)[-1].range, "bytes=4000000-")


if __name__ == "__main__":
    data_support.main()
