"""dissent's statistics beside scipy, statsmodels, scikit-learn and numpy: parity_test.py DUMP_PROGRAM

`DUMP_PROGRAM` answers a JSON list of requests (dump/stats_dump.cpp). Random, tied and constant numbers. Where
definitions differ on purpose, the truth is written here in numpy:
- scipy's exact Wilcoxon takes the ranks for 1..n, so that it holds without ties and zeros only. With them (n <= 12)
  every sign pattern is enumerated here.
- zeros under zsplit: here half of their ranks is a constant on either side, so that p is pratt's and only W+ and W-
  move; scipy's normal approximation counts them into the variance, as if they had signs.
- from 61 differences on, both use the normal approximation with tie correction and without continuity correction.
- differences within 1e-12 of each other, relatively, are ties here; to scipy they are different.
"""
import itertools
import json
import math
import subprocess
import sys
import warnings
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / 'support'))
from philox import philox  # noqa: E402

try:
    import numpy
    from scipy import stats
    from sklearn.metrics import average_precision_score, roc_auc_score, roc_curve
    from statsmodels.stats.multitest import multipletests
except ImportError as error:
    print(f'skipped: {error}')
    sys.exit(77)

PROGRAM = sys.argv[1]
EXACT, FINE, CLOSE = 1e-15, 1e-12, 1e-10
ALTERNATIVES = ('greater', 'less', 'two-sided')


class Requests:
    """Questions with what to do with the answers, asked all at once."""

    def __init__(self):
        self.questions, self.checks = [], []

    def ask(self, check, **question):
        self.questions.append(json.loads(json.dumps(question, default=lambda x: x.tolist())))
        self.checks.append(check)

    def run(self):
        done = subprocess.run([PROGRAM], input=json.dumps(self.questions), check=True, capture_output=True, text=True)
        for question, check, answer in zip(self.questions, self.checks, json.loads(done.stdout), strict=True):
            try:
                check(answer)
            except AssertionError as problem:
                sys.exit(f'{str(question)[:600]}: {problem}')
        return len(self.checks)


def close(name, ours, theirs, tolerance=CLOSE):
    """Equal up to the tolerance; null here is NaN there."""
    if ours is None or math.isnan(theirs):
        assert ours is None and math.isnan(theirs), f'{name}: {ours} here, {theirs} there'
    else:
        assert abs(ours - theirs) <= tolerance * max(1, abs(theirs)), f'{name}: {ours} here, {theirs} there'


def all_close(name, ours, theirs, tolerance=CLOSE):
    assert len(ours) == len(theirs), f'{name}: {len(ours)} here, {len(theirs)} there'
    for i, (mine, other) in enumerate(zip(ours, theirs)):
        close(f'{name}[{i}]', mine, float(other), tolerance)


def enumerated(values, zeros):
    """W+, W-, and the three p from all sign patterns of the differences that are not zero."""
    d = numpy.asarray(values, dtype=float)
    if zeros == 'drop':
        d = d[d != 0]
    ranks = stats.rankdata(numpy.abs(d))
    split = ranks[d == 0].sum() / 2 if zeros == 'zsplit' else 0
    mine, signs = ranks[d != 0], numpy.sign(d[d != 0])
    plus = mine[signs > 0].sum()
    patterns = numpy.array(list(itertools.product((0, 1), repeat=len(mine)))).reshape(2 ** len(mine), len(mine))
    sums = patterns @ mine  # multiples of a half: exact
    greater, less = (sums >= plus).mean(), (sums <= plus).mean()
    return {'w_plus': plus + split, 'w_minus': mine[signs < 0].sum() + split, 'greater': greater, 'less': less,
            'two-sided': min(1, 2 * min(greater, less))}


def ask_enumerated(requests, values, zeros):
    truth = enumerated(values, zeros)

    def check(ours):
        assert ours['exact']
        for key, value in truth.items():
            close(key, ours[key], value, EXACT)
        d = numpy.asarray(values, dtype=float)
        numbers = [(d > 0).sum(), (d < 0).sum(), (d == 0).sum()]
        assert [ours[key] for key in ('positive', 'negative', 'zeros')] == numbers
        whole = truth['w_plus'] + truth['w_minus']
        moves = (numpy.asarray(values) != 0).any()
        close('rank_biserial', ours['rank_biserial'], (truth['w_plus'] - truth['w_minus']) / whole if moves else 0)
    requests.ask(check, what='wilcoxon', values=list(values), zeros=zeros)


def ask_scipy(requests, values, zeros, mode):
    method = {'drop': 'wilcox', 'pratt': 'pratt'}[zeros]

    def check(ours):
        assert ours['exact'] == (mode == 'exact'), f'exact is {ours["exact"]}'
        with warnings.catch_warnings():
            warnings.simplefilter('ignore')
            for alternative in ALTERNATIVES:
                theirs = stats.wilcoxon(values, zero_method=method, correction=False, alternative=alternative,
                                        mode=mode)
                close(alternative, ours[alternative], theirs.pvalue, EXACT if mode == 'exact' else CLOSE)
            close('W+', ours['w_plus'], stats.wilcoxon(values, zero_method=method, alternative='greater').statistic)
    requests.ask(check, what='wilcoxon', values=list(values), zeros=zeros)


def ask_wilcoxon(requests, random):
    known = [0.5, -0.2, 0.2, 0.7, 0.9]  # DEFINITIONS.md
    requests.ask(lambda ours: all_close('known', [ours[k] for k in ('w_plus', 'greater', 'two-sided')],
                                        [13.5, 0.09375, 0.1875], EXACT), what='wilcoxon', values=known)
    for n in range(1, 13):
        for tied in (False, True):
            for zeros in ('drop', 'pratt', 'zsplit'):
                values = random.integers(-3, 4, n) / 10 if tied else random.normal(0.3, 1, n)
                ask_enumerated(requests, values, zeros)
    for values in ([0, 0, 0], [0.2] * 7, [-0.1] * 5 + [0.1], [0], [1e-300, -2e-300, 3e-300], [1e300, -1e300, 5e299]):
        for zeros in ('drop', 'pratt', 'zsplit'):
            ask_enumerated(requests, values, zeros)
    # What rounding makes of equal differences is still equal: 0.1 + 0.2 and 0.3.
    nearly = [0.1 + 0.2, -0.3, 0.5, 0.7 - 0.2, 0.4]
    truth = enumerated([0.3, -0.3, 0.5, 0.5, 0.4], 'drop')
    requests.ask(lambda ours: all_close('nearly tied', [ours[k] for k in truth], truth.values(), EXACT),
                 what='wilcoxon', values=nearly)
    for n in (2, 5, 10, 13, 25, 40, 50):
        ask_scipy(requests, random.normal(0.2, 1, n), 'drop', 'exact')
    for n in (61, 100, 400):
        ask_scipy(requests, random.normal(0.1, 1, n), 'drop', 'approx')
        tied = random.integers(-5, 7, n) / 10
        assert (tied != 0).sum() > 60 or n == 61
        for zeros in ('drop', 'pratt'):
            if (tied != 0).sum() > 60:
                ask_scipy(requests, tied, zeros, 'approx')

    # zsplit moves W+ and W-, and no p: also in the normal approximation.
    tied = random.integers(-5, 7, 300) / 10
    answers = {}
    requests.ask(lambda ours: answers.update(ours), what='wilcoxon', values=tied, zeros='pratt')

    def check(ours):
        half = stats.rankdata(numpy.abs(tied))[tied == 0].sum() / 2
        all_close('zsplit', [ours['w_plus'], ours['w_minus']], [answers['w_plus'] + half, answers['w_minus'] + half])
        all_close('zsplit', [ours[a] for a in ALTERNATIVES], [answers[a] for a in ALTERNATIVES], EXACT)
    requests.ask(check, what='wilcoxon', values=tied, zeros='zsplit')

    for n in (1, 5, 10, 60):
        requests.ask(lambda ours, n=n: close('smallest', ours, 0.5 ** n, EXACT),
                     what='smallest_p', pairs=n, two_sided=False)
        requests.ask(lambda ours, n=n: close('smallest', ours, min(1, 0.5 ** (n - 1)), EXACT),
                     what='smallest_p', pairs=n, two_sided=True)
        requests.ask(lambda ours, n=n: close('all agree', ours['greater'], 0.5 ** n, EXACT),
                     what='wilcoxon', values=[0.1 * (i + 1) for i in range(n)])


def ask_holm(requests, random):
    for p in ([0.04], [0.01, 0.04, 0.03, 0.005], [0.5] * 6, [0.0, 1.0, 1.0, 0.0], [0.02, 0.02, 0.9],
              *(random.random(n) ** 3 for n in (2, 7, 50))):
        requests.ask(lambda ours, p=p: all_close('holm', ours, multipletests(p, method='holm')[1]),
                     what='holm', values=p)


def correlation(of, a, b):
    if len(a) < 2 or len(set(a)) == 1 or len(set(b)) == 1:
        return math.nan
    return of(a, b)[0]


def ask_ranks(requests, random):
    large = random.normal(size=5000)
    inputs = {
        'random': random.normal(size=200), 'tied': random.integers(0, 5, 300) / 7, 'constant': numpy.full(20, 0.1),
        'one': numpy.array([3.0]), 'two': numpy.array([2.0, 1.0]), 'signed zeros': numpy.array([0.0, -0.0, 1, -1, 0.0]),
        'tiny': random.normal(size=100) * 1e-300, 'huge': random.normal(size=100) * 1e300,
        'near': 1 + random.integers(0, 4, 400) * 2.0 ** -52, 'large': large, 'large, tied': numpy.round(large, 1),
        'mixed': numpy.exp(random.normal(0, 100, 3000)),
    }
    for name, x in inputs.items():
        requests.ask(lambda ours, x=x, name=name: all_close(f'ranks, {name}', ours, stats.rankdata(x)),
                     what='ranks', values=x)
        order = numpy.argsort(x + 0.0, kind='stable').tolist()
        requests.ask(lambda ours, order=order: same('order', ours, order), what='order', values=x)
        for bins in (1, 3, 15, 40):
            bin_of = numpy.empty(len(x), dtype=int)
            for b, members in enumerate(numpy.array_split(order, bins)):
                bin_of[members.astype(int)] = b
            requests.ask(lambda ours, bin_of=bin_of: same('bins', ours, bin_of.tolist()),
                         what='bins', values=x, bins=bins)
        if name in ('tiny', 'huge', 'mixed'):
            continue  # squares of these leave the range of a double
        for other, y in (('noise', random.normal(size=len(x))), ('itself', x), ('itself, turned', -x),
                         ('tied', random.integers(0, 3, len(x)).astype(float)), ('constant', numpy.ones(len(x)))):
            spearman = correlation(stats.spearmanr, x.tolist(), y.tolist())
            requests.ask(lambda ours, v=spearman, n=f'{name} and {other}': close(f'spearman, {n}', ours, v),
                         what='spearman', a=x, b=y)
            if name == 'near':
                continue  # differs in the last two bits only: rounding of the means decides, on both sides
            pearson = correlation(stats.pearsonr, x.tolist(), y.tolist())
            requests.ask(lambda ours, v=pearson, n=f'{name} and {other}': close(f'pearson, {n}', ours, v),
                         what='pearson', a=x, b=y)
    a, b = numpy.round(random.normal(size=120), 1), numpy.round(random.normal(size=120), 1)
    weights = random.multinomial(120, numpy.full(120, 1 / 120))
    repeated = stats.spearmanr(numpy.repeat(a, weights), numpy.repeat(b, weights))[0]
    requests.ask(lambda ours: close('weighted spearman', ours, repeated), what='spearman', a=a, b=b, weights=weights)


def same(name, ours, theirs):
    assert ours == theirs, f'{name}: {str(ours)[:200]} here, {str(theirs)[:200]} there'


def halves(x):
    return [x & 0xFFFFFFFF, x >> 32]


def drawn_weights(seed, replicate, n):
    """How often each item is drawn: draw d is half d % 2 of the block (d / 2, replicate) of the stream 'bootstrap'."""
    name = 0xcbf29ce484222325
    for c in b'bootstrap':
        name = (name ^ c) * 0x100000001b3 & (1 << 64) - 1
    key = philox(halves(seed) + halves(name), [0x64697373, 0x656e7400])[:2]
    weights = [0] * n
    for d in range(n):
        words = philox(halves(d // 2) + halves(replicate), key)[d % 2 * 2:][:2]
        weights[(words[1] << 32 | words[0]) * n >> 64] += 1
    return weights


def ask_bootstrap(requests, random):
    for n in (1, 2, 255, 256, 257, 700):
        for seed, replicate in ((0, 0), (7, 3), (2 ** 40 + 1, 999)):
            truth = drawn_weights(seed, replicate, n)
            requests.ask(lambda ours, truth=truth: same('weights', ours, truth),
                         what='weights', seed=seed, replicate=replicate, items=n)

    # Multinomial: 400 replicates of 50 items; each total has mean 400 and variance 400 (1 - 1/50).
    totals, squares = numpy.zeros(50), []

    def gather(ours):
        assert sum(ours) == 50
        totals.__iadd__(ours)
        squares.append(sum((w - 1) ** 2 for w in ours) / (1 - 1 / 50))  # chi-square with 49 degrees of freedom
    for replicate in range(400):
        requests.ask(gather, what='weights', seed=1, replicate=replicate, items=50)

    def uniform(_):
        chi = ((totals - 400) ** 2).sum() / 400
        assert 1e-4 < stats.chi2.sf(chi, 49) < 1 - 1e-4, f'items are not drawn alike: {chi} for 49 degrees of freedom'
        assert abs(numpy.mean(squares) - 50) < 5 * math.sqrt(2 * 50 / 400), 'the draws are not independent'
    requests.ask(uniform, what='weights', seed=1, replicate=0, items=50)

    for values in (random.normal(size=101), random.integers(0, 4, 30) / 3, numpy.array([2.0]), numpy.array([1.0, 2.0]),
                   numpy.full(9, 0.1)):
        ordered = numpy.sort(values)
        for q in (0, 0.025, 0.31, 0.5, 0.975, 1):
            requests.ask(lambda ours, v=numpy.quantile(ordered, q): close('quantile', ours, v),
                         what='quantile', values=ordered, q=q)
        for level in (0.95, 0.5):
            ends = numpy.quantile(values, [(1 - level) / 2, (1 + level) / 2])
            requests.ask(lambda ours, ends=ends: all_close('interval', ours, ends),
                         what='interval', values=values, level=level)
        means = [numpy.average(values, weights=drawn_weights(11, r, len(values))) for r in range(60)]
        requests.ask(lambda ours, ends=numpy.quantile(means, [0.05, 0.95]): all_close('bootstrap_mean', ours, ends),
                     what='bootstrap_mean', values=values, replicates=60, seed=11, level=0.9)


def detection(inside, outside):
    """The three numbers by scikit-learn; the threshold of FPR95 is the first, going down, that keeps 95 % of inside."""
    truth, scores = numpy.repeat([1, 0], [len(inside), len(outside)]), numpy.concatenate([inside, outside])
    false_positive, true_positive, _ = roc_curve(truth, scores, drop_intermediate=False)
    return {'auroc': roc_auc_score(truth, scores), 'fpr95': false_positive[numpy.argmax(true_positive >= 0.95)],
            'aupr': average_precision_score(truth, scores)}


def ask_detection(requests, random):
    for n, m in ((1, 1), (1, 7), (7, 1), (19, 30), (20, 20), (21, 5), (100, 1000), (1000, 40), (2000, 10000)):
        a, b = random.normal(0.7, 1, n), random.normal(0, 1.5, m)
        for name, inside, outside in (
                ('random', a, b), ('tied', numpy.round(a), numpy.round(b)), ('of two values', a > 0.5, b > 0.5),
                ('constant', numpy.full(n, 0.1), numpy.full(m, 0.1)), ('apart', a + 1000, b), ('inverted', a - 1000, b),
                ('nearly equal', 1 + random.integers(0, 4, n) * 2.0 ** -52, 1 + random.integers(0, 4, m) * 2.0 ** -52),
                ('saturated', 1 - numpy.exp(-40 * numpy.abs(a)), 1 - numpy.exp(-40 * numpy.abs(b)))):
            inside, outside = inside.astype(float), outside.astype(float)

            def check(ours, truth=detection(inside, outside), name=f'{name}, {n} and {m}'):
                for key, value in truth.items():
                    close(f'{key}, {name}', ours[key], value, FINE)
            requests.ask(check, what='detection', **{'in': inside, 'out': outside})


def main():
    random = numpy.random.default_rng(4)
    requests = Requests()
    for ask in (ask_wilcoxon, ask_holm, ask_ranks, ask_bootstrap, ask_detection):
        ask(requests, random)
    print(f'{requests.run()} passed, 0 failed')


main()
