"""The small encoder of tiny_encoder.py as torch's own layers: torch.nn.TransformerEncoderLayer (after-norm, exact GELU) is BERT's."""
import numpy as np
import torch
from tiny_encoder import SPECIAL, WORDS, TinyEncoder


class TorchEncoder(torch.nn.Module):
    """Of weights under Hugging Face's names, in double precision, without dropout."""

    def __init__(self, config, weights):
        super().__init__()
        w = {name: torch.from_numpy(np.asarray(values, np.float64).copy()) for name, values in weights.items()}
        hidden = config["hidden_size"]
        embedding = lambda name: torch.nn.Embedding.from_pretrained(w[f"embeddings.{name}_embeddings.weight"], freeze=False)
        self.word, self.position, self.segment = (embedding(name) for name in ("word", "position", "token_type"))
        self.norm = torch.nn.LayerNorm(hidden, eps=1e-12, dtype=torch.float64)
        self.norm.load_state_dict({end: w["embeddings.LayerNorm." + end] for end in ("weight", "bias")})
        self.layers = torch.nn.ModuleList()
        for i in range(config["num_hidden_layers"]):
            layer = torch.nn.TransformerEncoderLayer(hidden, config["num_attention_heads"], config["intermediate_size"], dropout=0,
                                                     activation="gelu", layer_norm_eps=1e-12, batch_first=True, dtype=torch.float64)
            at = f"encoder.layer.{i}."
            qkv = [at + f"attention.self.{part}" for part in ("query", "key", "value")]
            layer.load_state_dict({
                "self_attn.in_proj_weight": torch.cat([w[name + ".weight"] for name in qkv]),
                "self_attn.in_proj_bias": torch.cat([w[name + ".bias"] for name in qkv]),
                **{ours + end: w[at + theirs + end] for end in (".weight", ".bias") for ours, theirs in
                   [("self_attn.out_proj", "attention.output.dense"), ("linear1", "intermediate.dense"), ("linear2", "output.dense"),
                    ("norm1", "attention.output.LayerNorm"), ("norm2", "output.LayerNorm")]}})
            self.layers.append(layer)
        self.train()  # the plain path, with a dropout of 0

    def forward(self, ids, segments):
        """Of one sequence: [L, hidden]."""
        x = self.norm(self.word(ids) + self.segment(segments) + self.position(torch.arange(len(ids)))).unsqueeze(0)
        for layer in self.layers:
            x = layer(x)
        return x[0]


class Encoder(TinyEncoder):
    def hidden(self, ids, segments, dtype):
        """As a file of that type holds the weights."""
        return TorchEncoder(self.config, self.rounded(dtype))(ids, segments).detach()


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
