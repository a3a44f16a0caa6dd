"""`dissent geometry` and `dissent ood` beside Python torch, scipy and scikit-learn: diagnostics_parity_test.py PROGRAM
REPOSITORY

Small networks are trained on made-up images; what the two commands say of them is computed a second time from the
definitions, in float64 (diagnostics_reference.py), from weights, normalisation and split as the runs' folders hold
them. The program computes in float32; tolerances are for that, and the errors found are printed.
"""
import csv
import json
import os
import subprocess
import sys
import tempfile
import traceback

PROGRAM, REPOSITORY = map(os.path.abspath, sys.argv[1:3])
if not os.path.exists(os.path.join(os.path.dirname(PROGRAM), 'dissent-torch')):
    print('skipped: built without libtorch')
    sys.exit(77)
sys.path[:0] = [os.path.join(REPOSITORY, 'tests', 'support'), os.path.join(REPOSITORY, 'bench')]
try:
    import numpy
    import torch
    from scipy import stats
    from sklearn import metrics
except ImportError as error:
    print(f'skipped: {error}')
    sys.exit(77)
from diagnostics_reference import (ITEMS, OUTSIDE, SHARE, Hessian, Run, cka, entropy_of, odin,  # noqa: E402
                                   path_losses, simple_scores, stability, write_data)

SLICE = f'entropy-top:{SHARE}'
POINTS, TOP, PROBES, OWN_PROBES, NEIGHBOURS = 5, 3, 40, 100, 20
RUNS = [f'{delivery}-seed{seed}' for delivery in ('sls', 'soft') for seed in (0, 1)]
CURVED = ['sls-seed0', 'soft-seed0']  # whose Hessian is measured: it takes long
LARGEST = {}  # error of each kind


def close(kind, ours, theirs, tolerance, scale=None):
    """Both finite, and equal up to tolerance * scale, which is the size of theirs unless given."""
    ours, theirs = numpy.asarray(ours, dtype=float), numpy.asarray(theirs, dtype=float)
    assert ours.shape == theirs.shape, f'{kind}: {ours.shape} here, {theirs.shape} there'
    assert numpy.isfinite(ours).all() and numpy.isfinite(theirs).all(), f'{kind}: {ours} here, {theirs} there'
    error = (abs(ours - theirs) / (abs(theirs) if scale is None else scale)).max()
    LARGEST[kind] = max(LARGEST.get(kind, 0), error)
    assert error <= tolerance, f'{kind}: off by {error:.2g}, where {tolerance} is allowed: {ours} here, {theirs} there'


def pair_of(runs, method, seeds):
    return [runs[f'{method}-seed{seed}'] for seed in seeds]


# Geometry

def check_hessian(run, ours, random):
    for entry, name, items in zip(ours, ('all', SLICE), (run.evaluation, run.slice(run.evaluation)), strict=True):
        assert entry['slice'] == name and entry['items'] == len(items) and entry['probes'] == PROBES
        hessian = Hessian(run, items)
        close('loss', entry['loss'], hessian.loss.item(), 1e-5)
        found = hessian.eigenvalues(TOP, random)
        assert entry['converged'] and entry['residual'] < 1e-3 and entry['iterations'] <= 300
        assert entry['negative_dominant'] is None and found[0] > 0  # so it is with these images
        close('lambda_max', entry['lambda_max'], found[0], 1e-3)
        for pair, value in zip(entry['eigenvalues'], found, strict=True):
            if pair['converged']:
                close('eigenvalues', pair['value'], value, 1e-3)

        probes = Hessian(run, items, torch.float32).probes(OWN_PROBES, random)  # rounding is nothing beside chance
        spread, their_spread = entry['trace_standard_error'] * PROBES ** 0.5, probes.std(ddof=1)
        error = numpy.hypot(entry['trace_standard_error'], their_spread / OWN_PROBES ** 0.5)
        close('trace, in standard errors', entry['trace'], probes.mean(), 5, error)
        close('spread of probes, in doublings', numpy.log2(spread), numpy.log2(their_spread), 1, 1)


def check_variance(run, ours):
    p, h = run.p[run.evaluation], run.features[run.evaluation]
    closed = ((h ** 2).sum(axis=1) + 1) * (1 - (p ** 2).sum(axis=1))
    expected = stats.spearmanr(closed, entropy_of(p))[0]
    assert ours['items'] == len(p)
    close('variance', ours['mean'], closed.mean(), 1e-5)
    close('variance: Spearman', ours['spearman'], expected, 1e-4, 1)
    close('variance, sampled', ours['sampled']['mean'], closed.mean(), 0.01)
    close('variance, sampled: Spearman', ours['sampled']['spearman'], expected, 0.02, 1)
    assert 0 < ours['sampled']['relative_deviation'] < 0.02


def check_dynamics(run, ours):
    lowest = min(run.history)
    near = next(epoch for epoch, loss in enumerate(run.history, 1) if loss <= 1.05 * lowest)
    assert ours == {'best_epoch': run.history.index(lowest) + 1, 'near_best_epoch': near, 'best_soft_nll': lowest,
                    'epochs': len(run.history)}, ours
    assert ours['best_epoch'] == run.record['best']['epoch']


def check_cka(runs, ours):
    assert ours['items'] == ITEMS and len(ours['pairs']) == 1
    for pair in ours['pairs']:
        a, b = pair_of(runs, ours['method'], pair['seeds'])
        close('CKA', [pair['biased'], pair['debiased']], cka(a.features, b.features), 1e-5, 1)
    for key in ('biased', 'debiased'):
        close('means', ours[key], numpy.mean([pair[key] for pair in ours['pairs']]), 1e-12)


def check_grad_cam(runs, ours):
    assert ours['slice']['name'] == SLICE and len(ours['pairs']) == 1
    for pair in ours['pairs']:
        a, b = pair_of(runs, ours['method'], pair['seeds'])
        common = numpy.intersect1d(a.evaluation, b.evaluation)
        for key, prefix, items in (('all', '', common), ('slice', 'slice_', a.slice(common))):
            mean, count = stability(a, b, items)
            assert pair[f'{prefix}items'] == count and pair[f'{prefix}constant'] == len(items) - count, pair
            close('Grad-CAM', pair[key], mean, 1e-3, 1)
    for found, key in ((ours['all'], 'all'), (ours['slice']['mean'], 'slice')):
        close('means', found, numpy.mean([pair[key] for pair in ours['pairs']]), 1e-12)


def check_barrier(runs, ours, ends, least):
    assert [os.path.basename(ours[key]) for key in ('from', 'to')] == ends and ours['points'] == POINTS
    a, b = (runs[name] for name in ends)
    items, training = numpy.intersect1d(a.evaluation, b.evaluation), numpy.intersect1d(a.training, b.training)
    assert ours['evaluation_items'] == len(items) and ours['training_items'] == len(training)
    places = numpy.linspace(0, 1, POINTS)
    for kind, losses in path_losses(a, b, places, items, training).items():
        above = losses - ((1 - places) * losses[0] + places * losses[-1])
        close(f'losses on a path, {kind}', ours[kind]['losses'], losses, 1e-5)
        close(f'barrier, {kind}', ours[kind]['barrier'], above.max(), 1e-5, losses.max())
        assert above.max() >= least, f'{ends}: a barrier of {above.max()} only'
        if above.max() > 0.01:  # rounding does not decide
            assert ours[kind]['at'] == places[above.argmax()]


def check_means(report):
    for summary in report['methods']:
        mine = [run for run in report['runs'] if run['method'] == summary['method']]
        assert summary['runs'] == len(mine) == 2
        for name, part, key in (('variance_spearman', 'gradient_variance', 'spearman'),
                                ('best_epoch', 'dynamics', 'best_epoch')):
            values = [run[part][key] for run in mine]
            close('means', summary['values'][name]['mean'], numpy.mean(values), 1e-12)
            close('means', summary['values'][name]['sd'], numpy.std(values, ddof=1), 1e-12, 1)


# Out of distribution

def check_odin(kind, ours, theirs, unmoved):
    """The move changes a score little, and that change must be right; in float32 a gradient near zero may have another
    sign."""
    right = abs(ours - theirs) <= 0.02 * abs(theirs - unmoved)
    assert right.mean() >= 0.98, f'{kind}: {right.mean():.3f} of the scores are right'
    close(kind, ours, theirs, 1e-6)


def read_scores(path):
    """Rows by run and set."""
    found = {}
    with open(path, newline='') as file:
        for row in csv.DictReader(file):
            found.setdefault((os.path.basename(row['run']), row['set']), []).append(row)
    return found


def column(rows, score):
    return numpy.array([float(row[score]) for row in rows])


def check_scores(run, ours, outside, rows):
    entry, = ours['sets']
    assert entry['set'] == 'outside' and entry['items'] == OUTSIDE and entry['in_items'] == len(run.evaluation)
    values = {}
    for name, items, images in (('evaluation', run.evaluation, run.images[run.evaluation]),
                                ('outside', range(OUTSIDE), outside)):
        mine = rows[run.name, name]
        assert [row['item'] for row in mine] == [str(i) for i in items]
        values[name] = {score: column(mine, score) for score in mine[0] if score not in ('run', 'set', 'item')}
        for score, theirs in simple_scores(run, images, NEIGHBOURS).items():
            close(score, values[name][score], theirs, 1e-5 if score == 'knn' else 1e-4, 1)
        x = run.inputs(images)
        check_odin('odin', values[name]['odin'], odin(run, x, 0.0014), odin(run, x, 0))
    assert set(entry['scores']) == set(values['outside']) == {'energy', 'msp', 'entropy', 'margin', 'odin', 'knn'}
    for score, found in entry['scores'].items():
        inside, outer = values['evaluation'][score], values['outside'][score]
        truth, both = numpy.repeat([1, 0], [len(inside), len(outer)]), numpy.concatenate([inside, outer])
        threshold = max(t for t in inside if (inside >= t).mean() >= 0.95)
        close('AUROC', found['auroc'], metrics.roc_auc_score(truth, both), 1e-12, 1)
        close('AUPR', found['aupr'], metrics.average_precision_score(truth, both), 1e-12, 1)
        close('FPR95', found['fpr95'], (outer >= threshold).mean(), 1e-12, 1)


def check_pixels(run, outside, rows):
    x, sd = run.inputs(outside), torch.tensor(run.sd)[:, None, None]
    ours = column(rows[run.name, 'outside'], 'odin')
    check_odin('odin in pixels', ours, odin(run, x, 0.003 / sd), odin(run, x, 0))


def check_summary(report):
    entry, = report['summary']
    assert len(entry['rows']) == 12  # six scores, two methods
    for row in entry['rows']:
        for measure in ('auroc', 'fpr95', 'aupr'):
            values = [run['sets'][0]['scores'][row['score']][measure] for run in report['runs']
                      if run['method'] == row['method']]
            close('means', row[measure]['mean'], numpy.mean(values), 1e-12, 1)
            close('means', row[measure]['sd'], numpy.std(values, ddof=1), 1e-12, 1)


def checks_in(folder):
    """(check, arguments) of each, once the program has done its part."""
    def program(*words):
        done = subprocess.run([PROGRAM, *words, '--device', 'cpu', '--threads', '1'], capture_output=True, text=True,
                              cwd=folder)
        assert done.returncode == 0, f'{words}: {done.stderr}'
        return done.stdout

    def said(*words):
        return json.loads(program(*words, '--json'))

    images, counts, outside = write_data(folder)
    program('train', '--data', '.', '--model', 'resnet8', '--epochs', '3', '--batch', '32', '--delivery', 'soft,sls',
            '--seed', '0..1', '--evaluation-share', '0.25', '-o', 'runs')
    curved = said('geometry', *(f'runs/{name}' for name in CURVED), '--parts', 'hessian', '--probes', str(PROBES),
                  '--top', str(TOP), '--slice', SLICE, '--iterations', '300', '--tolerance', '1e-6', '--residual',
                  '1e-3')
    geometry = said('geometry', 'runs', '--parts', 'variance,dynamics,cka,grad-cam,barrier', '--points', str(POINTS),
                    '--cka-items', '1000', '--slice', SLICE, '--samples', '40000')
    across = said('geometry', 'runs/soft-seed0', 'runs/soft-seed1', '--parts', 'barrier', '--points', str(POINTS))
    ood = said('ood', 'runs', '--outside', 'outside.npy', '--scores', 'scores.csv', '--neighbours', str(NEIGHBOURS))
    program('ood', 'runs/soft-seed0', '--outside', 'outside.npy', '--scores', 'pixels.csv', '--score', 'odin',
            '--odin-pixels', '--odin-epsilon', '0.003')
    rows, pixels = (read_scores(os.path.join(folder, name)) for name in ('scores.csv', 'pixels.csv'))

    runs = {name: Run(os.path.join(folder, 'runs', name), images, counts) for name in RUNS}
    random = numpy.random.default_rng(8)
    for report, names in ((curved, CURVED), (geometry, RUNS), (ood, RUNS)):
        assert [os.path.basename(run['folder']) for run in report['runs']] == names
    checks = [(check_hessian, (runs[name], ours['hessian'], random)) for name, ours in zip(CURVED, curved['runs'])]
    for run, ours, detection in zip(runs.values(), geometry['runs'], ood['runs']):
        checks += [(check_variance, (run, ours['gradient_variance'])), (check_dynamics, (run, ours['dynamics'])),
                   (check_scores, (run, detection, outside, rows))]
    for key, check in (('cka', check_cka), ('grad_cam', check_grad_cam)):
        assert [ours['method'] for ours in geometry[key]] == ['sls', 'soft']
        checks += [(check, (runs, ours)) for ours in geometry[key]]
    for seed, ours in zip((0, 1), geometry['barriers'], strict=True):
        checks.append((check_barrier, (runs, ours, [f'sls-seed{seed}', f'soft-seed{seed}'], 0)))
    checks += [(check_barrier, (runs, ours, ['soft-seed0', 'soft-seed1'], 0.02)) for ours in across['barriers']]
    return [*checks, (check_means, (geometry,)), (check_pixels, (runs['soft-seed0'], outside, pixels)),
            (check_summary, (ood,))]


def main():
    torch.set_num_threads(1)  # other tests run beside this one, and torch's threads wait for each other in a busy loop
    with tempfile.TemporaryDirectory() as folder:
        checks = checks_in(folder)
    failed = 0
    for check, arguments in checks:
        try:
            check(*arguments)
        except AssertionError:
            failed += 1
            print(f'{check.__name__}: {"".join(traceback.format_exc().splitlines(keepends=True)[-5:])}')
    print('largest errors: ' + ', '.join(f'{kind} {error:.1e}' for kind, error in LARGEST.items()))
    print(f'{len(checks) - failed} passed, {failed} failed')
    sys.exit(failed > 0)


main()
