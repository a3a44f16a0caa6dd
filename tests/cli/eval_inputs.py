"""Votes and predictions of every kind for eval_parity_test.py: random, tied, degenerate, extreme."""
import math

import numpy


def random_counts(random, n, classes, most=7, least=1):
    p = random.dirichlet(numpy.full(classes, 0.4), n)
    return numpy.array([random.multinomial(random.integers(least, most + 1), row) for row in p])


def random_rows(random, n, classes):
    return random.dirichlet(numpy.full(classes, 0.5), n)


def cases(random, make):
    """Cases of every kind, made by make(name, counts, predictions, ...)."""
    counts = random_counts(random, 300, 5)
    rows = random_rows(random, 300, 5)
    gold = random.integers(0, 5, 300)
    some_gold = numpy.where(random.random(300) < 0.3, -1, gold)
    yield make('random', counts, rows)
    yield make('many votes, bins 10', random_counts(random, 200, 10, 60, 40), random_rows(random, 200, 10), bins=10,
               share=0.2)
    yield make('two classes, bins 7', random_counts(random, 97, 2), random_rows(random, 97, 2), bins=7)
    yield make('soft target', counts, rows, target='soft')
    yield make('gold', counts, rows, gold=gold)
    yield make('gold of some items, bins 1', counts, rows, gold=some_gold, bins=1)
    yield make('gold of some items, else the majority', counts, rows, gold=some_gold, accuracy_target='gold-or-majority')
    yield make('gold of some items, tie-safe', counts, rows, gold=some_gold, tie_safe=True, target='gold')
    yield make('gold of some items, against the majority', counts, rows, gold=some_gold, accuracy_target='majority')
    few_gold = numpy.full(300, -1)
    few_gold[random.integers(0, 300)] = 1
    yield make('gold of one item', counts, rows, gold=few_gold)
    yield make('gold, calibrated against the majority', counts, rows, gold=gold, target='majority')
    yield make('gold, calibrated against gold, more bins than items', counts[:40], rows[:40], gold=gold[:40],
               target='gold', bins=64)
    yield make('CSV in another order', counts, rows, form='csv', shuffle=True)
    yield make('JSON Lines in another order', counts, rows, form='jsonl', shuffle=True, target='soft', bins=10)
    yield make('npz in another order', counts, random.normal(0, 2, (300, 5)), form='npz', logits=True, shuffle=True)
    yield make('probabilities instead of votes', random_counts(random, 120, 4, 5, 5), random_rows(random, 120, 4),
               votes='probabilities')

    # Permutations of three rows of exact numbers and of few vote multisets: ties of everything.
    kinds = numpy.array([[0.5, 0.25, 0.125, 0.125], [0.75, 0.25, 0, 0], [0.25, 0.25, 0.25, 0.25]])
    tied_rows = random.permuted(kinds[random.integers(0, 3, 200)], axis=1)
    full = random.permuted(kinds[[0, 2]][random.integers(0, 2, 200)], axis=1)
    multisets = numpy.array([[4, 0, 0, 0], [2, 2, 0, 0], [3, 1, 0, 0], [2, 1, 1, 0]])
    tied_counts = random.permuted(multisets[random.integers(0, 4, 200)], axis=1)
    yield make('tied', tied_counts, tied_rows)
    yield make('tied, tie-safe', tied_counts, full, tie_safe=True, bins=10)
    yield make('tied, tie-safe, soft', tied_counts, full, tie_safe=True, target='soft')

    inexact = numpy.array([[0.61, 0.29, 0.1, 0], [0.47, 0.33, 0.15, 0.05], [0.7, 0.12, 0.11, 0.07]])
    yield make('tied, of inexact numbers', tied_counts, random.permuted(inexact[random.integers(0, 3, 200)], axis=1))

    one_hot = numpy.eye(5)[random.integers(0, 5, 200)]
    yield make('one-hot', counts[:200], one_hot)
    top = numpy.eye(4)[random.integers(0, 4, 80)]
    yield make('one-hot, equal to unanimous votes', (top * 3).astype(int), top)
    yield make('uniform', counts, numpy.full((300, 5), 0.2))
    tiny = rows.copy()
    tiny[numpy.arange(300), random.integers(0, 5, 300)] = 1e-300
    tiny /= tiny.sum(axis=1, keepdims=True)
    yield make('near zero', counts, tiny)
    zeros = numpy.where(rows < 0.05, 0, rows)
    yield make('zeros', counts, zeros / zeros.sum(axis=1, keepdims=True))
    yield make('sums off 1', counts, rows * random.uniform(0.9995, 1.0005, (300, 1)))

    large = random.choice([-500.0, 0, 500], (200, 5)) + random.normal(size=(200, 5))
    yield make('large logits', counts[:200], large, logits=True)
    forbidden = random.normal(0, 3, (200, 5))
    forbidden[random.random((200, 5)) < 0.1] = -math.inf
    forbidden[:, 0] = numpy.where(numpy.isinf(forbidden).all(axis=1), 0, forbidden[:, 0])
    yield make('logits of -inf', counts[:200], forbidden, logits=True)
    yield make('float32', counts, rows.astype(numpy.float32))
    yield make('float32 logits', counts, random.normal(0, 3, (300, 5)).astype(numpy.float32), logits=True)
    yield make('float16', counts, random.normal(0, 3, (300, 5)).astype(numpy.float16), logits=True)

    yield make('one class voted', numpy.tile([0, 4, 0], (60, 1)), random_rows(random, 60, 3))
    ratings = random_counts(random, 250, 5, 9, 2)
    yield make('ratings', ratings, random_rows(random, 250, 5), ratings=True)
    yield make('ratings, logits', ratings, random.normal(0, 2, (250, 5)), ratings=True, logits=True, target='soft')
    yield make('one item', counts[:1], rows[:1])
    yield make('one item of one vote', numpy.array([[0, 1, 0, 0]]), random_rows(random, 1, 4))
    yield make('two items', counts[:2], rows[:2], share=0.5)
    # Known by construction: with soft outcomes equal to the confidence nothing is miscalibrated.
    calibrated = numpy.array([[k / 8, 1 - k / 8] for k in range(9)] * 10)
    yield make('calibrated', (calibrated * 8).astype(int), calibrated, target='soft')
