"""Every score of `dissent eval --json` beside scipy, scikit-learn and numpy: eval_parity_test.py PROGRAM REPOSITORY

eval_reference.py has the scores a second time from their definitions. Predictions are random, tied, one-hot, uniform,
near zero, logits of +-500 or float32, votes tied, unanimous or ratings; on all items and on a slice. Agreement is to
1e-10; smooth_ece, by direct summation of the reflected kernel on a grid, to 1e-7.
"""
import csv
import itertools
import json
import math
import os
import subprocess
import sys
import tempfile
import traceback

PROGRAM, REPOSITORY = sys.argv[1:3]
try:
    import numpy
    from scipy import optimize, special, stats
    from sklearn import metrics
except ImportError as error:
    print(f'skipped: {error}')
    sys.exit(77)
from eval_inputs import cases, random_counts, random_rows  # noqa: E402
from eval_reference import (Judgement, binned_error, equal_mass, kernel_sums, label_scores, smece, smece_at,  # noqa: E402
                            tie_mean)

CLOSE, SMOOTH, IDENTITY = 1e-10, 1e-7, 1e-12
ITEM_MEANS = ('soft_nll', 'kl', 'soft_brier', 'js_distance', 'total_variation', 'manhattan', 'soft_nll_clipped', 'error_rate',
              'entropy', 'predicted_entropy')
LABEL_SCORES = ('accuracy', 'macro_f1', 'cohen_kappa')
MEANS = (*ITEM_MEANS, *LABEL_SCORES)
ORDINAL = ('ranked_probability', 'wasserstein', 'absolute_distance')


def close(name, ours, theirs, tolerance=CLOSE):
    """Equal up to the tolerance; NaN and infinity there are null here."""
    if ours is None or not math.isfinite(theirs):
        assert ours is None and not math.isfinite(theirs), f'{name}: {ours} here, {theirs} there'
    else:
        assert abs(ours - theirs) <= tolerance * max(1, abs(theirs)), f'{name}: {ours!r} here, {theirs!r} there'


# What the program says beside them.

def run(*words, folder):
    done = subprocess.run([PROGRAM, *words], capture_output=True, text=True, cwd=folder)
    assert done.returncode == 0, f'{words}: {done.stderr}'
    return done.stdout


def check_human(ours, counts, items):
    """The prior and alpha are those of all votes, whichever items are scored."""
    share = counts.sum(axis=0) / counts.sum()
    several = counts[counts.sum(axis=1) > 1]
    mine = counts[items]
    pairs = mine[mine.sum(axis=1) > 1]
    assert ours['items'] == len(pairs) and ours['left_out'] == len(mine) - len(pairs)
    given = share > 0

    def negative(log_alpha):
        a = numpy.exp(log_alpha)
        c, prior = several[:, given], share[given]
        return -(special.gammaln(a) - special.gammaln(c.sum(axis=1) + a)
                 + (special.gammaln(c + a * prior) - special.gammaln(a * prior)).sum(axis=1)).sum()
    alpha = ours['alpha']
    if (several.max(axis=1) == several.sum(axis=1)).all():
        assert alpha == 0
    elif alpha is None:  # infinite: the likelihood still rises where alpha is huge
        assert negative(14) <= min(negative(x) for x in numpy.linspace(-10, 12, 200))
    else:
        best = optimize.minimize_scalar(negative, bounds=(-10, 14), method='bounded', options={'xatol': 1e-12}).x
        close('human alpha', alpha, math.exp(best), 1e-5)  # a flat top: the likelihood is equal to 1e-10
        close('human likelihood', negative(math.log(alpha)), negative(best))
    if not len(pairs):
        assert ours['soft_nll'] is None and ours['kl'] is None
        return
    m = pairs.sum(axis=1, keepdims=True)
    guess = numpy.broadcast_to(share, pairs.shape) if alpha is None else (pairs - 1 + alpha * share) / (m - 1 + alpha)
    terms = special.xlogy(pairs / m, numpy.where(pairs > 0, guess, 1))
    close('human soft_nll', ours['soft_nll'], -terms.sum(axis=1).mean())
    close('human kl', ours['kl'], -terms.sum(axis=1).mean() - stats.entropy(pairs, axis=1).mean())


def check_curve(ours, judgement, smooth_ece):
    assert ours['sigma'] == max(smooth_ece, 1e-3)
    t = numpy.linspace(0, 1, 101)
    assert numpy.allclose(ours['confidence'], t, rtol=0, atol=1e-15)
    confidence, outcome, _ = judgement.calibration()
    density, right = kernel_sums(t, confidence, [numpy.ones(len(confidence)), outcome], ours['sigma'])
    for i in range(len(t)):
        close(f'density at {t[i]:.2f}', ours['density'][i], density[i], 1e-9)
        if density[i] < 0.9e-9:
            assert ours['outcome'][i] is None
        elif density[i] > 1.1e-9:  # the ratio has the rounding of the series over the density
            close(f'outcome at {t[i]:.2f}', ours['outcome'][i], right[i] / density[i], 1e-10 + 1e-12 / density[i])


def check_part(name, ours, judgement, counts, items, case, shares):
    n, classes = judgement.p.shape
    assert ours['n'] == n
    truth = judgement.scores(case.bins, case.tie_safe)
    for key in (*MEANS, 'ece', 'entropy_corr', 'entropy_pearson', 'classwise_ece', *(k for k in truth if k.startswith('brier_'))):
        close(f'{name}: {key}', ours[key], float(truth[key]))
        assert (ours[key] is None) == (key in ours['reasons']), f'{name}: the reason of {key}'
    # smECE_sigma does not increase with sigma, so that the fixed point is no farther away than smECE is from sigma.
    f, outcome, known = judgement.calibration()
    assert ours['accuracy_items'] == (judgement.labels >= 0).sum() and ours['calibration_items'] == known.sum()
    if len(f):
        sigma = max(ours['smooth_ece'], 1e-3)
        close(f'{name}: smooth_ece', ours['smooth_ece'], smece_at(sigma, f, outcome), SMOOTH)
    else:
        assert ours['smooth_ece'] is None and 'smooth_ece' in ours['reasons']
    for key in ORDINAL:
        if judgement.values is None:
            assert ours[key] is None and ours['reasons'][key] == 'the classes have no order'
        else:
            close(f'{name}: {key}', ours[key], truth[key])
    infinite = (~numpy.isfinite(judgement.item_scores()['soft_nll'])).sum()
    assert ours['infinite'] == infinite, f'{name}: {ours["infinite"]} infinite items here, {infinite} there'
    if infinite:
        assert str(infinite) in ours['reasons']['soft_nll']
    else:
        scale = max(1, ours['soft_nll'])
        assert abs(ours['soft_nll'] - ours['kl'] - ours['entropy']) <= IDENTITY * scale
    brier = (ours['brier_reliability'] - ours['brier_resolution'] + ours['brier_uncertainty']
             + ours['brier_within_variance'] - 2 * ours['brier_within_covariance'])
    miss = brier - ours['soft_brier']
    assert abs(miss) <= IDENTITY, f'{name}: the Brier identity is off by {miss}'

    labelled = judgement.labels >= 0
    recall = metrics.recall_score(judgement.labels[labelled], judgement.predicted[labelled], labels=range(classes),
                                  average=None, zero_division=0) if labelled.any() else None
    for k in range(classes):
        there = (judgement.labels == k).any()
        close(f'{name}: recall of {k}', ours['recall'][case.classes[k]], float(recall[k]) if there else math.nan)

    y = tie_mean(f, outcome) if case.tie_safe else outcome
    bins = equal_mass(f, case.bins) if len(f) else []
    assert len(bins) == len(ours['reliability'])
    for members, mine in zip(bins, ours['reliability']):
        assert mine['n'] == len(members)
        for key, value in (('confidence', f[members].mean()), ('outcome', y[members].mean()), ('low', f[members].min()),
                           ('high', f[members].max())):
            close(f'{name}: {key} of a bin', mine[key], value)

    for key, row in (('class_shares', shares), ('uniform', numpy.full(classes, 1 / classes))):
        constant = Judgement(judgement.p, numpy.tile(row, (n, 1)), False, judgement.labels, None, judgement.values)
        means = {metric: values.mean() for metric, values in constant.item_scores().items()}
        means.update({metric: value for metric, value in label_scores(constant.labels, constant.predicted).items()
                      if not math.isnan(value)})
        assert set(ours['baselines'][key]) == set(means)
        for metric, value in means.items():
            close(f'{name}: {metric} of {key}', ours['baselines'][key][metric], float(value))

    if counts is None or counts.sum(axis=1).max() < 2:
        assert ours['human_reference'] is None and 'human_reference' in ours['reasons']
    else:
        check_human(ours['human_reference'], counts, items)


class Case:
    """Votes, predictions and options; the files that say so; and the program's answer beside the scores here."""

    def __init__(self, name, counts, cells, logits=False, ratings=False, gold=None, target='auto', bins=15,
                 tie_safe=False, votes='long', form='npy', share=0.05, shuffle=False, accuracy_target=None):
        self.name, self.counts, self.cells, self.logits, self.gold = name, counts, cells, logits, gold
        self.target, self.bins, self.tie_safe, self.share, self.ratings = target, bins, tie_safe, share, ratings
        self.votes, self.form, self.shuffle = votes, form, shuffle
        self.stated = accuracy_target
        self.accuracy_target = accuracy_target or ('majority' if gold is None else 'gold')
        classes = counts.shape[1]
        self.classes = [str(k + 1) for k in range(classes)] if ratings else [f'c{k}' for k in range(classes)]
        self.items = [f'item {i:04d}' for i in range(len(counts))]

    def write_votes(self, folder):
        if self.votes == 'probabilities':
            with open(os.path.join(folder, 'votes.csv'), 'w', newline='') as file:
                csv.writer(file).writerows([['item', *self.classes], *(
                    [item, *map(repr, (row / row.sum()).tolist())] for item, row in zip(self.items, self.counts))])
            return
        with open(os.path.join(folder, 'votes.csv'), 'w', newline='') as file:
            rows = csv.writer(file)
            rows.writerow(['item', 'annotator', 'label'])
            for item, row in zip(self.items, self.counts):
                for voter, label in enumerate(numpy.repeat(self.classes, row)):
                    rows.writerow([item, f'w{voter}', label])

    def write_predictions(self, folder, name):
        order = numpy.random.default_rng(0).permutation(len(self.cells)) if self.shuffle else range(len(self.cells))
        path = os.path.join(folder, f'{name}.{self.form}')
        if self.form == 'npy':
            numpy.save(path, self.cells)
        elif self.form == 'npz':
            numpy.savez(path, **{'logits' if self.logits else 'probs': self.cells[order],
                                 'items': [self.items[i] for i in order], 'classes': self.classes})
        elif self.form == 'csv':
            with open(path, 'w', newline='') as file:
                csv.writer(file).writerows([['item', *self.classes], *(
                    [self.items[i], *map(repr, self.cells[i].tolist())] for i in order)])
        else:
            with open(path, 'w') as file:
                for i in order:
                    file.write(json.dumps({'id': self.items[i],
                                           'probabilities': dict(zip(self.classes, self.cells[i].tolist()))}) + '\n')
        return path

    def words(self, folder):
        self.write_votes(folder)
        words = ['eval', '--votes', 'votes.csv', '--json', '--target', self.target]
        words += ['--slice', f'entropy-top:{self.share}']
        if self.bins != 15:
            words += ['--bins', str(self.bins)]
        if not self.ratings:
            words += ['--classes', ','.join(self.classes)]
        if self.stated:
            words += ['--accuracy-target', self.stated]
        if self.tie_safe:
            words += ['--tie-safe']
        if self.logits and self.form != 'npz':
            words += ['--logits']
        if self.gold is not None:
            with open(os.path.join(folder, 'gold.csv'), 'w') as file:
                file.write('item,label\n')
                for item, label in zip(self.items, self.gold):
                    file.write(f'{item},{self.classes[label]}\n' if label >= 0 else '')
            words += ['--gold', 'gold.csv']
        return words

    def majority(self, folder):
        """Ties are drawn by item, as elsewhere in the program; no other implementation of that draw."""
        run('aggregate', 'votes.csv', '--method', 'majority', '-o', 'majority.csv',
            *([] if self.ratings else ['--classes', ','.join(self.classes)]), folder=folder)
        with open(os.path.join(folder, 'majority.csv'), newline='') as file:
            rows = {row['item']: [float(row[k]) for k in self.classes] for row in csv.DictReader(file)}
        labels = numpy.array([numpy.argmax(rows[item]) for item in self.items])
        assert (self.counts[numpy.arange(len(labels)), labels] == self.counts.max(axis=1)).all()
        return labels

    def judgement(self, folder):
        majority = self.majority(folder)
        either = majority if self.gold is None else numpy.where(self.gold >= 0, self.gold, majority)
        of = {'gold': self.gold, 'majority': majority, 'gold-or-majority': either, 'soft': None}
        labels = of[self.accuracy_target]
        target = self.accuracy_target if self.target == 'auto' else self.target
        targets = of[target]
        p = self.counts / self.counts.sum(axis=1, keepdims=True)
        values = numpy.arange(1, p.shape[1] + 1) if self.ratings else None
        return target, Judgement(p, self.cells, self.logits, labels, targets, values)

    def check(self):
        with tempfile.TemporaryDirectory() as folder:
            words = [*self.words(folder), '--bootstrap', '0', '--pred', self.write_predictions(folder, 'model')]
            ours = json.loads(run(*words, folder=folder))
            target, whole = self.judgement(folder)
        mine = ours['predictions'][0]
        assert ours['classes'] == self.classes and ours['ordered'] == self.ratings
        assert mine['calibration_target'] == target and mine['kind'] == ('logits' if self.logits else 'probabilities')
        assert mine['accuracy_target'] == self.accuracy_target
        assert mine['intervals'] == {} and mine['replicates'] == 0
        for key in (*MEANS, *ORDINAL, 'ece', 'smooth_ece', 'entropy_corr', 'entropy_pearson', 'infinite', 'n'):
            assert ours[key] == mine[key]
        without = numpy.zeros(len(self.counts), dtype=bool) if self.gold is None else self.gold < 0
        assert mine['items_without_gold'] == without.sum()
        tied = (self.counts == self.counts.max(axis=1, keepdims=True)).sum(axis=1) > 1
        by_majority = {'gold': False, 'majority': True, 'gold-or-majority': without}[self.accuracy_target]
        assert mine['majority_ties'] == (tied & by_majority).sum()

        counts = None if self.votes == 'probabilities' else self.counts
        shares = whole.p.mean(axis=0) if counts is None else counts.sum(axis=0) / counts.sum()
        check_part(self.name, mine, whole, counts, numpy.arange(len(whole.p)), self, shares)
        check_curve(mine['smooth_reliability'], whole, mine['smooth_ece'])
        kl = whole.item_scores()['kl']
        for item, worst in zip(mine['differ_most'], numpy.sort(kl)[::-1], strict=False):
            close('differ_most', item['kl'], worst)
            close('differ_most', item['kl'], kl[self.items.index(item['item'])])

        entropies = whole.item_scores()['entropy']
        count = max(1, math.floor(self.share * len(entropies) + 0.5))
        items = numpy.sort(numpy.argsort(-entropies, kind='stable')[:count])
        assert len(mine['slices']) == 1 and mine['slices'][0]['slice'] == f'entropy-top:{self.share}'
        check_part(f'{self.name}, slice', mine['slices'][0], whole.select(items), counts, items, self, shares)
        return ours


def check_several(random):
    """Several files at once say what each says alone."""
    counts = random_counts(random, 80, 3)
    parts = [Case('several', counts, random_rows(random, 80, 3), form=form) for form in ('npy', 'csv', 'jsonl')]
    with tempfile.TemporaryDirectory() as folder:
        words = [*parts[0].words(folder), '--bootstrap', '20', '--seed', '3']
        files = [part.write_predictions(folder, f'model{i}') for i, part in enumerate(parts)]
        together = json.loads(run(*words, '--pred', *files, folder=folder))
        for one, file in zip(together['predictions'], files, strict=True):
            assert json.loads(run(*words, '--pred', file, folder=folder))['predictions'] == [one]
    assert 'soft_nll' not in together
    assert [one['name'] for one in together['predictions']] == ['model0', 'model1', 'model2']


def check_comparison(random):
    """Differences of two files: their mean, the exact sign flips of few items, drawn ones near theory, Holm."""
    for n in (14, 300):
        counts = random_counts(random, n, 3, 9, 3)
        parts = [Case('comparison', counts, random_rows(random, n, 3), form='npy') for _ in range(3)]
        with tempfile.TemporaryDirectory() as folder:
            words = [*parts[0].words(folder), '--bootstrap', '200']
            files = [part.write_predictions(folder, f'model{i}') for i, part in enumerate(parts)]
            ours = json.loads(run(*words, '--pred', *files, folder=folder))['comparison']
            judged = [part.judgement(folder)[1] for part in parts]
        assert [(pair['first'], pair['second']) for pair in ours['pairs']] == [
            ('model0', 'model1'), ('model0', 'model2'), ('model1', 'model2')]
        for pair, (a, b) in zip(ours['pairs'], ((0, 1), (0, 2), (1, 2)), strict=True):
            first, second = judged[a].item_scores(), judged[b].item_scores()
            for name in ('soft_nll', 'kl', 'soft_brier', 'js_distance', 'manhattan', 'error_rate'):
                d, mine = second[name] - first[name], pair['scores'][name]
                close(f'difference of {name}', mine['difference'], d.mean())
                if n <= 20:
                    signs = numpy.array(list(itertools.product((1, -1), repeat=n)))
                    p = (numpy.abs(signs @ d) >= abs(d.sum()) - 1e-10).mean()
                    assert mine['test'] == 'exact sign flips' and mine['draws'] == 0
                    close(f'p of {name}', mine['p'], p)
                else:
                    p = math.erfc(abs(d.sum()) / math.sqrt(2 * (d ** 2).sum()))
                    assert mine['test'] == 'drawn sign flips' and mine['draws'] == 10000
                    assert abs(mine['p'] - p) < 5 * math.sqrt(p * (1 - p) / 10000) + 0.005, f'p of {name}'
                low, high = mine['interval']
                assert low <= high
            assert pair['scores']['ece']['test'] == 'bootstrap'
        for name in ('soft_nll', 'ece'):
            p = [pair['scores'][name]['p'] for pair in ours['pairs']]
            order, largest = numpy.argsort(p, kind='stable'), 0
            for rank, at in enumerate(order):
                largest = max(largest, (3 - rank) * p[at])
                close(f'Holm of {name}', ours['pairs'][at]['scores'][name]['p_holm'], min(1, largest))


def check_entropy_ties(random):
    """5,000 items of 3 to 40 votes: many multisets of votes with the same entropy, whatever they are summed of."""
    counts = random_counts(random, 5000, 6, 40, 3)
    case = Case('entropy ties', counts, random_rows(random, 5000, 6), form='npy', share=0.05)
    with tempfile.TemporaryDirectory() as folder:
        words = [*case.words(folder), '--bootstrap', '0', '--pred', case.write_predictions(folder, 'model')]
        ours = json.loads(run(*words, folder=folder))
    p = counts / counts.sum(axis=1, keepdims=True)
    rounded = [numpy.round(stats.entropy(rows, axis=1) / 1e-11) for rows in (case.cells, p)]
    assert len(set(rounded[1])) < 4500
    close('entropy_corr', ours['entropy_corr'], stats.spearmanr(*rounded)[0])


def check_intervals(random):
    """Intervals: in order, around the score, the same for the same seed, and as wide as theory says."""
    case = Case('intervals', random_counts(random, 400, 5), random_rows(random, 400, 5), form='csv')
    with tempfile.TemporaryDirectory() as folder:
        words = [*case.words(folder), '--pred', case.write_predictions(folder, 'model'), '--bootstrap']
        first, again, other = (run(*words, '50', '--seed', seed, folder=folder) for seed in ('1', '1', '2'))
        assert first == again != other
        mine = json.loads(run(*words, '1000', folder=folder))['predictions'][0]
        _, whole = case.judgement(folder)
    for part in (mine, *mine['slices']):
        for name, (low, high) in part['intervals'].items():
            if low is None or high is None:
                assert low is None and high is None and part[name] is None, f'the interval of {name}'
            else:
                assert low <= high, f'the interval of {name}: {low} to {high}'
    items = whole.item_scores()
    for name in ITEM_MEANS:
        low, high = mine['intervals'][name]
        assert low < mine[name] < high
        width = 2 * 1.959964 * items[name].std() / math.sqrt(len(items[name]))
        ratio = (high - low) / width
        assert 0.85 < ratio < 1.15, f'the interval of {name} is {ratio} times as wide as in theory'


def check_reference():
    """The smooth calibration error here has the values that DEFINITIONS.md states."""
    f = (numpy.arange(200) + 0.5) / 200
    y = ((0.6180339887498949 * numpy.arange(200)) % 1 < f ** 2) * 1.0
    for value, known in ((smece(f, y), 0.155), (smece_at(0.05, f, y), 0.157309), (smece(f, f ** 2), 0.16666875),
                         (binned_error(f, y, 15), 0.164325), (binned_error(f, y, 10), 0.155)):
        close('a stated value', value, known, 1e-6)


def main():
    random = numpy.random.default_rng(12)
    checks = [(case.name, case.check) for case in cases(random, Case)]
    checks += [(check.__name__, lambda check=check: check(random)) for check in (check_several, check_comparison, check_entropy_ties, check_intervals)]
    checks += [('stated values', check_reference)]
    failed = 0
    for name, check in checks:
        try:
            check()
        except AssertionError:
            failed += 1
            print(f'{name}: {"".join(traceback.format_exc().splitlines(keepends=True)[-5:])}')
    print(f'{len(checks) - failed} passed, {failed} failed')
    sys.exit(1 if failed else 0)


main()
