"""What the scripts share that set a dump program's tensors beside Python torch's: every model, in both precisions."""
import os
import subprocess
import sys
import tempfile

import torch
from safetensors_reader import read

MODELS = ['resnet18-cifar', 'resnet8', 'mlp', 'linear']


class Failed(Exception):
    pass


def require(holds, message):
    if not holds:
        raise Failed(message)


def under(tensors, prefix):
    return {name[len(prefix):]: value for name, value in tensors.items() if name.startswith(prefix)}


def dumped(program, name, precision, file):
    """(tensors, metadata) of what `program` writes."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([program, name, folder, *([precision] if precision == 'float64' else [])], check=True)
        return read(os.path.join(folder, file))


def shown(name, precision, worst):
    """`worst`: the largest error of a kind, and torch's own in float32."""
    parts = [f'{kind} {error:.1e}' + (f' ({own:.1e})' if precision == 'float32' else '') for kind, (error, own) in worst.items()]
    print(f'{name}, {precision}: ' + ', '.join(parts), flush=True)


def main(check, models=MODELS):
    """SCRIPT DUMP_PROGRAM [MODEL...]: check(program, name, precision) of each; ends the process."""
    program, names = sys.argv[1], sys.argv[2:] or models
    torch.set_num_threads(1)  # other tests run beside this one, and torch's threads wait for each other in a busy loop
    torch.manual_seed(0)
    cases = [(name, precision) for name in names for precision in ('float64', 'float32')]
    failures = 0
    print("largest errors (torch's own in float32, from moved weights)")
    for name, precision in cases:
        try:
            check(program, name, precision)
        except (Failed, AssertionError, KeyError, subprocess.CalledProcessError) as error:
            failures += 1
            print(f'{name}, {precision}: {type(error).__name__}: {error}')
    print(f'{len(cases) - failures} passed, {failures} failed')
    sys.exit(failures > 0)
