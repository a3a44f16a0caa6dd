"""Seeds for the fuzzers of what dissent itself writes: records and measurements of results/, and small saved states, features and tokens."""

import hashlib
import json
import struct
import zipfile
from pathlib import Path

RESULTS = Path(__file__).resolve().parents[2] / "results"
HISTORY = "epoch,learning_rate,train_loss,evaluation_soft_nll,evaluation_own_loss,evaluation_accuracy\n"


def from_results(name, most):
    """So many files of that name out of each of the packed results, the shortest first."""
    found = {}
    for part in sorted(RESULTS.glob("*/runs/part-*.zip")):
        with zipfile.ZipFile(part) as packed:
            entries = sorted((e for e in packed.infolist() if e.filename.endswith("/" + name)), key=lambda e: e.file_size)
            for number, entry in enumerate(entries[:most]):
                found[f"{part.parents[1].name}-{number}"] = packed.read(entry)
    return found


def told(text):
    return f"{len(text.encode())}:{text}"


def digest(tensors, metadata):
    """As src/dissent/io/safetensors_digest.cpp has it."""
    lines = sorted(f"tensor {told(name)} {dtype} [{','.join(map(str, shape))}] {hashlib.sha256(cells).hexdigest()}\n"
                   for name, dtype, shape, cells in tensors)
    texts = [f"metadata {told(key)} {told(text)}\n" for key, text in sorted(metadata.items())]
    return hashlib.sha256("".join(texts + lines).encode()).hexdigest()


def checked(tensors, metadata):
    header, at = {"__metadata__": metadata | {"sha256": digest(tensors, metadata)}}, 0
    for name, dtype, shape, cells in tensors:
        header[name] = {"dtype": dtype, "shape": shape, "data_offsets": [at, at + len(cells)]}
        at += len(cells)
    text = json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + b"".join(cells for _, _, _, cells in tensors)


def state(**changed):
    metadata = {"format": "dissent state", "run": "0123456789abcdef", "epoch": "2", "step": "3", "loss_sum": "1.25",
                "best_epoch": "1", "best_soft_nll": "1.5", "history": HISTORY + "1,0.1,2.5,1.5,1.5,0.25\n2,0.05,2.25,1.75,1.5,0.5\n"}
    return checked([("fc.weight", "F32", [2], struct.pack("<2f", 1, 2))], metadata | changed)


def of_one_run(measured):
    """The same as of the run that the fuzzer asks for."""
    return json.dumps(json.loads(measured) | {"run": "run", "checkpoint": None}).encode()


CLAIM = {"host": "here", "boot": "b", "space": "pid:[1]", "pid": 7, "start": "123", "nonce": "ff",
         "status": {"epoch": 2, "epochs": 3, "soft_nll": 0.5}}


def record_corpora():
    measured = from_results("geometry.json", 2) | {"ood-" + name: text for name, text in from_results("ood.json", 2).items()}
    pairs = json.loads((RESULTS / "cifar10h-basins" / "pairs.json").read_bytes())
    question = {"options": {"parts": ["cka"], "probes": 3}, "between": ["soft"], "runs": [["0123456789abcdef", None]]}
    few = {key: pairs[key][:1] for key in ("cka", "grad_cam", "barriers") if key in pairs}
    return {
        "record": from_results("run.json", 3),
        "measurements": {name: of_one_run(text) for name, text in measured.items()},
        "pairs": {"few": json.dumps({"question": question} | few).encode(), "none": b"{}"},
        "claim": {"running": json.dumps(CLAIM).encode(), "starting": json.dumps(CLAIM | {"status": {}}).encode()},
        "state": {
            "mid-epoch": state(),
            "unevaluated": state(unevaluated="", best_epoch="0", best_soft_nll="0",
                                 history=HISTORY + "1,0.1,2.5,nan,nan,nan\n2,0.05,2.25,nan,nan,nan\n"),
            "fresh": state(epoch="0", step="0", loss_sum="0", best_epoch="0", best_soft_nll="0", history=HISTORY),
        },
        "features": {"two": checked([("features", "F32", [2, 3], struct.pack("<6f", *range(6)))], {"key": "key"})},
        "tokens": {"two": checked([("offsets", "I64", [3], struct.pack("<3q", 0, 3, 5)),
                                   ("ids", "I32", [5], struct.pack("<5i", 1, 7, 2, 1, 2)),
                                   ("segments", "U8", [5], bytes([0, 0, 0, 0, 1]))], {"key": "key", "length": "8"})},
    }
