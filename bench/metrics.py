#!/usr/bin/python3
"""All scores of predictions against annotators: dissent beside vectorised numpy and scipy, in the same run.

Usage: bench/metrics.py BUILD_FOLDER [--items 1000000] [--repeats 3] [--large] [--small] [--folder SCRATCH]
Random predictions (double) and counts (7 votes an item, 10 classes) lie in memory on both sides, at a tenth and the
whole of the size; --large adds ten times the size, for which 1.6 GB of disk and 10 GB of memory are needed. First both
must give the same: to 1e-9, the smooth calibration error to 1e-3, which numpy has from a binned cosine transform. Then
1000 resamplings of 10,000 items. The annotators' majorities have no ties, which dissent would draw.
"""
import argparse
import json
import os
import platform
import resource
import statistics
import subprocess
import sys
import tempfile
import time

from bench_support import add_small, need

need('numpy', 'scipy')
import numpy  # noqa: E402
import scipy  # noqa: E402
from scipy import fft, optimize, special, stats  # noqa: E402

CLASSES, VOTES, BINS = 10, 7, 15
TOLERANCE, SMOOTH_TOLERANCE = 1e-9, 1e-3


def make(folder, items):
    """Paths of predictions and counts; each prediction leans to what the item's annotators say, as a model's does."""
    random = numpy.random.default_rng(items)
    predictions, counts = (os.path.join(folder, name) for name in ('predictions.npy', 'counts.npy'))
    q = numpy.lib.format.open_memmap(predictions, 'w+', numpy.float64, (items, CLASSES))
    c = numpy.lib.format.open_memmap(counts, 'w+', numpy.int64, (items, CLASSES))
    for begin in range(0, items, 500_000):
        here = slice(begin, min(items, begin + 500_000))
        n = here.stop - begin
        mood = random.standard_gamma(0.3, (n, CLASSES)) + 1e-6
        votes = random.multinomial(VOTES, mood / mood.sum(axis=1, keepdims=True))
        rows, first = numpy.arange(n), votes.argmax(axis=1)
        last = CLASSES - 1 - votes[:, ::-1].argmax(axis=1)
        tied = votes[rows, first] == votes[rows, last]
        tied &= first != last
        votes[rows[tied], first[tied]] += 1
        votes[rows[tied], last[tied]] -= 1
        c[here] = votes
        mood = numpy.sqrt(mood) * random.standard_gamma(2, (n, CLASSES)) + 1e-4
        q[here] = mood / mood.sum(axis=1, keepdims=True)
    return predictions, counts


def bin_starts(n):
    return numpy.concatenate([[0], numpy.cumsum([len(b) for b in numpy.array_split(numpy.empty(n, bool), BINS)])[:-1]])


def bin_sums(order, starts, *columns):
    return [numpy.add.reduceat(column[order], starts) for column in columns]


def smooth_ece(f, y):
    """The fixed point of smECE, residuals gathered in 2^14 cells: a cosine transform reflects at 0 and 1."""
    cells = 1 << 14
    residual = numpy.bincount(numpy.minimum((f * cells).astype(numpy.int64), cells - 1), f - y, cells) / len(f) * cells
    waves, frequencies = fft.dct(residual, norm='ortho'), numpy.pi * numpy.arange(cells)

    def at(sigma):
        return numpy.abs(fft.idct(waves * numpy.exp(-(frequencies * sigma) ** 2 / 2), norm='ortho')).mean()
    return optimize.brentq(lambda sigma: at(sigma) - sigma, 1e-3, 1)


def peer_scores(q, counts, labels):
    """Scores, and the columns [items] of those that are means."""
    n = len(q)
    p = counts / counts.sum(axis=1, keepdims=True)
    log_q = numpy.log(q)
    columns = {
        'soft_nll': -numpy.einsum('ik,ik->i', p, log_q),
        'predicted_entropy': -numpy.einsum('ik,ik->i', q, log_q),
        'entropy': special.entr(p).sum(axis=1).round(12),  # equal votes tie, whatever the order of the classes
    }
    clipped = numpy.log(numpy.clip(q, 1e-12, 1 - 1e-12) + 1e-9)
    columns['soft_nll_clipped'] = -numpy.einsum('ik,ik->i', p, clipped)
    del log_q, clipped
    # JS divergence = H of the mean less the mean H
    middle = (p + q) / 2
    mixed = -numpy.einsum('ik,ik->i', middle, numpy.log(middle))
    del middle
    mixed -= (columns['entropy'] + columns['predicted_entropy']) / 2
    columns['js_distance'] = numpy.sqrt(numpy.maximum(mixed, 0))
    difference = q - p
    columns['soft_brier'] = numpy.einsum('ik,ik->i', difference, difference)
    columns['manhattan'] = numpy.abs(difference, out=difference).sum(axis=1)
    columns['total_variation'] = columns['manhattan'] / 2
    del difference
    predicted = q.argmax(axis=1)
    confidence = q[numpy.arange(n), predicted]
    right = (predicted == labels) * 1.0
    columns['accuracy'] = right
    columns['error_rate'] = 1 - p[numpy.arange(n), predicted]
    scores = {name: column.mean() for name, column in columns.items()}
    table = numpy.bincount(labels * CLASSES + predicted, minlength=CLASSES**2).reshape(CLASSES, CLASSES)
    hits, of_labels, of_predictions = table.diagonal(), table.sum(axis=1), table.sum(axis=0)
    either = of_labels + of_predictions
    scores['macro_f1'] = (2 * hits[either > 0] / either[either > 0]).mean()
    chance = (of_labels / n) @ (of_predictions / n)
    scores['cohen_kappa'] = (hits.sum() / n - chance) / (1 - chance)
    scores['kl'] = scores['soft_nll'] - scores['entropy']
    scores['entropy_corr'] = stats.spearmanr(columns['predicted_entropy'], columns['entropy'])[0]
    scores['entropy_pearson'] = numpy.corrcoef(columns['predicted_entropy'], columns['entropy'])[0, 1]
    scores['smooth_ece'] = smooth_ece(confidence, right)
    starts = bin_starts(n)
    sizes = numpy.diff([*starts, n])
    f, y = bin_sums(numpy.argpartition(confidence, starts[1:]), starts, confidence, right)
    scores['ece'] = numpy.abs(f - y).sum() / n
    parts = dict.fromkeys(('reliability', 'resolution', 'uncertainty', 'within_variance', 'within_covariance'), 0)
    classwise = 0
    for k in range(CLASSES):
        q_k, p_k = numpy.ascontiguousarray(q[:, k]), numpy.ascontiguousarray(p[:, k])
        order = numpy.argpartition(q_k, starts[1:])  # bins without sorting within them
        f, y, ff, fy, is_k = bin_sums(order, starts, q_k, p_k, q_k * q_k, q_k * p_k, labels == k)
        f, y = f / sizes, y / sizes
        parts['reliability'] += (sizes * (f - y) ** 2).sum() / n
        parts['resolution'] += (sizes * (y - p_k.mean()) ** 2).sum() / n
        parts['uncertainty'] += p_k.var()
        parts['within_variance'] += (ff - sizes * f * f).sum() / n
        parts['within_covariance'] += (fy - sizes * f * y).sum() / n
        classwise += (sizes * numpy.abs(f - is_k / sizes)).sum() / n
    scores['classwise_ece'] = classwise / CLASSES
    scores.update({f'brier_{name}': value for name, value in parts.items()})
    return scores, columns


def resampled(columns, replicates):
    """95 % intervals of the means over items."""
    random, n = numpy.random.default_rng(1), len(columns[0])
    table = numpy.stack(columns, axis=1)
    means = [numpy.bincount(random.integers(0, n, n), minlength=n) @ table / n for _ in range(replicates)]
    return numpy.quantile(means, [0.025, 0.975], axis=0)


def peer(predictions, counts, repeats, replicates):
    """What metrics_bench prints, from numpy; in a process of its own, for its memory."""
    q, c = numpy.load(predictions), numpy.load(counts)
    labels = c.argmax(axis=1)
    result = {'seconds': [], 'bootstrap_seconds': []}
    for _ in range(repeats):
        start = time.perf_counter()
        scores, columns = peer_scores(q, c, labels)
        result['seconds'].append(time.perf_counter() - start)
        result['scores'] = {name: float(value) for name, value in scores.items()}
        if replicates:
            start = time.perf_counter()
            resampled(list(columns.values()), replicates)
            result['bootstrap_seconds'].append(time.perf_counter() - start)
    result['peak_bytes'] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    print(json.dumps(result))


def answer(words, **variables):
    done = subprocess.run(words, capture_output=True, text=True, env={**os.environ, **variables})
    if done.returncode != 0:
        sys.exit(f'{words[0]} failed: {done.stderr.strip()}')
    return json.loads(done.stdout)


def check_same(ours, theirs):
    """Largest difference of the scores; ends the program where it is too large or a score is missing."""
    if set(ours) != set(theirs):
        sys.exit(f'scores of one side only: {sorted(set(ours) ^ set(theirs))}')
    differences = {name: abs(ours[name] - theirs[name]) for name in ours}
    for name, difference in differences.items():
        if not difference <= (SMOOTH_TOLERANCE if name == 'smooth_ece' else TOLERANCE):
            sys.exit(f'{name}: {ours[name]!r} of dissent, {theirs[name]!r} of numpy')
    smooth = differences.pop('smooth_ece')
    return max(differences.values()), smooth


def show(name, times, items, note):
    times = sorted(times)
    print(f'  {name:<22}{statistics.median(times):8.3f} s  ({times[0]:.3f} to {times[-1]:.3f}, n = {len(times)})'
          f'{statistics.median(times) / items * 1e9:8.1f} ns an item  {note}', flush=True)


def compare(bench, items, repeats, folder, before):
    """Prints one size; returns dissent's median seconds for the next."""
    with tempfile.TemporaryDirectory(dir=folder) as scratch:
        files = make(scratch, items)
        size = sum(os.path.getsize(file) for file in files)
        theirs = answer([sys.executable, __file__, '--peer', *files, str(repeats), '0'])
        runs = {f'dissent, {threads} threads' if threads > 1 else 'dissent, 1 thread':
                answer([bench, *files, str(repeats), '0'], DISSENT_THREADS=str(threads))
                for threads in sorted({1, os.cpu_count()}, reverse=True)}
    for run in runs.values():
        largest, smooth = check_same(run['scores'], theirs['scores'])
    print(f'{items:,} items, {size / 1e6:,.0f} MB; {len(theirs["scores"])} scores are the same: they differ by '
          f'{largest:.1e} at most, smooth_ece by {smooth:.1e}')
    peer_time = statistics.median(theirs['seconds'])

    def memory(run):
        return f'peak {run["peak_bytes"] / 1e6:,.0f} MB, {run["peak_bytes"] / size:.2f} times the files'
    show('numpy', theirs['seconds'], items, memory(theirs))
    for name, run in runs.items():
        ratio = peer_time / statistics.median(run['seconds'])
        show(name, run['seconds'], items, f'{memory(run)}; {ratio:.1f} times numpy')
    now = statistics.median(next(iter(runs.values()))['seconds'])
    if before:
        print(f'  dissent takes {now / before:.1f} times as long for ten times the items')
    return now


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('build')
    parser.add_argument('--items', type=int, default=1_000_000)
    parser.add_argument('--repeats', type=int, default=3)
    parser.add_argument('--large', action='store_true', help='ten times the items, too')
    parser.add_argument('--folder')
    add_small(parser)
    arguments = parser.parse_args()
    replicates, resampled_items = 1000, 10_000
    if arguments.small:
        arguments.items, arguments.repeats, replicates, resampled_items = 20_000, 1, 20, 2_000
    bench = os.path.join(arguments.build, 'metrics_bench')
    print(f'{os.cpu_count()} cores, {platform.machine()}, numpy {numpy.__version__}, scipy {scipy.__version__}; '
          f'{VOTES} votes an item, {CLASSES} classes, {BINS} bins')
    before = None
    for items in (arguments.items // 10, arguments.items, *([arguments.items * 10] if arguments.large else [])):
        before = compare(bench, items, arguments.repeats, arguments.folder, before)
    with tempfile.TemporaryDirectory(dir=arguments.folder) as scratch:
        words = [*make(scratch, resampled_items), str(arguments.repeats), str(replicates)]
        theirs, ours = answer([sys.executable, __file__, '--peer', *words]), answer([bench, *words])
    check_same(ours['scores'], theirs['scores'])
    print(f'{replicates:,} resamplings of {resampled_items:,} items, the scores that are means over items')
    items = replicates * resampled_items
    show('numpy', theirs['bootstrap_seconds'], items, '')
    ratio = statistics.median(theirs['bootstrap_seconds']) / statistics.median(ours['bootstrap_seconds'])
    show('dissent', ours['bootstrap_seconds'], items, f'{ratio:.1f} times numpy')


if __name__ == '__main__':
    if sys.argv[1:2] == ['--peer']:
        peer(*sys.argv[2:4], *map(int, sys.argv[4:6]))
    else:
        main()
