#!/usr/bin/python3
"""One label an item and epoch: dissent's sls and multipass against torch.multinomial, in the same run.

Usage: bench/deliver.py BUILD_FOLDER [--items 50000000] [--repeats 5] [--threads 2] [--small] [--folder SCRATCH]
Votes in memory on both sides: 5 an item, 10 classes. First both draw many epochs for a sample of the items, and each
must fit the votes' shares: Pearson's statistic within 5 standard deviations of its mean, no label that nobody gave.
"""
import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time

from bench_support import add_small, need

need('numpy', 'torch')
import numpy  # noqa: E402
import torch  # noqa: E402

CLASSES = 10


def misfit(labels, p):
    """Standard deviations of Pearson's statistic of labels [epochs, items] from its mean under p [items, classes]."""
    epochs, items = labels.shape
    cell = numpy.arange(items) * CLASSES + labels
    drawn = numpy.bincount(cell.ravel(), minlength=items * CLASSES).reshape(items, CLASSES)
    if (drawn[p == 0] > 0).any():
        sys.exit('a label was drawn that nobody gave')
    expected = epochs * p
    given = p > 0
    statistic = ((drawn - expected)[given] ** 2 / expected[given]).sum()
    k = given.sum(axis=1)
    inverse = numpy.where(given, 1 / numpy.where(given, p, 1), 0).sum(axis=1)
    variance = (2 * (k - 1) + (inverse - k ** 2 - 2 * k + 2) / epochs).sum()
    return (statistic - (k - 1).sum()) / variance ** 0.5


def show(name, times, items, note=''):
    times = sorted(times)
    print(f'  {name:<22}{statistics.median(times):8.3f} s  ({times[0]:.3f} to {times[-1]:.3f}, n = {len(times)})'
          f'{statistics.median(times) / items * 1e9:7.1f} ns an item{note}', flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('build')
    parser.add_argument('--items', type=int, default=50_000_000)
    parser.add_argument('--repeats', type=int, default=5)
    parser.add_argument('--threads', type=int, default=2)
    parser.add_argument('--folder')
    add_small(parser)
    arguments = parser.parse_args()
    most, epochs = 20_000, 400  # items and epochs of the sample that is checked
    if arguments.small:
        arguments.items, arguments.repeats, arguments.threads, most, epochs = 100_000, 1, 1, 2_000, 100
    bench = os.path.join(arguments.build, 'deliver_bench')
    os.environ['DISSENT_THREADS'] = str(arguments.threads)
    torch.set_num_threads(arguments.threads)
    torch.manual_seed(0)
    print(f'{os.cpu_count()} cores, {platform.machine()}, {arguments.threads} threads, torch {torch.__version__}; '
          '5 votes an item, 10 classes, one epoch')
    for items in (arguments.items // 25, arguments.items // 5, arguments.items):
        sample = min(most, items)
        with tempfile.TemporaryDirectory(dir=arguments.folder) as folder:
            subprocess.run([bench, 'sample', folder, str(items), str(sample), str(epochs)], check=True)
            counts = torch.from_file(os.path.join(folder, 'counts.bin'), shared=False, size=items * CLASSES,
                                     dtype=torch.uint8).view(items, CLASSES)
            probabilities = counts.to(torch.float32).div_(5)
            labels = numpy.fromfile(os.path.join(folder, 'labels.bin'), dtype=numpy.int32).reshape(epochs, sample)
            p = counts[:sample].numpy() / 5
            del counts
        theirs = torch.stack([torch.multinomial(probabilities[:sample], 1)[:, 0] for _ in range(epochs)]).numpy()
        ours_off, theirs_off = misfit(labels, p), misfit(theirs, p)
        if not (abs(ours_off) < 5 and abs(theirs_off) < 5):
            sys.exit(f'the labels do not fit the votes: {ours_off:.1f} and {theirs_off:.1f} standard deviations')
        print(f'{items:,} items; both fit the votes ({ours_off:+.1f} and {theirs_off:+.1f} standard deviations)')

        peer = []
        for _ in range(arguments.repeats):
            start = time.perf_counter()
            torch.multinomial(probabilities, 1)
            peer.append(time.perf_counter() - start)
        del probabilities
        show('torch.multinomial', peer, items)
        for method in ('sls', 'multipass'):
            sums = set()
            for form in ('votes', 'counts'):
                run = json.loads(subprocess.run([bench, 'time', form, method, str(items), str(arguments.repeats)],
                                                check=True, capture_output=True, text=True).stdout)
                sums.add(run['sum'])
                ratio = statistics.median(peer) / statistics.median(run['seconds'])
                show(f'{method}, {form}', run['seconds'], items, f'  {ratio:.1f} times torch')
            if len(sums) > 1:
                sys.exit(f'{method}: votes and counts give different labels')


if __name__ == '__main__':
    main()
