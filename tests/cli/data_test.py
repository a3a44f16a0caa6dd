"""`dissent data list, get, path` end to end: data_test.py PROGRAM REPOSITORY."""
import json
import os
import pathlib

import data_support
from data_support import CHAOS_FILES, CIFAR10, CIFAR100, COUNTS, SVHN, DataTest, cifar10_archive, shared, tar_gz
from range_server import Content


class List(DataTest):
    def test_names_every_data_set(self):
        table = self.succeed("data", "list")
        for name in ["cifar10h", "svhn", "cifar100", "chaosnli", "popquorn", "shapes"]:
            self.assertIn("\n" + name, table)
        self.assertIn(str(self.store), table)
        listed = {d["name"]: d for d in json.loads(self.succeed("data", "list", "--json"))}
        self.assertEqual(listed["cifar10h"]["items"], 10000)
        self.assertFalse(listed["cifar10h"]["present"])
        self.assertEqual(listed["chaosnli"]["files"][0]["sources"][0]["member"], "chaosNLI_snli.jsonl")
        self.assertFalse(self.store.exists(), "listing must not write")

    def test_says_what_is_present(self):
        self.serve_chaosnli()
        self.succeed("data", "get", "chaosnli")
        listed = {d["name"]: d["present"] for d in json.loads(self.succeed("data", "list", "--json"))}
        self.assertEqual([n for n, present in listed.items() if present], ["chaosnli"])

    def test_default_folder_is_the_users_cache(self):
        del self.environment["DISSENT_DATA"]
        self.environment.pop("XDG_CACHE_HOME", None)
        self.assertIn(str(self.folder / ".cache" / "dissent"), self.succeed("data", "list"))
        cache = str(self.folder / "xdg")
        self.assertIn(cache + "/dissent", self.succeed("data", "list", environment={"XDG_CACHE_HOME": cache}))


class GetFromWeb(DataTest):
    def test_members_of_a_zip(self):
        bodies = self.serve_chaosnli()
        out = self.succeed("data", "get", "chaosnli")
        self.assertEqual(out.count("downloaded"), 3)
        for name, body in bodies.items():
            self.assert_stored("chaosnli/" + name, body)
        self.assert_tidy("chaosnli")
        self.assertEqual(len(self.server.requests), 1, "one archive is fetched once")
        self.assertEqual(self.succeed("data", "path", "chaosnli").strip(), str(self.store / "chaosnli"))

    def test_a_second_get_uses_no_network(self):
        self.serve_chaosnli()
        self.succeed("data", "get", "chaosnli")
        before = len(self.server.requests)
        out = self.succeed("data", "get", "chaosnli", "--verify")
        self.assertEqual(out.count("already there"), 3)
        self.assertEqual(len(self.server.requests), before)

    def test_member_of_a_tar_and_a_plain_file(self):
        images, counts = shared("cifar10h/test_batch.bin"), shared("cifar10h/cifar10h-counts.npy")
        self.server.contents[CIFAR10] = Content(cifar10_archive())
        self.server.contents[COUNTS] = Content(counts)
        self.succeed("data", "get", "cifar10h")
        self.assert_stored("cifar10h/test_batch.bin", images)
        self.assert_stored("cifar10h/cifar10h-counts.npy", counts)
        self.assert_tidy("cifar10h")

    def test_cifar100(self):
        body = shared("ood/cifar100_test.bin")
        self.server.contents[CIFAR100] = Content(tar_gz({"cifar-100-binary/test.bin": body}))
        self.assertIn("not the official file", self.succeed("data", "get", "cifar100"))
        self.assert_stored("cifar100/test.bin", body)

    def test_second_source_where_the_first_has_nothing(self):
        offensive, polite = shared("popquorn/offensiveness_raw_data.csv"), shared("popquorn/politeness.csv")
        base = "/Jiaxin-Pei/Potato-Prolific-Dataset/main/dataset/offensiveness/raw_data.csv"
        self.server.contents[base] = Content(offensive)
        base = "/Jiaxin-Pei/LLM-as-Subjective-Judge/main/POPQUORN_data/politeness.csv"
        self.server.contents[base] = Content(polite)
        self.succeed("data", "get", "popquorn")
        self.assert_stored("popquorn/offensiveness_raw_data.csv", offensive)
        self.assert_stored("popquorn/politeness.csv", polite)
        self.assertEqual(len(self.server.requests), 4)

    def test_mirror_that_is_a_folder(self):
        mirror = self.folder / "mirror"
        (mirror / SVHN[1:]).parent.mkdir(parents=True)
        (mirror / SVHN[1:]).write_bytes(shared("ood/svhn_test_10k_32x32.mat"))
        self.succeed("data", "get", "svhn", environment={"DISSENT_MIRROR": mirror.as_uri()})
        self.assert_stored("svhn/test_32x32.mat", shared("ood/svhn_test_10k_32x32.mat"))

    def test_mirror_that_is_no_address(self):
        self.assertIn("DISSENT_MIRROR", self.refuse("data", "get", "svhn", environment={"DISSENT_MIRROR": "lab"}))

    def test_damaged_file_is_fetched_again(self):
        bodies = self.serve_chaosnli()
        self.succeed("data", "get", "chaosnli")
        victim = self.store / "chaosnli" / CHAOS_FILES[1]
        stamp = victim.stat()
        damaged = bytearray(victim.read_bytes())
        damaged[1000] ^= 1
        victim.write_bytes(damaged)
        os.utime(victim, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))  # unseen without --verify
        self.assertEqual(self.succeed("data", "get", "chaosnli").count("already there"), 3)
        out = self.succeed("data", "get", "chaosnli", "--verify")
        self.assertEqual(out.count("downloaded"), 1)
        self.assert_stored("chaosnli/" + CHAOS_FILES[1], bodies[CHAOS_FILES[1]])

    def test_files_put_there_by_hand(self):
        (self.store / "chaosnli").mkdir(parents=True)
        for name in CHAOS_FILES:
            (self.store / "chaosnli" / name).write_bytes(shared("chaosnli/" + name))
        self.assertEqual(self.succeed("data", "path", "chaosnli").strip(), str(self.store / "chaosnli"))
        self.assertEqual(self.succeed("data", "get", "chaosnli").count("already there"), 3)
        self.assertEqual(self.server.requests, [])


class Shapes(DataTest):
    def test_is_generated_and_kept(self):
        self.assertIn("generated", self.succeed("data", "get", "shapes", "--items", "20"))
        folder = pathlib.Path(self.succeed("data", "path", "shapes").strip())
        self.assertTrue((folder / "votes.csv").is_file())
        votes = (folder / "votes.csv").read_bytes()
        self.assertIn("already there", self.succeed("data", "get", "shapes", "--items", "20"))
        self.assertIn("generated", self.succeed("data", "get", "shapes", "--items", "20", "--seed", "1"))
        self.assertNotEqual((folder / "votes.csv").read_bytes(), votes)
        self.assertIn("generated", self.succeed("data", "get", "shapes", "--items", "20"))
        self.assertEqual((folder / "votes.csv").read_bytes(), votes, "same options, same bytes")
        self.assertEqual(sorted(p.name for p in self.store.iterdir()), [".shapes.lock", "shapes"])
        self.assertEqual(self.server.requests, [])

    def test_lost_file_is_made_again(self):
        self.succeed("data", "get", "shapes", "--items", "20")
        (self.store / "shapes" / "votes.csv").unlink()
        self.assertIn("dissent data get shapes", self.refuse("data", "path", "shapes"))
        self.assertIn("generated", self.succeed("data", "get", "shapes", "--items", "20"))
        self.succeed("data", "path", "shapes")

    def test_files_of_others_are_left_alone(self):
        folder = self.store / "shapes"
        folder.mkdir(parents=True)
        (folder / "thesis.txt").write_text("years of work")
        (folder / "votes.csv").write_text("mine")
        said = self.refuse("data", "get", "shapes", "--items", "20")
        self.assertIn("'thesis.txt', 'votes.csv'", said)
        self.assertIn("DISSENT_DATA", said)
        self.assertEqual(sorted(p.name for p in folder.iterdir()), ["thesis.txt", "votes.csv"])
        self.assertEqual((folder / "votes.csv").read_text(), "mine")

    def test_files_beside_what_was_made_are_left_alone(self):
        self.succeed("data", "get", "shapes", "--items", "20")
        (self.store / "shapes" / "notes").mkdir()
        self.assertIn("already there", self.succeed("data", "get", "shapes", "--items", "20"))
        self.assertIn("'notes'", self.refuse("data", "get", "shapes", "--items", "30"))
        self.assertTrue((self.store / "shapes" / "notes").is_dir())

    def test_bad_options_leave_nothing(self):
        self.refuse("data", "get", "shapes", "--items", "0")
        self.refuse("data", "get", "shapes", "--votes", "41")
        self.assertEqual([p.name for p in self.store.iterdir()], [".shapes.lock"])
        self.assertIn("data get shapes", self.refuse("data", "get", "svhn", "--items", "5"))
        self.assertIn("--from", self.refuse("data", "get", "shapes", "--from", self.folder))


if __name__ == "__main__":
    data_support.main()
