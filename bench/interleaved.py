#!/usr/bin/python3
"""Is a new build slower than an old one? Runs benchmarks of two build folders in turn and prints the ratio of their times.

Usage: bench/interleaved.py OLD_BUILD NEW_BUILD [--benchmarks inspect long_csv deliver metrics train cuda] [--pairs 9] [--least 0.97]
       bench/interleaved.py OLD_BUILD NEW_BUILD --command '{build}/dissent eval predictions.npz votes.csv'
A pair is one measurement of each, in turn the old and the new one first, so that whatever else the machine does meets both.
The ratio is old seconds to new seconds: above 1 the new build is faster. Printed are its median over the pairs and the
interval of order statistics that holds the true median with at least 95 % (with 9 pairs the second smallest to the second
largest). Both builds must give the same answers. --least R: status 1 where an interval lies below R as a whole.
  inspect   starting `dissent inspect` on a few votes, the whole process
  long_csv  votes_bench: reading a long CSV of votes in random order
  deliver   deliver_bench: an epoch of labels by sls and by multipass
  metrics   metrics_bench: all scores of predictions (needs numpy and scipy)
  train     train_bench: a training step of resnet8 on the CPU
  cuda      train_bench: a training step of resnet18-cifar on a GPU, one run and four side by side (only where it is asked for)
"""
import argparse
import json
import math
import os
import platform
import shlex
import statistics
import subprocess
import sys
import tempfile
import time

from bench_support import add_small, need, skip

LEAST_PAIRS = 9


class Benchmark:
    """measure(build) gives seconds and an answer, which must be the same for both builds."""

    def __init__(self, name, measure, program):
        self.name, self.measure, self.program = name, measure, program


def printed(*words):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f'{" ".join(map(str, words))}: {done.stderr.strip()}')
    return done.stdout


def answer(*words):
    return json.loads(printed(*words))


def benchmarks(chosen, folder, new, small):
    """Those of the names `chosen`, their input files made in `folder` by the new build."""
    votes, items, scores, steps = (20_000, 50_000, 5_000, 2) if small else (5_000_000, 10_000_000, 500_000, 60)

    def at(build, program):
        return os.path.join(build, program)

    def inspect(build):
        path, starts = os.path.join(folder, 'few.csv'), 3 if small else 40
        began = time.perf_counter()
        found = {printed(at(build, 'dissent'), 'inspect', path, '--json') for _ in range(starts)}
        return (time.perf_counter() - began) / starts, found

    def long_csv(build):
        found = answer(at(build, 'votes_bench'), 'import', os.path.join(folder, 'votes.csv'))
        del found['peak_mb']
        return found.pop('seconds'), found

    def deliver(form, method):
        def measure(build):
            found = answer(at(build, 'deliver_bench'), 'time', form, method, items, 5)
            return statistics.median(found['seconds']), found['sum']
        return measure

    def metrics(build):
        found = answer(at(build, 'metrics_bench'), *files, 3, 0)
        return statistics.median(found['seconds']), found['scores']

    def train(model, lanes, device):
        def measure(build):
            found = answer(at(build, 'train_bench'), model, lanes, 10 * steps if device == 'cuda' else steps, device)
            return found['ms_per_step'] / 1000, found['parameters']
        return measure

    if 'inspect' in chosen:
        with open(os.path.join(folder, 'few.csv'), 'w') as file:
            file.write('item,annotator,label\n' + ''.join(f'i{v // 3},a{v % 3},{"ny"[v * v % 5 % 2]}\n' for v in range(300)))
        yield Benchmark('inspect, start', inspect, 'dissent')
    if 'long_csv' in chosen:
        printed(at(new, 'votes_bench'), 'make', os.path.join(folder, 'votes.csv'), votes, votes // 5, 100_000)
        yield Benchmark(f'long_csv, {votes:,} votes', long_csv, 'votes_bench')
    if 'deliver' in chosen:
        for form, method in (('votes', 'sls'), ('counts', 'multipass')):
            yield Benchmark(f'deliver, {method}, {items:,} items', deliver(form, method), 'deliver_bench')
    if 'metrics' in chosen:
        need('numpy', 'scipy')
        from metrics import make
        files = make(folder, scores)
        yield Benchmark(f'metrics, {scores:,} items', metrics, 'metrics_bench')
    if 'train' in chosen:
        yield Benchmark('train, resnet8, CPU', train('resnet8', 1, 'cpu'), 'train_bench')
    if 'cuda' in chosen:
        for lanes in (1, 4):
            yield Benchmark(f'train, resnet18-cifar, GPU, {lanes} at once', train('resnet18-cifar', lanes, 'cuda'), 'train_bench')


def command(words):
    def measure(build):
        began = time.perf_counter()
        printed(*(word.replace('{build}', build) for word in words))
        return time.perf_counter() - began, None
    return Benchmark(' '.join(words), measure, None)


def interval(ratios, coverage=0.95):
    """The narrowest pair of order statistics, as many left out on both sides, that holds the median with that probability."""
    ratios, n = sorted(ratios), len(ratios)
    left_out, outside = 0, 2 / 2 ** n
    while 2 * (left_out + 1) < n:
        more = outside + 2 * math.comb(n, left_out + 1) / 2 ** n
        if 1 - more < coverage:
            break
        left_out, outside = left_out + 1, more
    return ratios[left_out], ratios[n - 1 - left_out], 1 - outside


def compare(benchmark, builds, pairs):
    """Prints one line; returns the upper end of the interval."""
    for build in builds:  # once each before anything counts
        benchmark.measure(build)
    times, ratios = ([], []), []
    for pair in range(pairs):
        answers = [None, None]
        for side in (0, 1) if pair % 2 == 0 else (1, 0):
            seconds, answers[side] = benchmark.measure(builds[side])
            times[side].append(seconds)
        if answers[0] != answers[1]:
            sys.exit(f'{benchmark.name}: the builds give different answers:\n{answers[0]}\n{answers[1]}')
        ratios.append(times[0][-1] / times[1][-1])
    low, high, coverage = interval(ratios)
    old, new = (1000 * statistics.median(side) for side in times)
    print(f'{benchmark.name:<34} old {old:10.2f} ms, new {new:10.2f} ms; ratio {statistics.median(ratios):.3f} '
          f'({low:.3f} to {high:.3f}, {100 * coverage:.0f} %, {pairs} pairs)', flush=True)
    return high


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('old')
    parser.add_argument('new')
    names = ('inspect', 'long_csv', 'deliver', 'metrics', 'train')
    parser.add_argument('--benchmarks', nargs='+', choices=(*names, 'cuda'))
    parser.add_argument('--command', action='append', default=[], help='a command to time as a whole, with {build} for the folder')
    parser.add_argument('--pairs', type=int, default=LEAST_PAIRS)
    parser.add_argument('--least', type=float, help='status 1 where an interval does not reach this ratio')
    parser.add_argument('--folder', help='for the files that are read')
    add_small(parser)
    options = parser.parse_args()
    if options.small:  # one thread, since tests run beside each other
        options.pairs = 2
        os.environ['DISSENT_THREADS'] = '1'
    elif options.pairs < LEAST_PAIRS:
        print(f'fewer than {LEAST_PAIRS} pairs: a try, not a measurement', file=sys.stderr)
    chosen = options.benchmarks or (() if options.command else names)
    print(f'{os.cpu_count()} cores, {platform.machine()}; load {os.getloadavg()[0]:.1f}; old {options.old}, new {options.new}')
    slower = []
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        for benchmark in (*benchmarks(chosen, folder, options.new, options.small), *(command(shlex.split(text)) for text in options.command)):
            missing = [build for build in (options.old, options.new) if benchmark.program and not os.path.exists(os.path.join(build, benchmark.program))]
            if missing:
                skip(f'{benchmark.program} is not built in {missing[0]}')
            high = compare(benchmark, (options.old, options.new), options.pairs)
            if options.least is not None and high < options.least:
                slower.append(f'{benchmark.name}: the ratio is below {options.least}')
    if slower:
        sys.exit('\n'.join(slower))


if __name__ == '__main__':
    main()
