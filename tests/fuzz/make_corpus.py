#!/usr/bin/env python3
"""Seeds for the fuzzers: small faithful samples of every format, make_corpus.py FOLDER -> FOLDER/TARGET/*."""

import io
import json
import re
import struct
import sys
import zipfile
import zlib
from pathlib import Path

from record_seeds import record_corpora

IMPORTER_LIST = Path(__file__).resolve().parents[2] / "src" / "dissent" / "votes" / "importer.cpp"
STUDIES = Path(__file__).resolve().parents[2] / "studies"


def npy(dtype, shape, cells, version=1, fortran=False):
    text = f"{{'descr': '{dtype}', 'fortran_order': {fortran}, 'shape': {shape!r}, }}"
    length = 10 if version == 1 else 12
    text += " " * (-(length + len(text) + 1) % 64) + "\n"
    size = struct.pack("<H" if version == 1 else "<I", len(text))
    return b"\x93NUMPY" + bytes([version, 0]) + size + text.encode() + cells


def npz(arrays, packed=False):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, array in arrays.items():
            kind = zipfile.ZIP_DEFLATED if packed else zipfile.ZIP_STORED
            archive.writestr(zipfile.ZipInfo(name + ".npy"), array, kind)
    return out.getvalue()


def png(width, height, colour, rows):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, colour, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def safetensors(header, data):
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + data


def lines(*records):
    return "".join(json.dumps(record) + "\n" for record in records).encode()


INTS = struct.pack("<6q", 3, 0, 1, 2, 2, 0)
def mat(packed):
    """A MATLAB version 5 file with y (double) and X (uint8)."""

    def element(kind, content):
        return struct.pack("<II", kind, len(content)) + content + bytes(-len(content) % 8)

    def variable(name, shape, kind, cell_kind, cells):
        parts = element(6, struct.pack("<II", kind, 0)) + element(5, struct.pack(f"<{len(shape)}I", *shape))
        plain = element(14, parts + element(1, name) + element(cell_kind, cells))
        return element(15, zlib.compress(plain)) if packed else plain

    head = b"MATLAB 5.0 MAT-file".ljust(124) + b"\0\1IM"
    return head + variable(b"y", (2, 1), 6, 9, bytes(16)) + variable(b"X", (2, 2, 1, 2), 9, 2, bytes(range(8)))


COUNTS = npy("<i8", (3, 2), INTS)
PROBABILITIES = npy("<f8", (2, 2), struct.pack("<4d", 0.25, 0.75, 1, 0))

NPY = {
    "counts": COUNTS,
    "probabilities": PROBABILITIES,
    "version-2": npy("<i4", (3, 2), struct.pack("<6i", 3, 0, 1, 2, 2, 0), version=2),
    "fortran": npy("<i8", (3, 2), INTS, fortran=True),
    "big-endian": npy(">i8", (3, 2), struct.pack(">6q", 3, 0, 1, 2, 2, 0)),
    "floats": npy("<f4", (2,), struct.pack("<2f", 0.5, float("nan"))),
    "halves": npy("<f2", (2,), struct.pack("<2e", 0.5, 1)),
    "texts": npy("<U3", (2,), "a\0\0bcd".encode("utf-32-le")),
    "bytes": npy("|S2", (2,), b"a\0bc"),
    "booleans": npy("|b1", (2,), b"\0\1"),
    "objects": npy("|O", (2,), b"\0\1"),
    "scalar": npy("<i8", (), struct.pack("<q", 3)),
    "empty": npy("<i8", (0, 2), b""),
    "huge-shape": npy("<i8", (1 << 62, 1 << 62), b""),
    "short": COUNTS[:-4],
}
NPZ = {
    "stored": npz({"counts": COUNTS}),
    "packed": npz({"counts": npy("<i8", (60, 2), INTS * 20), "classes": NPY["texts"]}, packed=True),
    "probabilities": npz({"probabilities": PROBABILITIES, "items": NPY["texts"]}),
    "other": npz({"x": b"not an array"}),
    "bomb": npz({"counts": npy("<i8", (1 << 14, 2), bytes(1 << 18))}, packed=True),
    "short": npz({"counts": COUNTS})[:-10],
}
ENTRY = {"dtype": "F32", "shape": [2, 1], "data_offsets": [0, 8]}
SAFETENSORS = {
    "weights": safetensors({"__metadata__": {"model": "resnet8"}, "fc.weight": ENTRY}, bytes(8)),
    "several": safetensors(
        {
            "b": {"dtype": "U8", "shape": [2], "data_offsets": [8, 10]},
            "a": ENTRY,
            "step": {"dtype": "I64", "shape": [], "data_offsets": [10, 18]},
            "none": {"dtype": "BF16", "shape": [0, 3], "data_offsets": [8, 8]},
        },
        bytes(18),
    ),
    "empty": safetensors({}, b""),
    "padded": safetensors(b"{}" + b" " * 6, b""),
    "hole": safetensors({"a": ENTRY | {"data_offsets": [4, 12]}}, bytes(12)),
    "overlap": safetensors({"a": ENTRY, "b": ENTRY}, bytes(8)),
    "short": safetensors({"a": ENTRY}, bytes(7)),
    "huge-shape": safetensors({"a": ENTRY | {"shape": [1 << 62, 4]}}, bytes(8)),
    "huge-header": struct.pack("<Q", 1 << 63) + b"{}",
    "dtype": safetensors({"a": ENTRY | {"dtype": "F12"}}, bytes(8)),
    "metadata": safetensors({"__metadata__": {"epoch": 3}}, b""),
    "twice": safetensors(b'{"a": {}, "a": {}}', b""),
}
CSV = {
    "plain": b"task,worker,label\n1,a,x\n1,b,y\n2,a,x\n",
    "tabs": b"task\tworker\tlabel\n1\ta\tx\n",
    "quotes": b'item;user;answer\r\n"1;2";"a ""b""";"line\nend"\r\n',
    "bars": b"a|b\n1|\n|2\n\n",
    "bom": b"\xef\xbb\xbfitem,worker,label\n1,a,x\n",
    "open-quote": b'a,b\n1,"2\n3,4\n',
    "latin1": b"task,worker,label\n1,a,caf\xe9\n",
}
JSON = {
    "object": b'{"a": [1, -2.5e3, true, null, "x\\u00e9\\ud83d\\ude00\\n"], "b": {}}',
    "array": b"[[], {}, 0, 18446744073709551615, -9223372036854775808, 1e400]",
    "nested": b"[" * 60 + b"]" * 60,
    "deep": b"[" * 70 + b"]" * 70,
    "twice": b'{"a": 1, "a": 2}',
    "cut": b'{"a": "b',
    "nan": b'{"a": NaN}',
}
JSONL = {"records": b'{"a": 1}\n\n{"b": "x"}\r\n', "cut": b'{"a": 1}\n{"b": ', "array": b"[1]\n[2]\n"}

LABEL_STUDIO = [
    {
        "id": 7,
        "data": {"text": "so so"},
        "annotations": [
            {
                "id": 1,
                "completed_by": by,
                "was_cancelled": cancelled,
                "ground_truth": gold,
                "result": [
                    {"from_name": "mood", "to_name": "text", "type": "choices", "value": {"choices": [choice]}},
                ],
            }
            for by, cancelled, gold, choice in [
                (1, False, False, "good"),
                ({"id": 2, "email": "b@x"}, True, False, "bad"),
                (3, False, True, "bad"),
            ]
        ],
    }
]
FLAT_LABEL_STUDIO = [{"text": "a", "id": 1, "mood": "good", "annotator": 1, "annotation_id": 5, "lead_time": 2.5}]
ARGILLA_RECORD = {
    "id": "r1",
    "fields": {"text": "so so"},
    "responses": [
        {"values": {"mood": {"value": "good"}}, "status": "submitted", "user_id": "u1"},
        {"values": {"mood": {"value": "bad"}}, "status": "draft", "user_id": "u2"},
    ],
}
ARGILLA_2 = {
    "id": "r2",
    "fields": {"text": "so so"},
    "responses": {"mood": [{"value": "good", "user_id": "u1"}, {"value": "bad", "user_id": "u2"}]},
}
PRODIGY = [
    {
        "text": "so so",
        "_input_hash": 1,
        "_task_hash": 2,
        "options": [{"id": "good", "text": "Good"}, {"id": "bad", "text": "Bad"}],
        "accept": ["good"],
        "answer": "accept",
        "_session_id": "mood-ann",
        "_annotator_id": "mood-ann",
    },
    {"text": "x", "label": "GOOD", "_input_hash": 3, "_task_hash": 4, "answer": "reject", "_session_id": "mood-bob"},
]
CHAOSNLI = [
    {
        "uid": "u1",
        "label_counter": {"e": 60, "n": 40},
        "majority_label": "e",
        "label_dist": [0.6, 0.4, 0.0],
        "label_count": [60, 40, 0],
        "entropy": 0.97,
        "old_label": "n",
        "example": {"uid": "u1", "premise": "p", "hypothesis": "h"},
    },
    {"uid": "a1", "label_counter": {"1": 9, "2": 1}, "label_count": [9, 1], "old_label": 1, "example": {"obs1": "o"}},
]
LEWIDI_2023 = {
    "1": {
        "text": "t",
        "annotators": "Ann1,Ann2",
        "annotations": "0,1",
        "number of annotations": 2,
        "soft_label": {"0": 0.5, "1": 0.5},
        "hard_label": "",
        "split": "train",
    }
}
LEWIDI_2025 = {
    "1": {
        "text": {"premise": "a", "hypothesis": "b"},
        "annotators": "Ann1,Ann2",
        "annotations": {"Ann1": "contradiction", "Ann2": "neutral,entailment"},
        "number_of_annotations": 2,
        "soft_label": {},
    }
}
JSON_VOTES = [
    {"id": 1, "task": {"id": "q1"}, "user": {"id": "a"}, "annotation": {"label": "x"}, "gold": "x"},
    {"id": 2, "task": {"id": "q1"}, "user": {"id": "b"}, "annotation": {"label": ["x", "y"]}, "gold": None},
]

# Importer -> samples. Every importer must have one.
VOTES = {
    "chaosnli": [lines(*CHAOSNLI[:1]), lines(CHAOSNLI[0], CHAOSNLI[0] | {"uid": "u2"}), lines(CHAOSNLI[1])],
    "lewidi": [
        json.dumps(LEWIDI_2023).encode(),
        json.dumps(LEWIDI_2025, indent=1).encode(),
        json.dumps([LEWIDI_2023["1"] | {"id": "a"}]).encode(),
        lines(LEWIDI_2023["1"] | {"id": 1}, LEWIDI_2025["1"] | {"id": 2}),
        json.dumps({"1": LEWIDI_2023["1"] | {"annotations": "", "annotators": ""}}).encode(),
    ],
    "label-studio": [json.dumps(LABEL_STUDIO).encode(), json.dumps(FLAT_LABEL_STUDIO).encode()],
    "argilla": [json.dumps([ARGILLA_RECORD]).encode(), lines(ARGILLA_2, ARGILLA_2), lines(ARGILLA_RECORD)],
    "prodigy": [lines(PRODIGY[0]), lines(PRODIGY[1]), lines(*PRODIGY), json.dumps(PRODIGY[:1]).encode()],
    "json-votes": [
        json.dumps(JSON_VOTES).encode(),
        lines(*JSON_VOTES),
        json.dumps({"note": "x", "data": JSON_VOTES}).encode(),
        b'{"item": ["q1", "q2"], "worker": ["a", "b"], "label": [1, 2]}',
        b'{"item": {"0": "q1"}, "worker": {"0": "a"}, "label": {"0": 1}}',
        b'{"columns": ["item", "worker", "label"], "index": [0], "data": [["q1", "a", "x"]]}',
        b'[["item", "worker", "label"], ["q1", "a", "x"]]',
        b'[{"id": 1, "labels": ["x", "y"], "annotators": ["a", "b"]}, {"id": 2, "labels": [], "annotators": []}]',
        b'{"q1": {"votes": [{"worker": {"id": 1}, "value": "x"}]}, "q2": {"votes": []}}',
        b'[{"worker": "a", "answers": {"q1": "x", "q2": null}}]',
        b'[{"id": 1, "ann1": "x", "ann2": "y"}, {"id": 2, "ann1": null, "ann2": "y"}]',
    ],
    "json-counts": [
        b'{"q1": {"yes": 3, "no": 2}, "q2": {"yes": 5}}',
        b'[{"id": 1, "label_counts": [3, 0, 2]}, {"id": 2, "label_counts": [0, 5, 0]}]',
        b'{"id": 1, "counts": {"x": 2}}\n{"id": 2, "counts": {"y": 1e9}}\n',
    ],
    "json-soft": [
        b'{"q1": {"yes": 0.67, "no": 0.33}, "q2": {"yes": 1}}',
        b'[{"id": 1, "soft": [0.5, 0.25, 0.25]}, {"id": 2, "soft": [1, 0, 0]}]',
    ],
    "peerannot": [b'{"0": {"17": 1, "4": 0}, "1": {"4": 2}}', b'{"a.png": {"w": "cat"}}', b'{"ann1": {"q1": "x", "q2": "y"}}'],
    "cifar10h-raw": [
        b"annotator_id,trial_index,is_attn_check,true_category,chosen_category,true_label,chosen_label,correct_guess,"
        b"cifar10_test_test_idx,image_filename,subject_id,reaction_time,time_elapsed\n"
        b"0,0,0,airplane,airplane,0,0,1,3,airplane_s_000055.png,0,2000,3000\n"
        b"0,1,1,dog,cat,5,3,0,-99999,dog.png,0,900,4000\n"
    ],
    "popquorn": [
        b"instance_id,user_id,text,offensiveness,gender,race,age,occupation,education\n"
        b'0,u1,"so, so",4.0,Woman,White,30-35,Other,College\n0,u2,x,1,Man,Black,18-24,Other,College\n',
        b"instance_id,text,scores,users,avg\n0,hello,\"[4.0, 2.0]\",\"['a', 'b']\",3\n1,x,[],[],\n",
    ],
    "long": [CSV["plain"], CSV["tabs"], CSV["quotes"], CSV["bom"], b"item,label\n1,3\n1,4\n2,\n"],
    "probabilities": [PROBABILITIES, NPZ["probabilities"], b"item,cat,dog\nx,0.25,0.75\ny,1,0\n"],
    "counts": [COUNTS, NPZ["stored"], NPZ["packed"], b"item,cat,dog\nx,2,0\ny,0,3\n"],
    "wide": [b",a1,a2,a3\nx,1,,2\ny,,,1\n", b"a1,a2\ncat,dog\n,dog\n"],
}
MANIFESTS = {
    "images": b"name: mine\nvotes: votes.csv\nclasses: [cat, dog]\ninputs:\n  images: pictures\n",
    "features": b"name: x\nvotes:\n  file: v.csv\n  format: long\ninputs: {features: x.npy}\ngold: {column: truth}\n",
    "text": b"name: x\nvotes: v.csv\ninputs:\n  text: t.csv\n  columns: [premise, hypothesis]\n  id: uid\n"
    b"gold:\n  file: g.csv\n  item: uid\n  label: y\nmissing: drop\nordinal: true\n",
    "anchor": b"a: &x [1, 2]\nb: *x\nc: !!str 3\n? d\n: e\n",
    "unknown": b"name: x\nvotes: v.csv\nvoets: w.csv\n",
    "deep": b"[" * 200 + b"]" * 200,
    "tabs": b"votes:\n\tfile: x\n",
}
PREDICTIONS = {
    "npy": PROBABILITIES,
    "npy-float": npy("<f4", (1, 2), struct.pack("<2f", -1.5, 2)),
    "npy-fortran": npy("<f8", (2, 2), struct.pack("<4d", 0.5, 0.25, 0.5, 0.75), fortran=True),
    "npy-labels": npy("<i8", (2,), INTS[:16]),
    "lists-tsv": b"a\t[0.25, 0.75]\nb\t[0.5 0.5]\n",
    "lists-csv": b'item,probs\na,"[0.25, 0.75]"\nb,"[1, 0]"\n',
    "labels-csv": b"item,text,prediction\na,x y,cat\nb,z,dog\n",
    "labels-jsonl": b'{"id": "a", "prediction": "cat"}\n{"id": "b", "prediction": 1}\n',
    "npy-half": npy("<f2", (2, 1), struct.pack("<2e", 0.5, 1)),
    "npz": npz(
        {
            "items": NPY["texts"],
            "split": npy("|S5", (2,), b"trainnew\0\0"),
            "classes": NPY["bytes"],
            "logits": npy("<f4", (2, 2), struct.pack("<4f", 1, 2, 3, 4)),
            "probabilities": PROBABILITIES,
        }
    ),
    "npz-packed": npz({"probs": PROBABILITIES, "ids": npy("<i8", (2,), INTS[:16])}, packed=True),
    "safetensors": safetensors(
        {"__metadata__": {"classes": "a", "items": '["x", 2]'}, "logits": ENTRY}, struct.pack("<2f", -1, 1)
    ),
    "safetensors-bf16": safetensors({"probs": ENTRY | {"dtype": "BF16", "data_offsets": [0, 4]}}, bytes(4)),
    "csv": b"item,split,prob_cat,prob_dog\nx,train,0.25,0.75\ny,new,nan,-inf\n",
    "tsv": b"cat\tdog\n1e-3\t2\n",
    "pandas": b",logit_0,logit_1\n0,-1.5,2\n",
    "lists": lines({"id": 1, "probs": [0.25, 0.75]}, {"id": "x", "probs": [1, 0]}),
    "objects": lines({"item": "x", "logits": {"a": 1, "b": 2}}, {"item": "y", "logits": {"b": 3, "a": 4}}),
    "records": json.dumps([{"uid": "x", "split": "new", "p": [0.5, 0.5]}]).encode(),
    "map": b'{"x": {"a": 1, "b": 2}, "y": {"b": 0, "a": 1}}',
    "map-records": b'{"x": {"probs": [1, 2]}, "y": {"probs": [2, 3]}}',
    "rows": b"[[0.5, 0.5], [1, 0]]",
    "rows-lines": b"[0.5, 0.5]\n[1, 0]\n[0, 1]\n[1, 0]\n",
    "flat": b'[{"item": "a", "dog": 0.25, "cat": 0.75}, {"item": "b", "dog": 1, "cat": 0}]',
    "flat-lines": b'{"guid": "a", "prob_dog": 0.25, "prob_cat": 0.75}\n{"guid": "b", "prob_dog": 1, "prob_cat": 0}\n',
    "pairs": b'{"id": "a", "scores": [{"label": "dog", "score": 1}, {"label": "cat", "score": 0}]}\n',
    "zero-shot": b'{"id": "a", "labels": ["dog", "cat"], "scores": [1, 0]}\n{"id": "b", "labels": ["cat", "dog"], "scores": [1, 0]}\n',
    "wrapped": b'{"model": "m", "predictions": [{"id": "a", "p": [0.5, 0.5]}, {"id": "b", "p": [1, 0]}]}',
    "labels-map": b'{"a": "cat", "b": "dog"}',
    "label-beside": b"item,label,confidence,votes\na,cat,0.5,3\nb,dog,1,2\n",
    "hard-and-soft": b"a\tcat\t[0.5, 0.5]\nb\tdog\t[0, 1]\n",
    "one-column": b"item,dog\na,0.5\nb,0.25\n",
    "index": b",cat,dog\n0,0.5,0.5\n1,1,0\n2,1,0\n3,1,0\n",
    "blanks": b"eill-formed UTF-8ion\na,x y,cat\nbmx y,cat\nbm,a,x y,,z,dog\n",
    "npz-labels": npz({"pred": npy("<i8", (2,), INTS[:16]), "uid": NPY["texts"]}),
    "npz-fortran": npz({"probs": npy("<f8", (2, 2), struct.pack("<4d", 0.5, 0.25, 0.5, 0.75), fortran=True)}),
    "npy-list": npy("<f8", (4,), struct.pack("<4d", 0.5, 0.25, 0.5, 0.75)),
}


def corpora():
    order = re.findall(r'Importer\{\s*"([^"]+)"', IMPORTER_LIST.read_text())
    if set(order) != set(VOTES):
        sys.exit(f"importers without samples here, or samples without importer: {sorted(set(order) ^ set(VOTES))}")
    samples = [(name, number, text) for name in order for number, text in enumerate(VOTES[name])]
    odd = {f"{kind}-{name}": text for kind, all_ in [("csv", CSV), ("json", JSON)] for name, text in all_.items()}
    return record_corpora() | {
        "csv": CSV | {f"{name}-{number}": text for name, number, text in samples if text[:1] not in b"[{\x93P"},
        "json": JSON | {f"{name}-{number}": text for name, number, text in samples if text[:1] in b"[{"},
        "jsonl": JSONL | {f"{name}-{number}": text for name, number, text in samples if text[:1] == b"{"},
        "mat": {"plain": mat(False), "packed": mat(True)},
        "npy": NPY,
        "npz": NPZ,
        "safetensors": SAFETENSORS,
        "tokenizer": TOKENIZER,
        "image": {
            "grey": png(2, 2, 0, b"\0\1\2\0\3\4"),
            "rgb": png(1, 2, 2, b"\0\1\2\3\0\4\5\6"),
            "rgba": png(1, 1, 6, b"\0\1\2\3\4"),
            "short": png(2, 2, 0, b"\0\1"),
            "wide": png(1 << 30, 1, 0, b"\0\1"),
        },
        "manifest": MANIFESTS,
        "study": {path.stem: path.read_bytes() for path in sorted(STUDIES.glob("*.yaml"))},
        "predictions": PREDICTIONS,
        "import": {f"{name}-{number}": bytes([order.index(name)]) + text for name, number, text in samples},
        "import_auto": {f"{name}-{number}": text for name, number, text in samples} | odd,
    }


WORDPIECE = {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##", "max_input_chars_per_word": 100,
             "vocab": {token: i for i, token in enumerate(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "a", "##b", "type", ","])}}
SPECIAL = [{"id": i, "content": content, "special": True, "normalized": False, "single_word": False, "lstrip": False, "rstrip": False}
           for i, content in enumerate(["[PAD]", "[UNK]", "[CLS]", "[SEP]"])]
BERT = {"added_tokens": SPECIAL, "normalizer": {"type": "BertNormalizer", "clean_text": True, "handle_chinese_chars": True, "strip_accents": None,
                                               "lowercase": True},
        "pre_tokenizer": {"type": "BertPreTokenizer"},
        "post_processor": {"type": "BertProcessing", "sep": ["[SEP]", 3], "cls": ["[CLS]", 2]}, "model": WORDPIECE}
TOKENIZER = {
    "bert": json.dumps(BERT).encode(),
    "cased": json.dumps(BERT | {"normalizer": BERT["normalizer"] | {"lowercase": False, "strip_accents": True}}).encode(),
    "bpe": json.dumps({"model": {"type": "BPE"}}).encode(),
    "gap": json.dumps(BERT | {"model": WORDPIECE | {"vocab": {"[UNK]": 7}}}).encode(),
    "truncated": json.dumps(BERT).encode()[:200],
}


def main():
    top = Path(sys.argv[1])
    for target, seeds in corpora().items():
        folder = top / target
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.iterdir():
            old.unlink()
        for name, content in seeds.items():
            (folder / name).write_bytes(content)
    targets = {path.stem.removeprefix("fuzz_") for path in Path(__file__).resolve().parent.glob("fuzz_*.cpp")}
    if targets != set(corpora()):
        sys.exit(f"targets without seeds, or seeds without target: {sorted(targets ^ set(corpora()))}")


if __name__ == "__main__":
    main()
