"""`dissent data get --from DIR`: local copies, and no network: data_from_test.py PROGRAM REPOSITORY."""
import hashlib

import data_support
from data_support import CHAOS, SHARED, DataTest, shared


class GetFromFolder(DataTest):
    def setUp(self):
        super().setUp()
        self.copies = self.folder / "copies"
        self.copies.mkdir()

    def tearDown(self):
        self.assertEqual(self.server.requests, [], "--from uses no network")

    def test_layout_of_the_shared_folder(self):
        shared("ood/cifar100_test.bin")
        out = self.succeed("data", "get", "cifar10h", "svhn", "cifar100", "chaosnli", "popquorn", "--from", SHARED)
        self.assertEqual(out.count(" copied from "), 9)
        self.assertIn("re-cropped", out)
        self.assert_stored("svhn/test_32x32.mat", shared("ood/svhn_test_10k_32x32.mat"))
        self.assert_stored("popquorn/politeness.csv", shared("popquorn/politeness.csv"))

    def test_flat_folder_with_other_names(self):
        (self.copies / "raw_data.csv").write_bytes(shared("popquorn/offensiveness_raw_data.csv"))
        (self.copies / "politeness.csv").write_bytes(shared("popquorn/politeness.csv"))
        self.succeed("data", "get", "popquorn", "--from", self.copies)
        self.assert_tidy("popquorn")

    def test_right_file_among_wrong_ones_of_its_name(self):
        for name, body in [("email_rewriting", b"no"), ("offensiveness", shared("popquorn/offensiveness_raw_data.csv"))]:
            (self.copies / "dataset" / name).mkdir(parents=True)
            (self.copies / "dataset" / name / "raw_data.csv").write_bytes(body)
        (self.copies / "politeness.csv").write_bytes(shared("popquorn/politeness.csv"))
        self.succeed("data", "get", "popquorn", "--from", self.copies)

    def test_archive_as_it_was_downloaded(self):
        self.serve_chaosnli()
        (self.copies / "chaosNLI_v1.0.zip").write_bytes(self.server.contents[CHAOS].body)
        self.assertEqual(self.succeed("data", "get", "chaosnli", "--from", self.copies).count("unpacked"), 3)
        self.assertTrue((self.copies / "chaosNLI_v1.0.zip").exists())

    def test_missing_file(self):
        (self.copies / "politeness.csv").write_bytes(shared("popquorn/politeness.csv"))
        line = self.refuse("data", "get", "popquorn", "--from", self.copies)
        self.assertIn("offensiveness_raw_data.csv (3062770 bytes)", line)
        self.assertNotIn("politeness.csv", line)
        self.assert_stored("popquorn/politeness.csv", shared("popquorn/politeness.csv"))

    def test_wrong_file(self):
        (self.copies / "test_32x32.mat").write_bytes(b"12345")
        line = self.refuse("data", "get", "svhn", "--from", self.copies)
        self.assertIn(hashlib.sha256(b"12345").hexdigest(), line)
        self.assertIn("cdce80df", line)
        self.assertEqual([p.name for p in (self.store / "svhn").iterdir()], [])

    def test_folder_that_is_none(self):
        self.assertIn("is not a folder", self.refuse("data", "get", "svhn", "--from", self.folder / "nowhere"))


if __name__ == "__main__":
    data_support.main()
