"""Broken downloads of `dissent data get` and how they go on: data_resume_test.py PROGRAM REPOSITORY."""
import signal
import subprocess
import time

import data_support
from data_support import PROGRAM, SVHN, DataTest, shared
from range_server import Content


class Resume(DataTest):
    def setUp(self):
        super().setUp()
        self.body = shared("ood/svhn_test_10k_32x32.mat")
        self.part = self.store / "svhn" / "test_32x32.mat.part"

    def serve(self, **options):
        self.server.contents[SVHN] = Content(self.body, **options)

    def leave_a_part(self):
        """A run in which every answer breaks off: it fails and leaves what came."""
        self.serve(break_after=[300_000] * 4)
        line = self.refuse("data", "get", "svhn")
        self.assertIn("run again to resume", line)
        size = self.part.stat().st_size
        self.assertGreater(size, 300_000)
        self.assertLess(size, len(self.body))
        self.assertEqual(self.part.read_bytes(), self.body[:size])
        self.server.requests.clear()
        return size

    def test_break_in_the_middle_is_mended_at_once(self):
        self.serve(break_after=[5_000_000])
        self.succeed("data", "get", "svhn")
        first, second = self.server.asked(SVHN)
        self.assertIsNone(first.range)
        self.assertRegex(second.range, r"^bytes=\d+-$")
        self.assertGreater(int(second.range[6:-1]), 0)
        self.assertEqual(second.if_range, '"1"')
        self.assert_stored("svhn/test_32x32.mat", self.body)
        self.assert_tidy("svhn")

    def test_next_run_asks_for_the_rest(self):
        size = self.leave_a_part()
        self.serve()
        self.succeed("data", "get", "svhn")
        self.assertEqual([r.range for r in self.server.asked(SVHN)], [f"bytes={size}-"])
        self.assert_stored("svhn/test_32x32.mat", self.body)
        self.assert_tidy("svhn")

    def test_server_that_ignores_ranges(self):
        self.leave_a_part()
        self.serve(ranges=False)
        self.succeed("data", "get", "svhn")
        self.assert_stored("svhn/test_32x32.mat", self.body)

    def test_file_that_changed_on_the_server_is_fetched_whole(self):
        self.leave_a_part()
        self.serve(etag='"2"')
        self.succeed("data", "get", "svhn")
        self.assertEqual(len(self.server.requests), 1)
        self.assert_stored("svhn/test_32x32.mat", self.body)

    def test_wrong_part_without_a_validator(self):
        self.serve(etag=None, break_after=[300_000] * 4)
        self.refuse("data", "get", "svhn")
        self.part.write_bytes(b"x" * self.part.stat().st_size)
        self.serve(etag=None)
        self.succeed("data", "get", "svhn")
        self.assert_stored("svhn/test_32x32.mat", self.body)

    def test_part_that_is_already_whole(self):
        self.leave_a_part()
        self.part.write_bytes(self.body)
        self.serve()
        self.succeed("data", "get", "svhn")
        self.assertEqual(len(self.server.requests), 1)
        self.assert_stored("svhn/test_32x32.mat", self.body)

    def test_interrupt_leaves_the_part(self):
        self.serve(pause=0.02)
        process = subprocess.Popen([PROGRAM, "data", "get", "svhn"], env=self.environment,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 30
        while not (self.part.exists() and self.part.stat().st_size > 500_000):
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        self.assertNotEqual(process.wait(30), 0)
        size = self.part.stat().st_size
        self.server.requests.clear()
        self.serve()
        self.succeed("data", "get", "svhn")
        self.assertEqual([r.range for r in self.server.asked(SVHN)], [f"bytes={size}-"])
        self.assert_stored("svhn/test_32x32.mat", self.body)

    def test_two_processes_at_once(self):
        self.serve(pause=0.002)
        both = [subprocess.Popen([PROGRAM, "data", "get", "svhn"], env=self.environment, text=True,
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(2)]
        outputs = [process.communicate(timeout=60) for process in both]
        self.assertEqual([process.returncode for process in both], [0, 0], outputs)
        self.assertEqual(len(self.server.requests), 1)
        self.assertEqual(sorted("already there" in out for out, _ in outputs), [False, True])
        self.assertEqual(sum("waiting for it" in err for _, err in outputs), 1)
        self.assert_stored("svhn/test_32x32.mat", self.body)


if __name__ == "__main__":
    data_support.main()
