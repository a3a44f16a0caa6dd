#!/usr/bin/python3
"""Dawid-Skene: dissent against a vectorised numpy version of the same algorithm, in the same run; and how long an
iteration of the other models of annotators takes beside it (tests/cli/parity_test.py checks their answers).

Usage: bench/dawid_skene.py BUILD_FOLDER [--votes 10000000] [--iterations 5] [--small] [--folder SCRATCH]
The posteriors must agree to 1e-9.
"""
import argparse
import json
import os
import platform
import resource
import subprocess
import sys
import tempfile
import time

from bench_support import add_small, need

need('numpy')
import numpy  # noqa: E402

CLASSES = 10


def peer(item, worker, label, items, workers, classes, iterations, smoothing=0.01):
    """Start at vote proportions; M-step with additive smoothing; E-step in log space. Also run by tests/cli."""
    cell = worker * classes + label
    posterior = numpy.bincount(item * classes + label, minlength=items * classes).reshape(items, classes).astype(float)
    posterior /= posterior.sum(axis=1, keepdims=True)
    for _ in range(iterations):
        prior = posterior.mean(axis=0)
        confusion = numpy.empty((classes, workers, classes))  # [true, worker, given]
        for k in range(classes):
            sums = numpy.bincount(cell, weights=posterior[item, k], minlength=workers * classes)
            confusion[k] = sums.reshape(workers, classes) + smoothing
        confusion /= confusion.sum(axis=2, keepdims=True)
        log_confusion = numpy.log(confusion).reshape(classes, workers * classes)
        with numpy.errstate(divide='ignore'):
            log_prior = numpy.log(prior)
        scores = numpy.stack([log_prior[k] + numpy.bincount(item, weights=log_confusion[k][cell], minlength=items)
                              for k in range(classes)], axis=1)
        largest = scores.max(axis=1, keepdims=True)
        posterior = numpy.exp(scores - largest)
        total = posterior.sum(axis=1, keepdims=True)
        likelihood = float((largest + numpy.log(total)).sum()) / len(item)
        posterior /= total
    return posterior, likelihood


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('build')
    parser.add_argument('--votes', type=int, default=10_000_000)
    parser.add_argument('--iterations', type=int, default=5)
    parser.add_argument('--folder')
    add_small(parser)
    arguments = parser.parse_args()
    need('pandas')
    workers = 10_000
    if arguments.small:
        arguments.votes, arguments.iterations, workers = 80_000, 3, 100
    bench = os.path.join(arguments.build, 'votes_bench')
    print(f'{os.cpu_count()} cores, {platform.machine()}; 10 votes an item, 10 classes, {workers:,} workers')
    with tempfile.TemporaryDirectory(dir=arguments.folder) as folder:
        path, posterior_path = os.path.join(folder, 'votes.csv'), os.path.join(folder, 'posterior.bin')
        for votes in (arguments.votes // 16, arguments.votes // 4, arguments.votes):
            items = votes // 10
            subprocess.run([bench, 'make', path, str(votes), str(items), str(workers)], check=True)
            run = json.loads(subprocess.run([bench, 'dawid-skene', path, str(arguments.iterations), posterior_path],
                                            check=True, capture_output=True, text=True).stdout)
            at = run['seconds_at_iteration']
            steps = sorted(b - a for a, b in zip(at, at[1:])) or at
            ours = steps[len(steps) // 2]

            import pandas
            table = pandas.read_csv(path)
            item = table['task'].str[1:].astype('int64').to_numpy()
            worker = table['worker'].str[1:].astype('int64').to_numpy()
            label = table['label'].str[1:].astype('int64').to_numpy()
            present, item = numpy.unique(item, return_inverse=True)  # items that got no vote are in no file
            del table
            start = time.perf_counter()
            expected, likelihood = peer(item, worker, label, len(present), workers, CLASSES, arguments.iterations)
            theirs = (time.perf_counter() - start) / arguments.iterations

            found = numpy.fromfile(posterior_path).reshape(-1, CLASSES)
            worst = float(numpy.abs(found - expected).max())
            if not (worst < 1e-9 and abs(likelihood - run['log_likelihood']) < 1e-9):
                sys.exit(f'the answers differ: {worst} in the posterior, {likelihood} {run["log_likelihood"]}')
            print(f'{votes:,} votes, {len(present):,} items\n'
                  f'  dissent  {ours:7.3f} s an iteration ({steps[0]:.3f} to {steps[-1]:.3f}), peak {run["peak_mb"]:,.0f} MB\n'
                  f'  numpy    {theirs:7.3f} s an iteration, peak '
                  f'{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:,.0f} MB\n'
                  f'  {theirs / ours:.1f} times numpy; largest difference {worst:.1e}', flush=True)
            for method in ('one-coin', 'mace', 'glad'):
                run = json.loads(subprocess.run([bench, 'model', path, method, str(arguments.iterations)], check=True,
                                                capture_output=True, text=True).stdout)
                at = run['seconds_at_iteration']
                step = (at[-1] - at[0]) / max(1, len(at) - 1)
                print(f'  {method:8} {step:7.3f} s an iteration, {step / ours:.2f} times Dawid-Skene', flush=True)


if __name__ == '__main__':
    main()
