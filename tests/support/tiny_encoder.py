"""A small BERT encoder with random weights, written as Hugging Face keeps it: config.json, model.safetensors, vocab.txt."""
import json
import struct

import numpy as np

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


class TinyEncoder:
    def __init__(self, seed, hidden=24, layers=3, heads=4, wide=40, positions=40):
        rng = np.random.default_rng(seed)
        normal = lambda *sizes: rng.normal(0, 0.3, sizes)
        self.config = {"model_type": "bert", "vocab_size": len(SPECIAL) + len(WORDS), "hidden_size": hidden, "num_hidden_layers": layers,
                       "num_attention_heads": heads, "intermediate_size": wide, "max_position_embeddings": positions, "type_vocab_size": 2,
                       "hidden_act": "gelu", "layer_norm_eps": 1e-12}
        self.weights = {"embeddings.word_embeddings.weight": normal(self.config["vocab_size"], hidden),
                        "embeddings.position_embeddings.weight": normal(positions, hidden),
                        "embeddings.token_type_embeddings.weight": normal(2, hidden)}
        norms = ["embeddings.LayerNorm"]
        for i in range(layers):
            at = f"encoder.layer.{i}."
            for name, out, size in [("attention.self.query", hidden, hidden), ("attention.self.key", hidden, hidden),
                                    ("attention.self.value", hidden, hidden), ("attention.output.dense", hidden, hidden),
                                    ("intermediate.dense", wide, hidden), ("output.dense", hidden, wide)]:
                self.weights[at + name + ".weight"], self.weights[at + name + ".bias"] = normal(out, size), normal(out)
            norms += [at + "attention.output.LayerNorm", at + "output.LayerNorm"]
        for name in norms:
            self.weights[name + ".weight"], self.weights[name + ".bias"] = 1 + normal(hidden), normal(hidden)

    def rounded(self, dtype):
        """The weights as a file of that type holds them."""
        return {name: values.astype(TYPES[dtype]).astype(np.float64) for name, values in self.weights.items()}

    def write(self, folder, dtype="F32", prefix="", extra=()):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "config.json").write_text(json.dumps(self.config))
        tensors = {prefix + name: values for name, values in self.weights.items()}
        tensors.update({name: np.zeros(3) for name in extra})
        write_safetensors(folder / "model.safetensors", tensors, dtype)
        (folder / "vocab.txt").write_text("\n".join(SPECIAL + WORDS) + "\n")
        return folder


def write_texts(folder, items=40, seed=5, classes="xy"):
    """texts.csv with three votes an item, and manifests single.yaml, pair.yaml and choice.yaml; returns [(item, one, two)].

    Choice k of an item, one a class, is the second text of the k-th item after it."""
    rng = np.random.default_rng(seed)
    draw = lambda most: " ".join(rng.choice(WORDS, rng.integers(1, most)))
    texts = [(f"item{i}", draw(30), draw(12)) for i in range(items)]
    with open(folder / "texts.csv", "w", encoding="utf-8") as out:
        out.write("item,annotator,label,one," + ",".join(f"choice{k}" for k in range(len(classes))) + ",two\n")
        for i, (name, one, two) in enumerate(texts):
            for vote in range(3):
                out.write(f"{name},a{vote},{classes[(i + vote // 2) % len(classes)]},{one},"
                          + ",".join(choices_of(texts, i, len(classes))) + f",{two}\n")
    listed = ", ".join(f"choice{k}" for k in range(len(classes)))
    for columns, file in (("[one]", "single.yaml"), ("[one, two]", "pair.yaml"), (f"[one], choices: [{listed}]", "choice.yaml")):
        (folder / file).write_text(f"name: texts\nvotes: texts.csv\ninputs: {{text: texts.csv, columns: {columns}, id: item}}\n")
    return texts


def choices_of(texts, item, classes):
    return [texts[(item + k) % len(texts)][2] for k in range(classes)]
