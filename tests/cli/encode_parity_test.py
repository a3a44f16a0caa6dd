#!/usr/bin/env python3
"""`dissent encode` beside torch's own transformer layers: encode_parity_test.py PROGRAM REPOSITORY

Small encoders with random weights are written as Hugging Face keeps them, in several types and layouts; texts of words that
their vocabulary has go through both. torch.nn.TransformerEncoderLayer (after-norm, exact GELU) is BERT's layer.
"""
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAM = Path(sys.argv.pop(1))
REPOSITORY = Path(sys.argv.pop(1))
try:
    import numpy as np
    import torch  # noqa: F401
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)
if not (PROGRAM.parent / "dissent-torch").exists():
    print("skipped: built without libtorch")
    sys.exit(77)

sys.path.insert(0, str(REPOSITORY / "tests" / "support"))
from tiny_encoder import write_texts  # noqa: E402
from torch_encoder import Encoder, ids_of  # noqa: E402


class Parity(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.top = Path(cls.temporary.name)
        cls.environment = dict(os.environ, DISSENT_DATA=str(cls.top / "data"))
        cls.texts = write_texts(cls.top)

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def encode(self, data, folder, *words):
        out = self.top / "features.npz"
        done = subprocess.run([PROGRAM, "encode", "--data", self.top / data, "--encoder", folder, "-o", out, *words], capture_output=True,
                              text=True, env=self.environment, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        with np.load(out) as arrays:
            return list(arrays["items"]), arrays["features"]

    def compare(self, encoder, dtype, data, folder, pooling, longest):
        items, found = self.encode(data, folder, "--pooling", pooling, "--max-length", str(longest))
        self.assertEqual(items, [name for name, _, _ in self.texts])
        for row, (_, one, two) in zip(found, self.texts):
            hidden = encoder.hidden(*ids_of(one, two if data == "pair.yaml" else None, longest), dtype)
            expected = (hidden.mean(0) if pooling == "mean" else hidden[0]).numpy()
            np.testing.assert_allclose(row, expected, rtol=0, atol=1e-5 * np.abs(expected).max())

    def test_features_are_torchs(self):
        for seed, (dtype, prefix, extra) in enumerate([("F32", "", ()), ("F16", "bert.", ("bert.pooler.dense.bias", "classifier.bias"))]):
            encoder, folder = Encoder(seed), self.top / f"encoder{seed}"
            encoder.write(folder, dtype, prefix, extra)
            for data in ("single.yaml", "pair.yaml"):
                for pooling in ("mean", "first"):
                    with self.subTest(dtype=dtype, data=data, pooling=pooling):
                        self.compare(encoder, dtype, data, folder, pooling, longest=40)
            self.compare(encoder, dtype, "pair.yaml", folder, "mean", longest=16)  # most are cut

    def test_pairs_apart(self):
        encoder, folder = Encoder(3), self.top / "apart"
        encoder.write(folder)
        _, found = self.encode("pair.yaml", folder, "--pairs", "apart", "--max-length", "40")
        for row, (_, one, two) in zip(found, self.texts):
            u, v = (encoder.hidden(*ids_of(text, None, 40), "F32").mean(0).numpy() for text in (one, two))
            expected = np.concatenate([u, v, np.abs(u - v), u * v])
            np.testing.assert_allclose(row, expected, rtol=0, atol=1e-5 * np.abs(expected).max())

    def test_what_was_encoded_is_not_encoded_again(self):
        encoder, folder = Encoder(9), self.top / "again"
        encoder.write(folder, "F32", "")
        _, first = self.encode("single.yaml", folder)
        kept = list((self.top / "data" / "features").iterdir())
        _, second = self.encode("single.yaml", folder)
        self.assertEqual(first.tobytes(), second.tobytes())
        self.assertEqual(sorted(kept), sorted((self.top / "data" / "features").iterdir()))
        for file in kept:  # a damaged file is made anew
            file.write_bytes(file.read_bytes()[:200])
        _, third = self.encode("single.yaml", folder)
        self.assertEqual(first.tobytes(), third.tobytes())


if __name__ == "__main__":
    unittest.main()
