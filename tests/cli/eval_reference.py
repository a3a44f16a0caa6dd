"""The scores of `dissent eval` a second time, from their definitions, with scipy and numpy; for eval_parity_test.py."""
import math

import numpy
from scipy import interpolate, optimize, special, stats
from scipy.spatial import distance
from sklearn import metrics


def sorted_entropy(row):
    """Summed over sorted terms, so that rows of the same numbers tie whatever their order."""
    total = 0.0
    for x in sorted(x for x in row if x > 0):
        total -= x * math.log(x)
    return total + 0.0


def exact_entropy(q, log_q):
    return math.fsum(sorted(-x * y for x, y in zip(q, log_q) if x > 0)) + 0.0


def equal_mass(x, bins):
    """Positions by bin: array_split gives the first n mod bins one more."""
    return [b for b in numpy.array_split(numpy.argsort(x, kind='stable'), bins) if len(b)]


def binned_error(f, y, bins):
    return sum(len(b) * abs(f[b].mean() - y[b].mean()) for b in equal_mass(f, bins)) / len(f)


def tie_mean(f, y):
    _, group = numpy.unique(f, return_inverse=True)
    return (numpy.bincount(group, y) / numpy.bincount(group))[group]


def kernel_sums(t, f, masses, sigma):
    """sum_i mass_i K(t, f_i) / n for each row of masses, K the Gaussian of width sigma reflected at 0 and 1."""
    n = len(f)
    f, group = numpy.unique(f, return_inverse=True)
    masses = [numpy.bincount(group, mass) for mass in masses]
    sums = numpy.zeros((len(masses), len(t)))
    turns = int(math.ceil(9 * sigma / 2)) + 1
    for turn in range(-turns, turns + 1):
        for centre in (f + 2 * turn, 2 * turn - f):
            for i in numpy.nonzero((centre > -9 * sigma) & (centre < 1 + 9 * sigma))[0]:
                near = slice(*numpy.searchsorted(t, (centre[i] - 9 * sigma, centre[i] + 9 * sigma)))
                k = gaussian((t[near] - centre[i]) / sigma) / sigma
                for row, mass in zip(sums, masses):
                    row[near] += mass[i] * k
    return sums / n


def gaussian(z):
    return numpy.exp(-z * z / 2) / math.sqrt(2 * math.pi)


def smece_at(sigma, f, y):
    """The integral of |r| between the zeros of a spline through r; its error is of the order of (step / sigma)^4."""
    t = numpy.linspace(0, 1, int(math.ceil(25 / sigma)) + 50)
    r = interpolate.CubicSpline(t, kernel_sums(t, f, [f - y], sigma)[0], bc_type='clamped')
    roots = [z for z in r.roots(extrapolate=False) if 0 < z < 1]
    return numpy.abs(numpy.diff(r.antiderivative()([0, *sorted(roots), 1]))).sum()


def smece(f, y):
    """The sigma at which smECE_sigma = sigma; not resolved below 0.001, where smECE at that width is reported."""
    low, high = 0.1, 1.0
    if smece_at(high, f, y) >= 1 - 1e-9:
        return 1.0
    while smece_at(low, f, y) < low:  # smECE_sigma does not increase with sigma
        if low < 2e-3:
            return smece_at(low, f, y)
        low, high = low / 10, low
    return optimize.brentq(lambda sigma: smece_at(sigma, f, y) - sigma, low, high, xtol=1e-9)


def tied_groups(x, tolerance=1e-12):
    """Each number as the first of its group: neighbours in order within the tolerance are of one group."""
    x = numpy.asarray(x, dtype=float)
    order = numpy.argsort(x, kind='stable')
    groups = x.copy()
    for before, here in zip(order, order[1:]):
        if x[here] - x[before] <= tolerance:
            groups[here] = groups[before]
    return groups


def spearman(a, b):
    a, b = tied_groups(a), tied_groups(b)
    if len(a) < 2 or min(a) == max(a) or min(b) == max(b):
        return math.nan
    return stats.spearmanr(a, b)[0]


def pearson(a, b):
    if len(a) < 2 or min(a) == max(a) or min(b) == max(b):
        return math.nan
    return stats.pearsonr(a, b)[0]


def distance_rows(p, q):
    return numpy.array([distance.cityblock(a, b) for a, b in zip(p, q)])


def label_scores(labels, predicted):
    """Of the items that have a label; kappa is not defined where labels and predictions are all of one class."""
    labels, predicted = labels[labels >= 0], predicted[labels >= 0]
    if not len(labels):
        return {'accuracy': math.nan, 'macro_f1': math.nan, 'cohen_kappa': math.nan}
    one = len(set(labels) | set(predicted)) == 1
    return {'accuracy': metrics.accuracy_score(labels, predicted),
            'macro_f1': metrics.f1_score(labels, predicted, average='macro', zero_division=0),
            'cohen_kappa': math.nan if one else metrics.cohen_kappa_score(labels, predicted)}


def mean_scores(p, q, log_q, labels, predicted, values):
    """The scores that are means over items, as [items]."""
    with numpy.errstate(invalid='ignore', divide='ignore'):
        nll = -numpy.where(p > 0, p * log_q, 0).sum(axis=1)
        kl = numpy.where(p > 0, special.xlogy(p, p) - p * log_q, 0).sum(axis=1)
    ordinary = (q > 0).all(axis=1)
    if ordinary.any():  # rel_entr sees only q, which is 0 for logits far below the largest
        theirs = special.rel_entr(p, q).sum(axis=1)[ordinary]
        assert numpy.allclose(theirs, kl[ordinary], rtol=1e-11, atol=1e-12)
    middle = (p + q) / 2
    js = numpy.sqrt(numpy.maximum(0, (special.rel_entr(p, middle) + special.rel_entr(q, middle)).sum(axis=1) / 2))
    assert numpy.allclose(js, distance.jensenshannon(p, q, axis=1), atol=1e-7)
    scores = {
        'soft_nll': nll, 'kl': kl, 'soft_brier': ((q - p) ** 2).sum(axis=1),
        'manhattan': distance_rows(p, q),
        'soft_nll_clipped': -(p * numpy.log(numpy.clip(q, 1e-12, 1 - 1e-12) + 1e-9)).sum(axis=1),
        'error_rate': (p * (numpy.arange(p.shape[1]) != predicted[:, None])).sum(axis=1),
        'js_distance': js, 'total_variation': numpy.abs(p - q).sum(axis=1) / 2,
        'entropy': numpy.array([sorted_entropy(row) for row in p]),
        'predicted_entropy': numpy.array([exact_entropy(*rows) for rows in zip(q, log_q)]),
    }
    if values is not None:
        ahead = numpy.cumsum(q - p, axis=1)[:, :-1]
        scores['ranked_probability'] = (ahead ** 2).sum(axis=1)
        scores['absolute_distance'] = (p * numpy.abs(values - values[predicted][:, None])).sum(axis=1) / p.shape[1]
        scores['wasserstein'] = numpy.array([stats.wasserstein_distance(values, values, a, b) for a, b in zip(p, q)])
    return scores


def brier_parts(p, q, bins):
    rel = res = unc = wbv = wbc = 0
    for k in range(p.shape[1]):
        f, y = q[:, k], p[:, k]
        unc += y.var()
        for b in equal_mass(f, bins):
            share = len(b) / len(f)
            rel += share * (f[b].mean() - y[b].mean()) ** 2
            res += share * (y[b].mean() - y.mean()) ** 2
            wbv += share * f[b].var()
            wbc += share * numpy.cov(f[b], y[b], bias=True)[0, 1]
    return {'brier_reliability': rel, 'brier_resolution': res, 'brier_uncertainty': unc, 'brier_within_variance': wbv,
            'brier_within_covariance': wbc}


class Judgement:
    """p, q, log q of some items, with their labels and outcomes."""

    def __init__(self, p, cells, logits, labels, targets, values):
        self.p, self.cells, self.logits, self.labels, self.targets = p, cells, logits, labels, targets
        self.values = values
        wide = cells.astype(numpy.float64)
        self.predicted = wide.argmax(axis=1)
        with numpy.errstate(divide='ignore'):
            if logits:
                self.log_q = special.log_softmax(wide, axis=1)
                self.q = numpy.exp(self.log_q)
            else:
                self.q = wide / numpy.array([[math.fsum(row)] for row in wide])
                self.log_q = numpy.log(self.q)
        self.confidence = self.q[numpy.arange(len(p)), self.predicted]
        shares = p[numpy.arange(len(p)), self.predicted]
        self.outcome = shares if targets is None else (targets == self.predicted) * 1.0

    def select(self, items):
        targets = None if self.targets is None else self.targets[items]
        return Judgement(self.p[items], self.cells[items], self.logits, self.labels[items], targets, self.values)

    def calibration(self):
        """Confidence and outcome of the items that have a target, and which these are."""
        known = numpy.ones(len(self.p), dtype=bool) if self.targets is None else self.targets >= 0
        return self.confidence[known], self.outcome[known], known

    def item_scores(self):
        return mean_scores(self.p, self.q, self.log_q, self.labels, self.predicted, self.values)

    def scores(self, bins, tie_safe):
        items = self.item_scores()
        scores = {name: values.mean() for name, values in items.items()}
        scores.update(label_scores(self.labels, self.predicted))
        f, y, known = self.calibration()
        scores['ece'] = binned_error(f, tie_mean(f, y) if tie_safe else y, bins) if len(f) else math.nan
        scores['entropy_corr'] = spearman(items['predicted_entropy'], items['entropy'])
        scores['entropy_pearson'] = pearson(items['predicted_entropy'], items['entropy'])
        classes = range(self.p.shape[1])
        scores['classwise_ece'] = numpy.mean([
            binned_error(self.q[known, k],
                         self.p[:, k] if self.targets is None else (self.targets[known] == k) * 1.0, bins)
            for k in classes]) if len(f) else math.nan
        scores.update(brier_parts(self.p, self.q, bins))
        return scores
