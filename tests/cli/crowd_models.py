"""One-coin Dawid-Skene, MACE and GLAD in numpy, dense and as the papers write them: what parity_test.py compares with.

Votes are three arrays (item, worker, label). Each function returns the posterior [items, classes], one number an
annotator, and what was maximised, per vote.
"""
import sys
from pathlib import Path

import numpy
from scipy import optimize, special

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / 'support'))
from philox import philox  # noqa: E402


def units(seed, name, position, count):
    """The first draws from 0 to 1 at a position of the stream `name` of a seed."""
    halves = lambda x: [x & 0xFFFFFFFF, x >> 32]  # noqa: E731
    stream = 0xcbf29ce484222325
    for c in name.encode():
        stream = (stream ^ c) * 0x100000001b3 & (1 << 64) - 1
    key = philox(halves(seed) + halves(stream), [0x64697373, 0x656e7400])[:2]
    words = [w for b in range((count + 1) // 2) for w in philox(halves(position) + halves(b), key)]
    return [((words[2 * d + 1] << 32 | words[2 * d]) >> 11) * 2.0 ** -53 for d in range(count)]


def normalised(log_rows):
    """Rows that sum to 1, and the logarithms of what they summed to."""
    total = special.logsumexp(log_rows, axis=1, keepdims=True)
    return numpy.exp(log_rows - total), total[:, 0]


def posterior_of(log_prior, item, label, log_right, log_wrong, items):
    """Vote v has probability exp(log_right[v]) under the class that it names, exp(log_wrong[v]) under each other."""
    rows = numpy.tile(log_prior, (items, 1))
    for k in range(len(log_prior)):
        numpy.add.at(rows[:, k], item, numpy.where(label == k, log_right, log_wrong))
    return normalised(rows)


def one_coin(item, worker, label, items, workers, classes, iterations, smoothing=0.01):
    posterior = numpy.zeros((items, classes))
    numpy.add.at(posterior, (item, label), 1)
    posterior /= posterior.sum(axis=1, keepdims=True)
    given = numpy.bincount(worker, minlength=workers)
    for _ in range(iterations):
        agreed = numpy.bincount(worker, weights=posterior[item, label], minlength=workers)
        right = (agreed + smoothing) / (given + classes * smoothing)
        with numpy.errstate(divide='ignore'):
            log_prior = numpy.log(posterior.mean(axis=0))
        posterior, evidence = posterior_of(log_prior, item, label, numpy.log(right)[worker],
                                           numpy.log((1 - right) / (classes - 1))[worker], items)
    return posterior, right, evidence.sum() / len(item)


def mace(item, worker, label, items, workers, classes, variational, restarts, seed, iterations, smoothing=0.01,
         know_prior=0.5, spam_prior=0.5, strategy_prior=10.0):
    log_prior = numpy.full(classes, -numpy.log(classes))
    best = None
    for restart in range(restarts):
        start = numpy.array([[1 + 0.5 * u for u in units(seed, 'mace-start', restart * workers + a, 2 + classes)]
                             for a in range(workers)])
        know, spam = (start[:, :2] / start[:, :2].sum(axis=1, keepdims=True)).T
        habit = start[:, 2:] / start[:, 2:].sum(axis=1, keepdims=True)
        for iteration in range(iterations + 1):
            wrong = (spam[:, None] * habit)[worker, label]
            right = know[worker] + wrong
            posterior, evidence = posterior_of(log_prior, item, label, numpy.log(right), numpy.log(wrong), items)
            value = evidence.sum()
            if variational and iteration > 0:
                value -= divergence
            if iteration == iterations:
                break
            known = posterior[item, label] * know[worker] / right  # P(the annotator knew | votes)
            knew = numpy.bincount(worker, weights=known, minlength=workers)
            habits = numpy.zeros((workers, classes))
            numpy.add.at(habits, (worker, label), 1 - known)
            missed = habits.sum(axis=1)
            if variational:
                beta = numpy.stack([knew + know_prior, missed + spam_prior], axis=1)
                dirichlet = habits + strategy_prior
                know, spam = numpy.exp(special.digamma(beta) - special.digamma(beta.sum(axis=1, keepdims=True))).T
                habit = numpy.exp(special.digamma(dirichlet) - special.digamma(dirichlet.sum(axis=1, keepdims=True)))
                divergence = sum(kl_dirichlet(b, numpy.array([know_prior, spam_prior])) for b in beta) + \
                    sum(kl_dirichlet(d, numpy.full(classes, strategy_prior)) for d in dirichlet)
                competence = beta[:, 0] / beta.sum(axis=1)
            else:
                know = competence = (knew + smoothing) / (knew + missed + 2 * smoothing)
                spam = 1 - know
                habit = (habits + smoothing) / (missed + classes * smoothing)[:, None]
        if best is None or value / len(item) > best[2]:
            best = (posterior, competence, value / len(item))
    return best


def kl_dirichlet(p, q):
    return (special.gammaln(p.sum()) - special.gammaln(p).sum() - special.gammaln(q.sum()) + special.gammaln(q).sum()
            + ((p - q) * (special.digamma(p) - special.digamma(p.sum()))).sum())


def glad(item, worker, label, items, workers, classes):
    """Expectation maximisation whose M-step is left to scipy, until nothing moves; then the gradient is 0 there."""
    log_prior = numpy.full(classes, -numpy.log(classes))
    ability, log_easiness = numpy.ones(workers), numpy.ones(items)

    def expect():
        x = ability[worker] * numpy.exp(log_easiness)[item]
        return posterior_of(log_prior, item, label, special.log_expit(x),
                            special.log_expit(-x) - numpy.log(classes - 1), items)

    def negative(parameters, right):
        alpha, gamma = parameters[:workers], parameters[workers:]
        beta = numpy.exp(gamma)
        x = alpha[worker] * beta[item]
        value = (right * special.log_expit(x) + (1 - right) * special.log_expit(-x)).sum() \
            - ((alpha - 1) ** 2).sum() / 2 - ((gamma - 1) ** 2).sum() / 2
        slope = right - special.expit(x)
        return -value, -numpy.concatenate([
            numpy.bincount(worker, weights=slope * beta[item], minlength=workers) - (alpha - 1),
            numpy.bincount(item, weights=slope * x, minlength=items) - (gamma - 1)])

    for _ in range(2000):
        posterior, _ = expect()
        before = numpy.concatenate([ability, log_easiness])
        found = optimize.minimize(negative, before, args=(posterior[item, label],), jac=True, method='L-BFGS-B',
                                  options={'ftol': 1e-16, 'gtol': 1e-9, 'maxiter': 500}).x
        ability, log_easiness = found[:workers], found[workers:]
        if numpy.abs(found - before).max() < 1e-9:
            break
    posterior, evidence = expect()
    value = evidence.sum() - ((ability - 1) ** 2).sum() / 2 - ((log_easiness - 1) ** 2).sum() / 2
    return posterior, ability, value / len(item)
