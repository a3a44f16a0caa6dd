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
    import torch
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)
if not (PROGRAM.parent / "dissent-torch").exists():
    print("skipped: built without libtorch")
    sys.exit(77)

sys.path.insert(0, str(REPOSITORY / "tests" / "support"))
from tiny_encoder import SPECIAL, WORDS, TinyEncoder, write_texts  # noqa: E402


class Encoder(TinyEncoder):
    """The same as torch modules."""

    def hidden(self, ids, segments, dtype):
        """Of one sequence, in double precision: [L, hidden]."""
        w = {name: torch.from_numpy(values) for name, values in self.rounded(dtype).items()}
        hidden = self.config["hidden_size"]
        norm = lambda x, name: torch.nn.functional.layer_norm(x, [hidden], w[name + ".weight"], w[name + ".bias"], 1e-12)
        x = w["embeddings.word_embeddings.weight"][ids] + w["embeddings.token_type_embeddings.weight"][segments]
        x = norm(x + w["embeddings.position_embeddings.weight"][: len(ids)], "embeddings.LayerNorm").unsqueeze(0)
        for i in range(self.config["num_hidden_layers"]):
            layer = torch.nn.TransformerEncoderLayer(hidden, self.config["num_attention_heads"], self.config["intermediate_size"], dropout=0,
                                                     activation="gelu", layer_norm_eps=1e-12, batch_first=True, dtype=torch.float64)
            at = f"encoder.layer.{i}."
            qkv = [at + f"attention.self.{part}" for part in ("query", "key", "value")]
            layer.load_state_dict({
                "self_attn.in_proj_weight": torch.cat([w[name + ".weight"] for name in qkv]),
                "self_attn.in_proj_bias": torch.cat([w[name + ".bias"] for name in qkv]),
                **{ours + end: w[at + theirs + end] for end in (".weight", ".bias") for ours, theirs in
                   [("self_attn.out_proj", "attention.output.dense"), ("linear1", "intermediate.dense"), ("linear2", "output.dense"),
                    ("norm1", "attention.output.LayerNorm"), ("norm2", "output.LayerNorm")]}})
            layer.train()  # the plain path, with a dropout of 0
            x = layer(x)
        return x[0].detach()


def ids_of(first, second, longest):
    """[CLS] a [SEP] b [SEP]; the longer text is cut first, and of an odd number of places left it has one more."""
    number = {word: i for i, word in enumerate(SPECIAL + WORDS)}
    a, b = [number[w] for w in first.split()], [number[w] for w in (second or "").split()]
    room = longest - (3 if second is not None else 2)
    short, long = sorted((a, b), key=len)  # stable: of equal texts the first counts as the shorter
    keep = min(len(short), room // 2)
    if len(short) + len(long) > room:
        del short[keep:], long[room - keep:]
    ids, segments = [2, *a, 3], [0] * (len(a) + 2)
    if second is not None:
        ids, segments = ids + [*b, 3], segments + [1] * (len(b) + 1)
    return torch.tensor(ids), torch.tensor(segments)


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
