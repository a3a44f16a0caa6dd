"""Numbers of `dissent inspect` and `dissent aggregate` beside other implementations, on random votes.

scipy: entropies, the Dirichlet-multinomial fit and the human reference. statsmodels: Fleiss' kappa. nltk:
Krippendorff's alpha. pandas: counts. numpy: Dawid-Skene. Usage: parity_test.py PROGRAM REPOSITORY
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
except ImportError as error:
    print(f'skipped: {error}')
    sys.exit(77)
sys.path.insert(0, os.path.join(REPOSITORY, 'bench'))
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


def main():
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(6):
            rows = random_votes(seed, equal=seed % 2 == 0)
            path = os.path.join(folder, 'votes.csv')
            with open(path, 'w', newline='') as file:
                csv.writer(file).writerows([('item', 'annotator', 'label'), *rows])
            check_inspect(rows, path)
            check_dawid_skene(rows, path, folder)
    print('6 passed, 0 failed')


main()
