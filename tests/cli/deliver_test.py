"""`dissent deliver` beside numpy: labels drawn again from the documented keys, the shares of sls, the cycle of multipass,
the rows of soft. Usage: deliver_test.py PROGRAM REPOSITORY
"""
import json
import os
import subprocess
import sys
import tempfile

PROGRAM = sys.argv[1]
try:
    import numpy
except ImportError as error:
    print(f'skipped: {error}')
    sys.exit(77)

U32 = 0xFFFFFFFF


def philox(counter, key):
    """Philox4x32-10 of Salmon et al. 2011."""
    c, k = list(counter), list(key)
    for _ in range(10):
        a, b = 0xD2511F53 * c[0], 0xCD9E8D57 * c[2]
        c = [b >> 32 ^ c[1] ^ k[0], b & U32, a >> 32 ^ c[3] ^ k[1], a & U32]
        k = [k[0] + 0x9E3779B9 & U32, k[1] + 0xBB67AE85 & U32]
    return c


def stream(seed, name):
    """The draws of a named stream at (a, b), as docs/delivery.md has them: two of 64 bits."""
    text = 0xcbf29ce484222325
    for byte in name.encode():
        text = (text ^ byte) * 0x100000001b3 % 2**64
    key = philox([seed & U32, seed >> 32, text & U32, text >> 32], [0x64697373, 0x656e7400])[:2]

    def draws(a, b):
        c = philox([a & U32, a >> 32, b & U32, b >> 32], key)
        return c[1] << 32 | c[0], c[3] << 32 | c[2]
    return draws


def below(bits, n):
    return bits * n >> 64


def sls(counts, seed, epoch, every=1):
    draws = stream(seed, 'sls')
    labels = []
    for item, row in enumerate(counts):
        votes = numpy.repeat(numpy.arange(len(row)), row)
        labels.append(votes[below(draws(item, epoch // every)[0], len(votes))])
    return labels


def multipass(counts, seed, epoch):
    draws = stream(seed, 'multipass')
    labels = []
    for item, row in enumerate(counts):
        left = list(numpy.repeat(numpy.arange(len(row)), row))
        for i in range(epoch % len(left) + 1):
            label = left.pop(below(draws(item, i // 2)[i % 2], len(left)))
        labels.append(label)
    return labels


class Files:
    def __init__(self, folder):
        self.folder = folder

    def path(self, name):
        return os.path.join(self.folder, name)

    def deliver(self, votes, method, epochs, *options):
        done = subprocess.run([PROGRAM, 'deliver', self.path(votes), '--format',
                               'counts' if votes.endswith('.npy') else 'auto', '--method', method, '--epochs', epochs, '-o',
                               self.path('out.npy'), '--json', *options], check=True, capture_output=True, text=True)
        array = numpy.load(self.path('out.npy'))
        summary = json.loads(done.stdout)
        assert summary['shape'] == list(array.shape) and summary['dtype'] == str(array.dtype), summary
        return array


def check_keys(files, counts):
    for seed in (0, 3, 2**40 + 5):
        ours = files.deliver('counts.npy', 'sls', '0..6', '--seed', str(seed))
        assert ours.dtype == numpy.int32
        assert ours.tolist() == [sls(counts, seed, epoch) for epoch in range(7)]
        ours = files.deliver('counts.npy', 'multipass', '0..20', '--seed', str(seed))
        assert ours.tolist() == [multipass(counts, seed, epoch) for epoch in range(21)]
        ours = files.deliver('counts.npy', 'deterministic', '5', '--seed', str(seed), '--dtype', 'int64')
        assert ours.dtype == numpy.int64
        assert ours.tolist() == [multipass(counts, seed + 1000, 5)]
    ours = files.deliver('counts.npy', 'sls', '4..9', '--resample-every', '4')
    assert ours.tolist() == [sls(counts, 0, epoch, 4) for epoch in range(4, 10)]


def check_rows_of_the_same_votes(files, counts, random):
    """A long CSV of the same votes in another order, annotators and all, gives the same labels."""
    rows = [(f'item {i}', k) for i, row in enumerate(counts) for k in numpy.repeat(numpy.arange(len(row)), row)]
    order = [rows[i] for i in random.permutation(len(rows))]
    order.sort(key=lambda row: int(row[0].split()[1]))  # items in the order of the array, votes still shuffled
    with open(files.path('long.csv'), 'w') as file:
        file.write('item,worker,label\n')
        file.writelines(f'{item},w{n},{k}\n' for n, (item, k) in enumerate(order))
    classes = ','.join(str(k) for k in range(counts.shape[1]))
    for method in ('soft', 'multipass', 'deterministic', 'sls', 'shuffled-sls', 'majority', 'label-smoothing',
                   'smoothed-soft'):
        by_count = files.deliver('counts.npy', method, '0..12')
        by_row = files.deliver('long.csv', method, '0..12', '--classes', classes)
        assert (by_count == by_row).all(), method
    for cut in ('multinomial', 'nested'):
        options = ('--votes-per-item', '1', '--cut', cut)
        by_count = files.deliver('counts.npy', 'soft', '0', *options)
        assert (by_count == files.deliver('long.csv', 'soft', '0', '--classes', classes, *options)).all(), cut
        assert (by_count.max(axis=2) == 1).all()


def check_shares(files, counts):
    p = counts / counts.sum(axis=1, keepdims=True)
    epochs = 3000
    labels = files.deliver('counts.npy', 'sls', f'0..{epochs - 1}')
    found = numpy.stack([(labels == k).mean(axis=0) for k in range(counts.shape[1])], axis=1)
    error = numpy.sqrt(p * (1 - p) / epochs)
    assert (numpy.abs(found - p) <= 5 * error + 1e-12).all()
    soft = files.deliver('counts.npy', 'soft', '7..8')
    assert soft.dtype == numpy.float32 and (soft[0] == soft[1]).all()
    assert (soft[0] == p.astype(numpy.float32)).all()


def check_cycle(files, counts):
    votes = counts.sum(axis=1)
    labels = files.deliver('counts.npy', 'multipass', f'0..{2 * votes.max() - 1}', '--seed', '9')
    for item, m in enumerate(votes):
        for begin in (0, m):
            cycle = labels[begin:begin + m, item]
            assert (numpy.bincount(cycle, minlength=counts.shape[1]) == counts[item]).all(), item


def main():
    random = numpy.random.default_rng(1)
    counts = random.multinomial(random.integers(1, 13, size=150), random.dirichlet([0.5] * 6, size=150))
    counts[0] = [30, 0, 5, 1, 90, 2]  # many votes
    with tempfile.TemporaryDirectory() as folder:
        files = Files(folder)
        numpy.save(files.path('counts.npy'), counts)
        check_keys(files, counts)
        check_rows_of_the_same_votes(files, counts, random)
        check_shares(files, counts)
        check_cycle(files, counts)
    print('4 passed, 0 failed')


main()
