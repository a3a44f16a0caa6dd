"""Numbers of `dissent inspect` and `dissent aggregate` beside other implementations, on random votes.

scipy: entropies, the Dirichlet-multinomial fit and the human reference. statsmodels: Fleiss' kappa. nltk:
Krippendorff's alpha. pandas: counts. numpy: Dawid-Skene. crowd_models.py: one-coin Dawid-Skene, MACE and GLAD.
Usage: parity_test.py PROGRAM REPOSITORY
"""
import csv
import json
import os
import subprocess
import sys
import tempfile

PROGRAM, REPOSITORY = sys.argv[1:3]
try:
    import numpy
    import pandas
    from nltk.metrics.agreement import AnnotationTask
    from nltk.metrics.distance import binary_distance, interval_distance
    from scipy import optimize, special, stats
    from statsmodels.stats.inter_rater import fleiss_kappa
    from statsmodels.stats.proportion import proportion_confint
except ImportError as error:
    print(f'skipped: {error}')
    sys.exit(77)
sys.path.insert(0, os.path.join(REPOSITORY, 'bench'))
from crowd_models import glad, mace, one_coin  # noqa: E402
from dawid_skene import peer  # noqa: E402


def run(*words):
    return subprocess.run([PROGRAM, *words], check=True, capture_output=True, text=True).stdout


def close(name, ours, theirs, tolerance=1e-10):
    assert abs(ours - theirs) <= tolerance * max(1, abs(theirs)), f'{name}: {ours} here, {theirs} there'


def random_votes(seed, equal):
    """Rows (item, annotator, label); labels are ratings 1 to 5, where 4 is never given."""
    random = numpy.random.default_rng(seed)
    rows = []
    for item in range(80):
        centre = random.choice([1, 2, 3, 5])
        votes = 6 if equal else int(random.integers(1, 9))
        for annotator in random.choice(15, votes, replace=False):
            rating = centre if random.random() < 0.6 else int(random.choice([1, 2, 3, 5]))
            rows.append((f'item {item}', f'w{annotator}', str(int(rating))))
    random.shuffle(rows)
    return [tuple(row) for row in rows]


def check_inspect(rows, path):
    ours = json.loads(run('inspect', path, '--json'))
    table = pandas.DataFrame(rows, columns=['item', 'annotator', 'label'])
    counts = pandas.crosstab(table['item'], table['label']).to_numpy()
    votes = counts.sum(axis=1)
    assert ours['items'] == len(counts) and ours['votes'] == len(rows)
    assert ours['annotators'] == table['annotator'].nunique()
    close('mean_entropy', ours['mean_entropy'], stats.entropy(counts, axis=1).mean())
    close('unanimous', ours['unanimous'], (counts.max(axis=1) == votes).mean())
    ties = (counts == counts.max(axis=1, keepdims=True)).sum(axis=1) > 1
    assert ours['ties'] == ties.sum()

    # nltk's alpha wants items with two votes at least, as the definition pairs votes.
    several = table[table['item'].isin(table['item'].value_counts().loc[lambda n: n > 1].index)]
    for key, distance, value in (('alpha_nominal', binary_distance, str), ('alpha_interval', interval_distance, float)):
        data = [(a, i, value(v)) for i, a, v in several.itertuples(index=False)]
        close(key, ours[key], AnnotationTask(data, distance=distance).alpha())

    if len(set(votes)) == 1:
        close('fleiss_kappa', ours['fleiss_kappa'], fleiss_kappa(counts))
    else:
        assert ours['fleiss_kappa'] is None and 'same number' in ours['reasons']['fleiss_kappa']

    share = counts.sum(axis=0) / counts.sum()
    pairs = counts[votes > 1]
    def negative(log_alpha):
        a = numpy.exp(log_alpha)
        return -(special.gammaln(a) - special.gammaln(pairs.sum(axis=1) + a)
                 + (special.gammaln(pairs + a * share) - special.gammaln(a * share)).sum(axis=1)).sum()
    alpha = numpy.exp(optimize.minimize_scalar(negative, bounds=(-10, 10), method='bounded',
                                               options={'xatol': 1e-12}).x)
    human = ours['human_reference']
    close('human alpha', human['alpha'], alpha, 1e-5)  # a flat top: the likelihood is equal to 1e-10
    close('human likelihood', negative(numpy.log(human['alpha'])), negative(numpy.log(alpha)))
    m = pairs.sum(axis=1, keepdims=True)
    terms = numpy.where(pairs > 0, pairs / m * numpy.log(
        numpy.maximum(pairs - 1 + human['alpha'] * share, 1e-300) / (m - 1 + human['alpha'])), 0)
    close('human soft_nll', human['soft_nll'], -terms.sum(axis=1).mean())
    close('human kl', human['kl'], -terms.sum(axis=1).mean() - stats.entropy(pairs, axis=1).mean())

    agreement = {row['annotator']: row['agreement'] for row in ours['annotator_agreement']}
    for annotator, mine in several.groupby('annotator'):
        shares = []
        for item, label in zip(mine['item'], mine['label']):
            others = several[(several['item'] == item) & (several['annotator'] != annotator)]['label']
            shares.append((others == label).mean())
        close(f'agreement of {annotator}', agreement[annotator], numpy.mean(shares))


def check_dawid_skene(rows, path, folder):
    output, confusion = os.path.join(folder, 'posterior.csv'), os.path.join(folder, 'confusion.csv')
    summary = json.loads(run('aggregate', path, '--method', 'dawid-skene', '--json', '-o', output, '--confusion',
                             confusion, '--tolerance', '0', '--max-iterations', '7'))
    names = [sorted({row[column] for row in rows}) for column in range(3)]
    item, worker, label = (numpy.array([names[c].index(row[c]) for row in rows]) for c in range(3))
    posterior, likelihood = peer(item, worker, label, len(names[0]), len(names[1]), len(names[2]), 7)
    close('likelihood', summary['log_likelihood_per_vote'], likelihood)
    with open(output, newline='') as file:
        ours = {row['item']: [float(row[k]) for k in names[2]] for row in csv.DictReader(file)}
    for i, name in enumerate(names[0]):
        for k in range(len(names[2])):
            close(f'posterior of {name}', ours[name][k], posterior[i, k], 1e-9)
    with open(confusion, newline='') as file:
        for row in csv.DictReader(file):
            close('a confusion row', sum(float(row[k]) for k in names[2]), 1)


def indexed(rows):
    """Numbers of items, annotators and classes as dissent gives them: names in the order in which they come, classes
    sorted; and the votes by them."""
    names = [list(dict.fromkeys(row[column] for row in rows)) for column in range(3)]
    names[2].sort()
    return names, [numpy.array([names[c].index(row[c]) for row in rows]) for c in range(3)]


def check_model(rows, path, folder, flags, objective, theirs, tolerance):
    """Posterior, one number an annotator and what was maximised, beside those of another implementation."""
    output, reliability = os.path.join(folder, 'rows.csv'), os.path.join(folder, 'reliability.csv')
    summary = json.loads(run('aggregate', path, *flags, '--json', '-o', output, '--reliability', reliability))
    names, _ = indexed(rows)
    posterior, numbers, value = theirs
    assert summary['iterations'] == int(flags[-1]) or summary['converged']
    what = ' '.join(flags)
    close(f'{what}: objective', summary[objective], value, tolerance)
    with open(output, newline='') as file:
        for row in csv.DictReader(file):
            for k, name in enumerate(names[2]):
                close(f'{what}: posterior', float(row[name]), posterior[names[0].index(row['item']), k], tolerance)
    with open(reliability, newline='') as file:
        for row in csv.DictReader(file):
            close(f'{what}: {row["annotator"]}', float(row['reliability']),
                  numbers[names[1].index(row['annotator'])], tolerance)
            assert int(row['votes']) == sum(vote[1] == row['annotator'] for vote in rows)


def check_models(rows, path, folder):
    names, (item, worker, label) = indexed(rows)
    sizes = [len(part) for part in names]
    never = ('--tolerance', '0', '--max-iterations')
    check_model(rows, path, folder, ('--method', 'one-coin', *never, '5'), 'log_likelihood_per_vote',
                one_coin(item, worker, label, *sizes, iterations=5), 1e-9)
    for inference, objective in (('vb', 'bound_per_vote'), ('em', 'log_likelihood_per_vote')):
        flags = ('--method', 'mace', '--inference', inference, '--restarts', '3', '--seed', '5', *never, '12')
        theirs = mace(item, worker, label, *sizes, variational=inference == 'vb', restarts=3, seed=5, iterations=12)
        check_model(rows, path, folder, flags, objective, theirs, 1e-9)
    # Both climb to the top in ways of their own, so the answers are compared there.
    check_model(rows, path, folder, ('--method', 'glad', '--glad-steps', '10', '--tolerance', '0', '--max-iterations',
                                     '3000'), 'log_posterior_per_vote', glad(item, worker, label, *sizes), 2e-6)


def check_labels(rows, path, folder):
    """The labels, their confidence and the share of them that a gold file calls right."""
    names, (item, _, label) = indexed(rows)
    counts = numpy.zeros((len(names[0]), len(names[2])))
    numpy.add.at(counts, (item, label), 1)
    gold = os.path.join(folder, 'gold.csv')
    with open(gold, 'w', newline='') as file:
        csv.writer(file).writerows([('item', 'gold'), *((name, names[2][i % len(names[2])])
                                                        for i, name in enumerate(names[0][:50]))])
    output = os.path.join(folder, 'labels.csv')
    summary = json.loads(run('aggregate', path, '--method', 'majority', '--form', 'labels', '--json', '-o', output,
                             '--gold', gold))
    right = 0
    with open(output, newline='') as file:
        for row in csv.DictReader(file):
            i, k = names[0].index(row['item']), names[2].index(row['label'])
            assert counts[i, k] == counts[i].max() and int(row['votes']) == counts[i].sum()
            close('confidence', float(row['confidence']), counts[i, k] / counts[i].sum())
            right += i < 50 and k == i % len(names[2])
    assert summary['gold']['items'] == 50 and summary['gold']['right'] == right
    for ours, theirs in zip(summary['gold']['interval'], proportion_confint(right, 50, method='wilson')):
        close('Wilson interval', ours, theirs)


def check_items(rows, path):
    """inspect --items beside scipy's entropies and pandas' counts."""
    table = pandas.DataFrame(rows, columns=['item', 'annotator', 'label'])
    counts = pandas.crosstab(table['item'], table['label'])
    lines = list(csv.DictReader(run('inspect', path, '--items', '-').splitlines()))
    assert len(lines) == len(counts)
    for row in lines:
        mine = counts.loc[row['item']]
        votes = int(mine.sum())
        assert int(row['votes']) == votes and all(int(row[k]) == mine[k] for k in counts.columns)
        assert mine[row['majority']] == mine.max() and row['tie'] == str(int((mine == mine.max()).sum() > 1))
        close('entropy', float(row['entropy']), stats.entropy(mine))
        if votes < 2:
            assert row['agreement'] == ''
        else:
            close('agreement', float(row['agreement']), (mine * (mine - 1)).sum() / (votes * (votes - 1)))


def main():
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(6):
            rows = random_votes(seed, equal=seed % 2 == 0)
            path = os.path.join(folder, 'votes.csv')
            with open(path, 'w', newline='') as file:
                csv.writer(file).writerows([('item', 'annotator', 'label'), *rows])
            check_inspect(rows, path)
            check_dawid_skene(rows, path, folder)
            check_models(rows, path, folder)
            check_labels(rows, path, folder)
            check_items(rows, path)
    print('6 passed, 0 failed')


main()
