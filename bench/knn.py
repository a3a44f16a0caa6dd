#!/usr/bin/env python3
"""Distance to the 50th nearest of 8,000 training features for 10,000 images, on the CPU: dissent against scikit-learn.

Usage: bench/knn.py BUILD_FOLDER [--features 8000] [--queries 10000] [--width 512] [--repeats 3] [--small]
"""
import argparse
import json
import os
import subprocess
import tempfile
import time

from bench_support import add_small, need

need('numpy', 'sklearn')
import numpy  # noqa: E402
from sklearn.neighbors import NearestNeighbors  # noqa: E402

NEIGHBOURS = 50


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('build')
    parser.add_argument('--features', type=int, default=8000)
    parser.add_argument('--queries', type=int, default=10000)
    parser.add_argument('--width', type=int, default=512)
    parser.add_argument('--repeats', type=int, default=3)
    add_small(parser)
    options = parser.parse_args()
    if options.small:
        options.features, options.queries, options.width, options.repeats = 600, 300, 32, 1
    draws = numpy.random.default_rng(0)
    centres = draws.normal(size=(10, options.width))

    def features(count):  # ten classes, after a ReLU
        return numpy.maximum(centres[draws.integers(0, 10, count)] + draws.normal(size=(count, options.width)), 0).astype('float32')

    bank, asked = features(options.features), features(options.queries)
    with tempfile.TemporaryDirectory() as folder:
        files = [os.path.join(folder, name) for name in ('bank.npy', 'asked.npy')]
        for file, values in zip(files, (bank, asked)):
            numpy.save(file, values)
        words = [os.path.join(options.build, 'knn_bench'), *files, str(NEIGHBOURS), str(options.repeats)]
        ours = json.loads(subprocess.run(words, capture_output=True, text=True, check=True).stdout)
    unit = [values / numpy.linalg.norm(values, axis=1, keepdims=True) for values in (bank, asked)]
    times = []
    for _ in range(options.repeats):
        began = time.perf_counter()
        distances = NearestNeighbors(n_neighbors=NEIGHBOURS, algorithm='brute').fit(unit[0]).kneighbors(unit[1])[0][:, -1]
        times.append(time.perf_counter() - began)
    some = draws.choice(options.queries, 200, replace=False)
    exact = [values.astype('float64') / numpy.linalg.norm(values.astype('float64'), axis=1, keepdims=True) for values in (bank, asked[some])]
    truth = numpy.sort(numpy.sqrt(numpy.maximum(2 - 2 * exact[1] @ exact[0].T, 0)), axis=1)[:, NEIGHBOURS - 1]
    errors = [numpy.abs(numpy.array(found)[some] - truth).max() for found in (ours['distances'], distances)]
    assert errors[0] < 1e-7, errors
    times.sort()
    print(f"dissent      {ours['seconds']:.2f} s ({ours['fastest']:.2f} to {ours['slowest']:.2f}, n = {options.repeats}), "
          f'largest error {errors[0]:.1e}')
    print(f'scikit-learn {times[len(times) // 2]:.2f} s ({times[0]:.2f} to {times[-1]:.2f}), largest error {errors[1]:.1e}')
    print(f"ratio {times[len(times) // 2] / ours['seconds']:.2f}")


if __name__ == '__main__':
    main()
