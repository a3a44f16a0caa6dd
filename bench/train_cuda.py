#!/usr/bin/env python3
"""Training resnet18-cifar on a GPU: dissent, alone and four runs side by side, against Python torch, in the same run.

Usage: bench/train_cuda.py BUILD_FOLDER [--data cifar10h] [--epochs 15] [--repeats 2] [--small] [--folder SCRATCH]
The peers train on as many images (8,000; the same ones where the store has CIFAR-10H), batch 128 with the last partial
batch kept, crop and flip and label look-up on the GPU:
  eager   what users write: float32 with TF32 convolutions, as torch has it by default
  tuned   bf16 autocast, channels-last, cudnn.benchmark, the whole step in a CUDA graph
"""
import argparse
import json
import math
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

from bench_support import add_small, need, need_cuda

need('torch')
import torch  # noqa: E402
from torch.nn import functional  # noqa: E402

from torch_networks import make  # noqa: E402

BATCH, PADDING, CLASSES, SIDE = 128, 4, 10, 32
TRAIN, ALL = 8000, 10000  # images
STEPS = math.ceil(TRAIN / BATCH)  # an epoch
PATIENCE = 55  # seconds after which no further repeat begins, so that all of it stays under 100
DEVICE = torch.device('cuda')


class Data:
    """Images, normalised and padded, and soft targets, on the GPU."""

    def __init__(self, program, name):
        folder = subprocess.run([program, 'data', 'path', name], capture_output=True, text=True, check=False)
        if name == 'cifar10h' and folder.returncode == 0:
            import numpy
            store, self.real = folder.stdout.strip(), True
            records = numpy.fromfile(os.path.join(store, 'test_batch.bin'), 'uint8').reshape(-1, 3073)
            counts = torch.from_numpy(numpy.load(os.path.join(store, 'cifar10h-counts.npy')).astype('float32'))
            pixels = torch.from_numpy(records[:, 1:].reshape(-1, 3, SIDE, SIDE).copy())
        else:
            self.real = False
            pixels = torch.randint(0, 256, (ALL, 3, SIDE, SIDE), dtype=torch.uint8)
            counts = torch.rand(ALL, CLASSES) ** 4
        chosen = torch.randperm(len(pixels))[:TRAIN]
        pixels, counts = pixels[chosen].to(DEVICE).float() / 255, counts[chosen].to(DEVICE)
        mean, sd = pixels.mean(dim=(0, 2, 3), keepdim=True), pixels.std(dim=(0, 2, 3), keepdim=True)
        padded = functional.pad((pixels - mean) / sd, (PADDING,) * 4)
        self.padded = padded.permute(0, 2, 3, 1).contiguous()  # [N, H + 8, W + 8, C]
        self.targets = counts / counts.sum(dim=1, keepdim=True)  # [N, K], rows sum to 1
        self.range = torch.arange(SIDE, device=DEVICE)

    def batch(self, items):
        """Cropped and flipped images [B, C, H, W], channels-last in memory, and their targets [B, K]."""
        size = items.shape[0]
        offsets = torch.randint(0, 2 * PADDING + 1, (2, size, 1), device=DEVICE)
        flip = torch.rand(size, 1, device=DEVICE) < 0.5
        rows = offsets[0] + self.range  # [B, H]
        columns = offsets[1] + torch.where(flip, SIDE - 1 - self.range, self.range)  # [B, W]
        images = self.padded[items[:, None, None], rows[:, :, None], columns[:, None, :]]  # [B, H, W, C]
        return images.permute(0, 3, 1, 2), self.targets[items]


def new_network():
    torch.manual_seed(0)
    network = make('resnet18-cifar', (3, SIDE, SIDE), CLASSES).to(DEVICE)
    return network, lambda: torch.optim.SGD(network.parameters(), lr=0.1, momentum=0.9, weight_decay=5e-4)


class Eager:
    name = 'Python, eager, TF32'

    def __init__(self, data):
        self.data = data
        self.network, optimizer = new_network()
        self.optimizer = optimizer()
        self.epoch()

    def epoch(self):
        """The mean loss, on the device: nothing here waits for the GPU."""
        total = torch.zeros((), device=DEVICE)
        for items in torch.randperm(TRAIN, device=DEVICE).split(BATCH):
            x, targets = self.data.batch(items)
            self.optimizer.zero_grad()
            loss = functional.cross_entropy(self.network(x.contiguous()), targets)
            loss.backward()
            self.optimizer.step()
            total += loss.detach() * len(items)
        return total / TRAIN


class Tuned:
    name = 'Python, bf16, CUDA graph'

    def __init__(self, data):
        self.data = data
        self.network, optimizer = new_network()
        self.network = self.network.to(memory_format=torch.channels_last)
        self.optimizer = optimizer()
        self.total = torch.zeros((), device=DEVICE)
        self.stream = torch.cuda.Stream()
        torch.backends.cudnn.benchmark = True
        self.graphs = {size: self.capture(size) for size in {BATCH, TRAIN - (STEPS - 1) * BATCH}}
        torch.backends.cudnn.benchmark = False  # the eager loop keeps torch's default
        self.epoch()

    def step(self, items):
        self.optimizer.zero_grad(set_to_none=True)
        x, targets = self.data.batch(items)
        with torch.autocast('cuda', dtype=torch.bfloat16, cache_enabled=False):
            logits = self.network(x)
        loss = functional.cross_entropy(logits.float(), targets)
        loss.backward()
        self.optimizer.step()
        self.total += loss.detach() * items.shape[0]

    def capture(self, size):
        items = torch.arange(size, device=DEVICE)
        self.stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(self.stream):
            for _ in range(5):  # picks the algorithms, makes the momentum
                self.step(items)
        torch.cuda.current_stream().wait_stream(self.stream)
        torch.cuda.synchronize()
        graph = torch.cuda.CUDAGraph()
        self.optimizer.zero_grad(set_to_none=True)  # so that the gradients are of the graph's own memory
        with torch.cuda.graph(graph, stream=self.stream):
            self.step(items)
        return items, graph

    def epoch(self):
        self.total.zero_()
        for chosen in torch.randperm(TRAIN, device=DEVICE).split(BATCH):
            items, graph = self.graphs[chosen.shape[0]]
            items.copy_(chosen)
            graph.replay()
        return self.total / TRAIN


def time_peer(peer, epochs):
    """ms a step, and the loss of the last epoch."""
    torch.cuda.synchronize()
    start = time.perf_counter()
    for _ in range(epochs):
        loss = peer.epoch()
    torch.cuda.synchronize()
    milliseconds = 1000 * (time.perf_counter() - start) / (epochs * STEPS)
    if not math.isfinite(loss.item()):
        sys.exit(f'{peer.name}: the loss is {loss.item()}')
    return milliseconds, loss.item()


def time_steps(build, runs):
    """ms a model-step of training alone, and the number of parameters."""
    command = [os.path.join(build, 'train_bench'), 'resnet18-cifar', str(runs), str(5 * STEPS), 'cuda']
    made = json.loads(subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout)
    return made['ms_per_step'], made['parameters']


def time_runs(program, data, epochs, runs, scratch):
    """ms a model-step of whole runs side by side, the evaluation of every epoch included, from the first step on."""
    output = os.path.join(scratch, 'run')
    shutil.rmtree(output, ignore_errors=True)
    command = [program, 'train', '--data', data, '--delivery', 'soft', '--model', 'resnet18-cifar', '--epochs',
               str(epochs), '--device', 'cuda', '--seed', f'0..{runs - 1}' if runs > 1 else '0', '--jobs', str(runs),
               '-o', output, '--json']
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f'{" ".join(command)}:\n{done.stderr}')
    records = json.loads(done.stdout)['runs']
    if len(records) != runs:
        sys.exit(f'{len(records)} runs came back, not {runs}')
    # Runs side by side share the GPU, so that their speeds add up.
    images = sum(record['execution']['images_per_second'] for record in records)
    return 1000 * TRAIN / images / STEPS, records[0]['parameters']


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('build')
    parser.add_argument('--data', default='cifar10h')
    parser.add_argument('--epochs', type=int, default=15)
    parser.add_argument('--repeats', type=int, default=2)
    parser.add_argument('--folder')
    add_small(parser)
    arguments = parser.parse_args()
    if arguments.small:
        arguments.epochs, arguments.repeats = 2, 1
    program = os.path.join(arguments.build, 'dissent')
    need_cuda(torch)
    began = time.perf_counter()
    data = Data(program, arguments.data)
    peers = [Eager(data), Tuned(data)]
    parameters = {peer.name: sum(p.numel() for p in peer.network.parameters()) for peer in peers}
    found, losses = {peer.name: [] for peer in peers}, {}
    with tempfile.TemporaryDirectory(dir=arguments.folder) as scratch:
        for repeat in range(arguments.repeats):  # in turn, so that what the machine does meets all of them
            if repeat and time.perf_counter() - began > PATIENCE:
                break
            for peer, epochs in zip(peers, (max(2, arguments.epochs // 4), arguments.epochs)):
                milliseconds, losses[peer.name] = time_peer(peer, epochs)
                found[peer.name].append(milliseconds)
            ours = {'dissent, alone': lambda: time_steps(arguments.build, 1),
                    'dissent, four at once': lambda: time_steps(arguments.build, 4),
                    'dissent, four whole runs': lambda: time_runs(program, arguments.data, arguments.epochs, 4, scratch)}
            for name, run in ours.items():
                milliseconds, parameters[name] = run()
                found.setdefault(name, []).append(milliseconds)
    if len(set(parameters.values())) != 1:
        sys.exit(f'the networks differ: {parameters}')
    images = 'CIFAR-10H' if data.real else 'random images'
    print(f'{torch.cuda.get_device_name()}, torch {torch.__version__}; resnet18-cifar, {TRAIN:,} training images, '
          f'batch {BATCH}; Python on {images}')
    eager, tuned = (statistics.median(found[peer.name]) for peer in peers)
    for name, times in found.items():
        middle = statistics.median(times)
        loss = f'; loss {losses[name]:.3f}' if name in losses else ''
        print(f'  {name:<26}{middle:6.2f} ms a model-step  ({min(times):.2f} to {max(times):.2f}, n = {len(times)}); '
              f'{eager / middle:.2f} times eager, {tuned / middle:.2f} times tuned{loss}')
    print(f'  {next(iter(parameters.values())):,} parameters each; {time.perf_counter() - began:.0f} s in all; whole runs include each '
          'epoch\'s evaluation')


if __name__ == '__main__':
    main()
