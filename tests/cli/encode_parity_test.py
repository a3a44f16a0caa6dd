#!/usr/bin/env python3
"""`dissent encode` beside torch's own transformer layers: encode_parity_test.py PROGRAM REPOSITORY

Small encoders with random weights are written as Hugging Face keeps them, in several types and layouts; texts of words that
their vocabulary has go through both. torch.nn.TransformerEncoderLayer (after-norm, exact GELU) is BERT's layer.
"""
import json
import os
import struct
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

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
WORDS = "the a cat dog sat on under big small mat tree and ran away today".split()
TYPES = {"F32": np.float32, "F16": np.float16}


def write_safetensors(path, tensors, dtype):
    header, data = {}, b""
    for name, values in tensors.items():
        raw = values.astype(TYPES[dtype]).tobytes()
        header[name] = {"dtype": dtype, "shape": list(values.shape), "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    text = json.dumps(header).encode()
    path.write_bytes(struct.pack("<Q", len(text)) + text + data)


class Encoder:
    """A random BERT, as torch modules."""

    def __init__(self, seed, hidden=24, layers=3, heads=4, wide=40, positions=40):
        generator = torch.Generator().manual_seed(seed)
        normal = lambda *sizes: torch.randn(*sizes, generator=generator) * 0.3
        self.config = {"model_type": "bert", "vocab_size": len(SPECIAL) + len(WORDS), "hidden_size": hidden, "num_hidden_layers": layers,
                       "num_attention_heads": heads, "intermediate_size": wide, "max_position_embeddings": positions, "type_vocab_size": 2,
                       "hidden_act": "gelu", "layer_norm_eps": 1e-12}
        self.weights = {"embeddings.word_embeddings.weight": normal(self.config["vocab_size"], hidden),
                        "embeddings.position_embeddings.weight": normal(positions, hidden),
                        "embeddings.token_type_embeddings.weight": normal(2, hidden)}
        names = ["embeddings.LayerNorm"]
        for i in range(layers):
            at = f"encoder.layer.{i}."
            for name, out, size in [("attention.self.query", hidden, hidden), ("attention.self.key", hidden, hidden),
                                    ("attention.self.value", hidden, hidden), ("attention.output.dense", hidden, hidden),
                                    ("intermediate.dense", wide, hidden), ("output.dense", hidden, wide)]:
                self.weights[at + name + ".weight"], self.weights[at + name + ".bias"] = normal(out, size), normal(out)
            names += [at + "attention.output.LayerNorm", at + "output.LayerNorm"]
        for name in names:
            self.weights[name + ".weight"], self.weights[name + ".bias"] = 1 + normal(hidden), normal(hidden)
        self.layers = layers

    def rounded(self, dtype):
        return {name: torch.from_numpy(w.numpy().astype(TYPES[dtype]).astype(np.float64)) for name, w in self.weights.items()}

    def write(self, folder, dtype, prefix, extra=()):
        folder.mkdir()
        (folder / "config.json").write_text(json.dumps(self.config))
        tensors = {prefix + name: values.numpy() for name, values in self.weights.items()}
        for name in extra:
            tensors[name] = np.zeros(3)
        write_safetensors(folder / "model.safetensors", tensors, dtype)
        (folder / "vocab.txt").write_text("\n".join(SPECIAL + WORDS) + "\n")

    def hidden(self, ids, segments, dtype):
        """Of one sequence, in double precision: [L, hidden]."""
        w = self.rounded(dtype)
        hidden = self.config["hidden_size"]
        norm = lambda x, name: torch.nn.functional.layer_norm(x, [hidden], w[name + ".weight"], w[name + ".bias"], 1e-12)
        x = w["embeddings.word_embeddings.weight"][ids] + w["embeddings.token_type_embeddings.weight"][segments]
        x = norm(x + w["embeddings.position_embeddings.weight"][: len(ids)], "embeddings.LayerNorm").unsqueeze(0)
        for i in range(self.layers):
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
        rng = np.random.default_rng(5)
        draw = lambda most: " ".join(rng.choice(WORDS, rng.integers(1, most)))
        cls.texts = [(f"item{i}", draw(30), draw(12)) for i in range(40)]
        with open(cls.top / "texts.csv", "w", encoding="utf-8") as out:
            out.write("item,annotator,label,one,two\n")
            for i, (name, one, two) in enumerate(cls.texts):
                for vote in range(3):
                    out.write(f"{name},a{vote},{'xy'[(i + vote) % 2]},{one},{two}\n")
        for columns in ("one", "one, two"):
            file = "single.yaml" if columns == "one" else "pair.yaml"
            (cls.top / file).write_text(f"name: texts\nvotes: texts.csv\ninputs: {{text: texts.csv, columns: [{columns}], id: item}}\n")

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
