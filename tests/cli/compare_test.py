"""`dissent compare` on made-up records of runs: numbers beside scipy, statsmodels and numpy, every output, every refusal.

Usage: compare_test.py PROGRAM REPOSITORY
"""

import copy
import csv
import io
import json
import os
import subprocess
import sys
import tempfile
import zipfile

PROGRAM, REPOSITORY = sys.argv[1:3]
try:
    import numpy
    from scipy import stats
    from statsmodels.stats.multitest import multipletests
except ImportError as error:
    print(f'skipped: {error}')
    sys.exit(77)

with zipfile.ZipFile(os.path.join(REPOSITORY, 'results/cifar10h-protocol/runs/part-0001.zip')) as part:
    TEMPLATE = json.loads(part.read('soft-seed0/run.json'))
CHECKS = 0


def check(condition, what):
    global CHECKS
    CHECKS += 1
    assert condition, what


def close(ours, theirs, what):
    check(abs(ours - theirs) <= 1e-10 * max(1, abs(theirs)), f'{what}: {ours} here, {theirs} there')


def run(*words):
    return subprocess.run([PROGRAM, 'compare', *words], capture_output=True, text=True, check=False)


def refused(words, *texts):
    done = run(*words)
    lines = done.stderr.strip().splitlines()
    check(done.returncode == 2 and len(lines) == 1 and not done.stdout, f'{words}: {done}')
    for text in texts:
        check(text in lines[0], f'{words}: {text!r} is not in {lines[0]!r}')


def write_run(folder, delivery, seed, scores, votes=0):
    record = copy.deepcopy(TEMPLATE)
    record['spec']['delivery'] = {'method': delivery}
    record['spec']['seed'] = seed
    record['spec']['votes'] = {'votes-per-item': votes}
    if votes:
        record['spec']['votes']['cut'] = 'multinomial'
    record['best'] = {**scores, 'epoch': 7}
    del record['id']  # that of another run
    path = os.path.join(folder, f'{delivery}-{votes}-seed{seed}')
    os.makedirs(path)
    with open(os.path.join(path, 'run.json'), 'w', encoding='utf-8') as out:
        json.dump(record, out)


def make_sweep(folder, seeds, random):
    """[votes][delivery] -> {metric: [seed]}"""
    table = {}
    for votes in (5, 10, 25):
        base = random.normal(size=seeds) * 0.01
        for delivery, shift in (('soft', 0), ('sls', -0.004), ('multipass', -0.02)):
            nll = 0.55 + base + shift + 0.01 * random.normal(size=seeds)
            accuracy = numpy.round(0.86 + 0.005 * random.normal(size=seeds), 3)  # ties and zeros
            table.setdefault(votes, {})[delivery] = {'soft_nll': nll, 'accuracy': accuracy}
            for seed in range(seeds):
                write_run(folder, delivery, seed,
                          {'soft_nll': nll[seed], 'accuracy': accuracy[seed], 'entropy': 0.15}, votes)
    return table


def check_numbers(seeds):
    random = numpy.random.default_rng(seeds)
    with tempfile.TemporaryDirectory() as folder:
        table = make_sweep(folder, seeds, random)
        ours = json.loads(run(folder, '--baseline', 'soft', '--metric', 'soft_nll,accuracy', '--json').stdout)
        check(len(ours['comparisons']) == 12 and ours['family'] == 6, 'two metrics, three settings, two deliveries')
        for metric, sign in (('soft_nll', -1), ('accuracy', 1)):
            mine = [c for c in ours['comparisons'] if c['metric'] == metric]
            for c in mine:
                votes = int(c['setting'].split('=')[1])
                values = table[votes][c['group']][metric]
                base = table[votes]['soft'][metric]
                difference = numpy.array(values) - numpy.array(base)
                close(c['difference']['mean'], difference.mean(), 'mean difference')
                close(c['difference']['sd'], difference.std(ddof=1), 'its sd')
                close(c['score']['mean'], numpy.mean(values), 'mean')
                close(c['cohen_dz'], difference.mean() / difference.std(ddof=1), 'd_z')
                check(c['seeds_better'] == (sign * difference > 0).sum(), 'seeds better')
                check(c['interval'][0] <= difference.mean() <= c['interval'][1], 'interval')
                if metric == 'soft_nll':  # without ties, scipy is exact, too
                    theirs = stats.wilcoxon(difference, mode='exact')
                    close(c['p_two_sided'], min(1, theirs.pvalue), 'two-sided p')
                    close(c['p_better'], stats.wilcoxon(difference, mode='exact', alternative='less').pvalue, 'p')
                    check(min(c['w_plus'], c['w_minus']) == theirs.statistic, 'W')
            for key in ('better', 'two_sided'):
                holm = multipletests([c[f'p_{key}'] for c in mine], method='holm')[1]
                for c, p in zip(mine, holm):
                    close(c[f'holm_{key}'], p, f'Holm, {key}')
        family = json.loads(run(folder, '--baseline', 'soft', '--metric', 'soft_nll,accuracy', '--family', 'all',
                                '--json').stdout)
        check(family['family'] == 12, 'one family')
        check_outputs(folder, ours)


def check_outputs(folder, ours):
    done = run(folder, '--baseline', 'soft', '--metric', 'soft_nll,accuracy', '--format', 'csv')
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    check(len(rows) == 12, 'a row a comparison')
    for row, c in zip(rows, ours['comparisons']):
        close(float(row['difference']), c['difference']['mean'], 'csv')
        close(float(row['holm_better']), c['holm_better'], 'csv')
    markdown = run(folder, '--baseline', 'soft', '--format', 'markdown').stdout
    check(markdown.startswith('## soft_nll against soft') and '| multipass |' in markdown, markdown)
    latex = run(folder, '--baseline', 'soft', '--metric', 'soft_nll', '--format', 'latex').stdout
    check(latex.count('\\begin{tabular}') == 1 and '$\\pm$' in latex and 'votes-per-item=5' in latex, latex)
    text = run(folder, '--baseline', 'soft').stdout
    check('smallest possible' in text and 'votes-per-item=25' in text, text)
    neither = json.loads(run(folder, '--baseline', 'soft', '--metric', 'entropy', '--json').stdout)['comparisons'][0]
    check(neither['p_better'] is None and neither['p_two_sided'] == 1 and neither['cohen_dz'] is None, neither)


def check_warnings():
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(6):
            write_run(folder, 'soft', seed, {'soft_nll': 0.5 + seed * 0.01})
            write_run(folder, 'sls', seed, {'soft_nll': 0.4 + seed * 0.011})
        ours = json.loads(run(folder, '--baseline', 'soft', '--json').stdout)
        check(ours['warnings'] == [] and ours['comparisons'][0]['p_better'] == 1 / 64, ours)
        for seed in range(6):
            write_run(folder, 'multipass', seed, {'soft_nll': 0.3 + seed * 0.009})
        ours = json.loads(run(folder, '--baseline', 'soft', '--json').stdout)
        check(len(ours['warnings']) == 1 and '7 seeds could' in ours['warnings'][0], ours['warnings'])


def check_refusals():
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(3):
            write_run(folder, 'soft', seed, {'soft_nll': 0.5})
            if seed:
                write_run(folder, 'sls', seed, {'soft_nll': 0.4})
        refused([folder, '--baseline', 'soft'], 'sls has no run with seed 0, which soft has', '--drop-unpaired')
        done = run(folder, '--baseline', 'soft', '--drop-unpaired')
        check(done.returncode == 0 and '1 runs without a partner were left out' in done.stdout, done)
        drop = [folder, '--baseline', 'soft', '--drop-unpaired']
        refused([folder, '--baseline', 'sfot'], "did you mean 'soft'?")
        refused([*drop, '--metric', 'soft_nl'], "did you mean 'soft_nll'?")
        refused([*drop, '--by', 'delivry'], "did you mean 'delivery'?")
        refused([*drop, '--format', 'html'], 'known: text, markdown, csv, raw-csv, latex, json')
        refused([*drop, '--zeros', 'keep'], 'known: drop, pratt, zsplit')
        refused([*drop, '--family', 'none'], 'known: metric, all')
        refused([*drop, '--bootstrap', '0'], 'give a whole number from 1 to 1000000')
        refused([*drop, '--metric', 'ece'], 'dissent')  # neither in the record nor, without the data, computed
        refused([os.path.join(folder, 'gone'), '--baseline', 'soft'], 'not a folder')
        os.makedirs(os.path.join(folder, 'empty'))
        refused([os.path.join(folder, 'empty'), '--baseline', 'soft'], 'no finished run')
        os.makedirs(os.path.join(folder, 'soft-0-seed7.partial'))
        check(run(*drop).returncode == 0, 'an unfinished run is passed over')
        with open(os.path.join(folder, 'soft-0-seed0', 'run.json'), 'w', encoding='utf-8') as out:
            out.write('{"spec": {}}')
        refused(drop, 'soft-0-seed0', 'spec.data: is missing')


def check_packed():
    """Runs of several studies in one packed folder, chosen by their options: as if only their folders were there."""
    folder = os.path.join(REPOSITORY, 'results/basins/runs')
    refused([folder, '--baseline', 'soft'], 'are both delivery sls with seed')
    only = 'delivery=soft,sls;resample-every=1,none;votes-per-item=0'
    ours = json.loads(run(folder, '--baseline', 'soft', '--only', only, '--json').stdout)
    check(ours['only'] == [only] and ours['runs'] == 10 and len(ours['comparisons']) == 1, 'what was chosen')
    values = {}
    with zipfile.ZipFile(os.path.join(folder, 'part-0001.zip')) as part:
        for name in part.namelist():
            if name.endswith('/run.json'):
                record = json.loads(part.read(name))
                spec = record['spec']
                if spec['votes']['votes-per-item'] == 0 and spec['delivery'].get('resample-every', 1) == 1:
                    values[spec['delivery']['method'], spec['seed']] = record['best']['soft_nll']
    for key, method in (('values', 'sls'), ('baseline_values', 'soft')):
        check(ours['comparisons'][0][key] == [values[method, seed] for seed in range(5)], method)
    text = run(folder, '--baseline', 'soft', '--only', 'delivery=soft,sls;resample-every=1,none', '--only',
               'votes-per-item=0').stdout
    check('Only the 10 runs of delivery=soft,sls;resample-every=1,none and votes-per-item=0' in text, text)
    refused([folder, '--baseline', 'soft', '--only', 'votes-per-item=7'], '--only votes-per-item=7: none of the',
            'votes-per-item is 0, 10, 25, 5, 50')
    refused([folder, '--baseline', 'soft', '--only', 'vote-per-item=5'], "did you mean 'votes-per-item'?")
    refused([folder, '--baseline', 'soft', '--only', 'sls'], 'OPTION=VALUES')


def main():
    os.environ['DISSENT_DATA'] = os.path.join(tempfile.gettempdir(), 'no-such-data')
    for seeds in (5, 12):
        check_numbers(seeds)
    check_warnings()
    check_refusals()
    check_packed()
    print(f'{CHECKS} passed, 0 failed')


main()
