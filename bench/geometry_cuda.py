#!/usr/bin/env python3
"""The Hessian of a trained CIFAR-10H run on a GPU: `dissent geometry` against plain Python torch, in the same run.

Usage: bench/geometry_cuda.py BUILD_FOLDER RUN [--probes 100] [--python-probes 10] [--device cuda]
       bench/geometry_cuda.py BUILD_FOLDER --small
Both find lambda_max by power iteration to the same tolerances and the trace by Hutchinson, on the evaluation items and
on the 5 % of them that annotators disagree on most, in float32. The peer is what one writes: eval mode, the graph of
the gradient kept for chunks of 500 images, one backward pass through it a product; once as torch comes, and once with
cudnn.benchmark. It takes fewer probes, since it is slow; its time is then stated for as many products as dissent took.
"""
import argparse
import json
import math
import os
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, '..', 'tests', 'support')]
from bench_support import add_small, need, need_cuda, skip  # noqa: E402

need('numpy', 'torch')
import numpy  # noqa: E402
import torch  # noqa: E402
from safetensors_reader import read  # noqa: E402
from torch_networks import make  # noqa: E402

CHUNK, ITERATIONS, TOLERANCE, RESIDUAL = 500, 200, 1e-3, 5e-2


def load(program, run, device):
    record = json.load(open(os.path.join(run, 'run.json')))
    store = subprocess.run([program, 'data', 'path', 'cifar10h'], capture_output=True, text=True, check=True).stdout.strip()
    predictions = numpy.load(os.path.join(run, 'predictions.npz'))
    chosen = numpy.flatnonzero(predictions['split'] == 'evaluation')
    pixels = numpy.fromfile(os.path.join(store, 'test_batch.bin'), 'uint8').reshape(-1, 3073)[chosen, 1:]
    counts = numpy.load(os.path.join(store, 'cifar10h-counts.npy'))[chosen].astype(float)
    mean, sd = (torch.tensor(record['normalisation'][key]).view(1, 3, 1, 1) for key in ('mean', 'sd'))
    x = ((torch.from_numpy(pixels.reshape(-1, 3, 32, 32).copy()) / 255 - mean) / sd).float().to(device)
    p = counts / counts.sum(1, keepdims=True)
    entropy = -(p * numpy.log(numpy.where(p > 0, p, 1))).sum(1)
    network = make('resnet18-cifar', (3, 32, 32), 10)
    weights = read(os.path.join(run, 'best.safetensors'))[0]
    network.load_state_dict({name: torch.tensor(value) for name, value in weights.items()}, strict=False)
    high = numpy.sort(numpy.argsort(-entropy, kind='stable')[:round(0.05 * len(p))])
    return network.to(device).eval(), x, torch.tensor(p, dtype=torch.float32, device=device), high


class Plain:
    """Products with the Hessian of the mean soft cross-entropy, as one writes them."""

    def __init__(self, network, x, p):
        self.parameters = list(network.parameters())
        self.graphs, self.products = [], 0
        for begin in range(0, len(x), CHUNK):
            logits = network(x[begin:begin + CHUNK])
            loss = -(p[begin:begin + CHUNK] * torch.log_softmax(logits, 1)).sum() / len(x)
            self.graphs.append(torch.autograd.grad(loss, self.parameters, create_graph=True))

    def product(self, v):
        self.products += 1
        parts = [torch.autograd.grad(graph, self.parameters, v, retain_graph=True) for graph in self.graphs]
        return [sum(part) for part in zip(*parts)]


def dot(a, b):
    return sum((x * y).sum() for x, y in zip(a, b)).item()


def lambda_max(plain):
    v = [torch.randn_like(parameter) for parameter in plain.parameters]
    before = math.nan
    for _ in range(ITERATIONS):
        norm = math.sqrt(dot(v, v))
        v = [part / norm for part in v]
        image = plain.product(v)
        value = dot(v, image)
        off = [a - value * b for a, b in zip(image, v)]
        if abs(value - before) <= TOLERANCE * abs(value) and math.sqrt(dot(off, off)) < RESIDUAL * abs(value):
            break
        v, before = image, value
    return value


def trace(plain, probes):
    values = []
    for _ in range(probes):
        v = [torch.randint_like(parameter, 2) * 2 - 1 for parameter in plain.parameters]
        values.append(dot(v, plain.product(v)))
    return numpy.mean(values), numpy.std(values, ddof=1) / math.sqrt(probes)


def peer(options, hessian):
    """Prints the seconds that plain Python needs for as many products, after comparing its answers."""
    torch.backends.cudnn.allow_tf32 = False
    torch.backends.cuda.matmul.allow_tf32 = False
    torch.backends.cudnn.benchmark = options.benchmark
    wait = torch.cuda.synchronize if options.device == 'cuda' else lambda: None
    network, x, p, high = load(os.path.join(options.build, 'dissent'), options.run, options.device)
    whole = 0
    for part, (inputs, targets) in zip(hessian, [(x, p), (x[high], p[high])]):
        plain = Plain(network, inputs, targets)
        plain.product([torch.randn_like(parameter) for parameter in plain.parameters])  # warms up
        wait()
        plain.products, began = 0, time.perf_counter()
        value = lambda_max(plain)
        mean, error = trace(plain, options.python_probes)
        wait()
        each = (time.perf_counter() - began) / plain.products
        whole += each * part['products']
        # Few probes give a poor standard error of their own: dissent's, of its hundred, says how far one probe may be off.
        error = part['trace_standard_error'] * math.sqrt(part['probes'] / options.python_probes)
        assert abs(value / part['lambda_max'] - 1) < 0.02, (value, part['lambda_max'])
        assert abs(mean - part['trace']) < 4 * math.hypot(error, part['trace_standard_error']), (mean, error, part['trace'])
        print(f"  {part['slice']:<18} lambda_max {value:.1f}, trace {mean:.0f} +- {error:.0f}; {each:.3f} s a product, "
              f'{plain.products} taken', file=sys.stderr)
        del plain
    print(whole)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('build')
    parser.add_argument('run', nargs='?', help='a finished run of resnet18-cifar on CIFAR-10H; --small trains one')
    parser.add_argument('--probes', type=int, default=100)
    parser.add_argument('--python-probes', type=int, default=10)
    parser.add_argument('--device', default='cuda')
    parser.add_argument('--peer', help='used by the script itself: dissent\'s answer, for the peer to be compared with')
    parser.add_argument('--benchmark', action='store_true', help='likewise: the peer with cudnn.benchmark')
    add_small(parser)
    options = parser.parse_args()
    if options.peer:
        return peer(options, json.loads(options.peer))
    if options.device == 'cuda':
        need_cuda(torch)
    if not options.small:
        return compare(options) if options.run else parser.error('give a RUN, or --small')
    options.probes, options.python_probes = 20, 5
    with tempfile.TemporaryDirectory() as scratch:
        options.run = options.run or few_epochs(options, scratch)
        compare(options)


def few_epochs(options, scratch):
    """A run for the small mode."""
    program, run = os.path.join(options.build, 'dissent'), os.path.join(scratch, 'run')
    if subprocess.run([program, 'data', 'path', 'cifar10h'], capture_output=True, check=False).returncode != 0:
        skip('CIFAR-10H is not here (`dissent data get cifar10h`)')
    words = [program, 'train', '--data', 'cifar10h', '--delivery', 'soft', '--model', 'resnet18-cifar', '--epochs', '3', '--device',
             options.device, '-o', run]
    subprocess.run(words, capture_output=True, check=True)
    return run


def compare(options):
    program = os.path.join(options.build, 'dissent')

    def ours(*more):
        began = time.perf_counter()
        words = [program, 'geometry', options.run, '--parts', 'hessian', '--probes', str(options.probes), '--fresh', '--json',
                 '--device', options.device, *more]
        report = json.loads(subprocess.run(words, capture_output=True, text=True, check=True).stdout)
        return report['runs'][0]['hessian'], time.perf_counter() - began

    hessian, seconds = ours()
    products = [part['products'] for part in hessian]
    print(f'dissent: {seconds:.1f} s in all, start and data included; {products} products')
    for part in hessian:
        print(f"  {part['slice']:<18} lambda_max {part['lambda_max']:.1f} (residual {part['residual']:.3f}, "
              f"{part['iterations']} products, converged {part['converged']}), trace {part['trace']:.0f} "
              f"+- {part['trace_standard_error']:.0f}; {part['seconds']:.1f} s")
    for more in ([], ['--benchmark']):  # each in a process of its own: torch remembers the algorithms that it chose
        words = [sys.executable, __file__, options.build, options.run, '--python-probes', str(options.python_probes), '--device',
                 options.device, '--peer', json.dumps(hessian), *more]
        whole = json.loads(subprocess.run(words, stdout=subprocess.PIPE, text=True, check=True).stdout)
        print(f"Python{', cudnn.benchmark' if more else ''}: {whole:.1f} s for as many products; dissent is "
              f'{whole / seconds:.2f} times as fast')
    if options.device == 'cuda':
        fast, seconds_fast = ours('--tf32')
        for exact, part in zip(hessian, fast):
            print(f"  TF32 {part['slice']:<18} lambda_max {part['lambda_max']:.1f} ({part['lambda_max'] / exact['lambda_max'] - 1:+.2%}), "
                  f"trace {part['trace']:.0f} ({part['trace'] / exact['trace'] - 1:+.2%}), product off by {part['tf32_deviation']:.1e}")
        print(f'dissent --tf32: {seconds_fast:.1f} s in all')


if __name__ == '__main__':
    main()
