#!/usr/bin/python3
"""Reading a long CSV of votes: dissent against pandas.read_csv plus groupby, in the same run.

Usage: bench/long_csv.py BUILD_FOLDER [--votes 50000000] [--repeats 3] [--small] [--folder SCRATCH]
Both sides must find the same items, annotators, votes, class totals and sum of squared counts.
"""
import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile

from bench_support import add_small, need

PEER = r"""
import json, resource, sys, time
import pandas
start = time.perf_counter()
table = pandas.read_csv(sys.argv[1])
counts = table.groupby(['task', 'label']).size()
seconds = time.perf_counter() - start
totals = counts.groupby(level=1).sum()
print(json.dumps({
    'seconds': seconds, 'peak_mb': resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    'items': int(counts.index.get_level_values(0).nunique()), 'annotators': int(table['worker'].nunique()),
    'votes': int(len(table)), 'class_totals': [int(x) for x in totals.sort_index()],
    'sum_of_squared_counts': int((counts.astype('int64') ** 2).sum())}))
"""


def measure(command, repeats):
    runs = [json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
            for _ in range(repeats)]
    times = sorted(run.pop('seconds') for run in runs)
    peak = max(run.pop('peak_mb') for run in runs)
    if any(run != runs[0] for run in runs):
        sys.exit(f'{command[0]}: different answers in different runs')
    return times, peak, runs[0]


def show(name, times, peak):
    print(f'  {name:<22}{statistics.median(times):8.2f} s  ({times[0]:.2f} to {times[-1]:.2f}, n = {len(times)})'
          f'{peak:9.0f} MB', flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('build')
    parser.add_argument('--votes', type=int, default=50_000_000)
    parser.add_argument('--repeats', type=int, default=3)
    parser.add_argument('--folder')
    add_small(parser)
    arguments = parser.parse_args()
    need('pandas')
    if arguments.small:
        arguments.votes, arguments.repeats = 160_000, 1
    bench = os.path.join(arguments.build, 'votes_bench')
    print(f'{os.cpu_count()} cores, {platform.machine()}; votes in random order, 5 an item, 10 classes')
    with tempfile.TemporaryDirectory(dir=arguments.folder) as folder:
        path = os.path.join(folder, 'votes.csv')
        # Three sizes show the growth; the peer runs at all of them, so that the ratio is seen at each.
        for votes in (arguments.votes // 16, arguments.votes // 4, arguments.votes):
            subprocess.run([bench, 'make', path, str(votes), str(votes // 5), '100000'], check=True)
            print(f'{votes:,} votes, {os.path.getsize(path) / 1e6:,.0f} MB')
            ours, our_peak, our_answer = measure([bench, 'import', path], arguments.repeats)
            show('dissent', ours, our_peak)
            peer, peer_peak, peer_answer = measure([sys.executable, '-c', PEER, path], 1)
            show('pandas', peer, peer_peak)
            if our_answer != peer_answer:
                sys.exit(f'the answers differ:\n{our_answer}\n{peer_answer}')
            print(f'  same answer; {statistics.median(peer) / statistics.median(ours):.1f} times pandas, '
                  f'{statistics.median(ours) / votes * 1e9:.0f} ns a vote')


if __name__ == '__main__':
    main()
