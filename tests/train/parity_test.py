"""dissent's networks, gradients and optimiser beside Python torch: parity_test.py DUMP_PROGRAM [MODEL...]

`DUMP_PROGRAM MODEL FOLDER [float64]` writes FOLDER/parity.safetensors: weights, a batch, and what dissent makes of them
on the CPU: logits in evaluation mode, then ten training steps, of the first logits, features and every gradient.
Here the same network in plain torch.nn takes the same weights and must give the same numbers.

The truth is torch in float64, and in float64 errors stay below EXACT. How far float32 may be from it depends on the
weights: a ReLU whose input is almost zero switches, and ten steps multiply what differs. So torch's float32 also runs
from weights moved in their sixth digit, and dissent may be off by four times the worst of these runs, or by FLOOR where
that is more; never by more than CEILING.
An error is the length of the difference over the length of the tensor; losses are taken one by one, and a bias after
the steps is measured by its layer's weight and bias together, since it may have hardly left zero.
"""
import math
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, '..', 'support'), os.path.join(HERE, '..', '..', 'bench')]
try:
    import numpy
    import torch
    from parity_cases import MODELS, dumped, main, require, shown, under
    from torch_networks import make
except ImportError as error:
    print(f'skipped: {error}')
    sys.exit(77)

STEPS = 10
CLIP = 0.25  # of AdamW, as in parity_dump.cpp
FLOOR = {'logits': 1e-5, 'logits_eval': 1e-5, 'features': 1e-5, 'gradient': 2e-5, 'losses': 1e-5, 'after': 2e-5}
CEILING = {'logits': 1e-4, 'logits_eval': 1e-4, 'features': 1e-4, 'gradient': 2e-2, 'losses': 1e-2, 'after': 5e-2}
EXACT = 1e-9
MOVED = 1e-6  # relative; float32 rounds to 6e-8
MOVED_RUNS = 2


def reference(name, tensors, lr, dtype, moved=0):
    """What torch makes of the same weights and batch, in the same layout as the file; and the parameters' names."""
    x, targets = (torch.tensor(tensors[key], dtype=dtype) for key in ('x', 'targets'))
    adamw = name.endswith('-adamw')
    network = make(name.removesuffix('-adamw'), x.shape[1:], targets.shape[1]).to(dtype)
    weights = {key: torch.tensor(value, dtype=dtype) for key, value in under(tensors, 'weights/').items()}
    if moved:
        weights = {key: value * (1 + moved * torch.randn_like(value)) for key, value in weights.items()}
    own = {key: value for key, value in network.state_dict().items() if not key.endswith('num_batches_tracked')}
    require(set(own) == set(weights), f'names of weights that only one side has: {sorted(set(own) ^ set(weights))}')
    for key, value in own.items():
        require(value.shape == weights[key].shape, f'{key}: {list(weights[key].shape)} here, {list(value.shape)} there')

    def loss_of(logits):
        return torch.nn.functional.cross_entropy(logits, targets)

    network.load_state_dict(network.state_dict() | weights)
    network.eval()
    with torch.no_grad():
        made = {'logits_eval': network(x)}
    network.train()
    optimizer = torch.optim.SGD(network.parameters(), lr=lr, momentum=0.9, weight_decay=5e-4)
    if adamw:
        optimizer = torch.optim.AdamW(network.parameters(), lr=lr, weight_decay=5e-4)
    losses = []
    for step in range(STEPS):
        optimizer.zero_grad()
        features = network.features(x)
        logits = network.fc(features)
        loss = loss_of(logits)
        loss.backward()
        losses.append(loss.item())
        if step == 0:
            made |= {'features': features, 'logits': logits}
            made |= {f'gradient/{key}': value.grad.clone() for key, value in network.named_parameters()}
        if adamw:
            torch.nn.utils.clip_grad_norm_(network.parameters(), CLIP)
        optimizer.step()
    made['losses'] = torch.tensor(losses, dtype=torch.float64)
    made |= {f'after/{key}': network.state_dict()[key] for key in own}
    return {key: value.detach().double().numpy() for key, value in made.items()}, list(dict(network.named_parameters()))


def errors(found, truth):
    """By name; of the losses, step by step."""
    made = {}
    for key, value in found.items():
        if key == 'losses':
            made |= {f'losses/{step}': abs(a / b - 1) for step, (a, b) in enumerate(zip(value, truth[key]))}
        else:
            length = numpy.linalg.norm(truth[key])
            if key.startswith('after/') and key.endswith('.bias'):
                length = math.hypot(length, numpy.linalg.norm(truth[key.removesuffix('bias') + 'weight']))
            made[key] = numpy.linalg.norm(value.astype(numpy.float64) - truth[key]) / (length if length > 0 else 1)
    return made


def compare(tensors, truth, moved, parameters):
    """The worst error of every kind, and that of torch's own float32; a failure where one is too large."""
    needed = {key for key in truth if not key.startswith('after/')} | {f'after/{key}' for key in parameters}
    found = {k: v for k, v in tensors.items() if not k.startswith('weights/') and k not in ('x', 'targets')}
    require(needed <= set(found), f'not in the file: {sorted(needed - set(found))}')
    require(set(found) <= set(truth), f'not known here: {sorted(set(found) - set(truth))}')
    for key, value in found.items():
        require(value.shape == truth[key].shape, f'{key}: shape {value.shape}, not {truth[key].shape}')
        require(numpy.isfinite(value).all(), f'{key}: not finite')
    noise = [errors(run, truth) for run in moved]  # none in float64
    worst, wrong = {}, []
    for key, error in errors(found, truth).items():
        kind, own = key.split('/')[0], max((run[key] for run in noise), default=0)
        allowed = min(max(FLOOR[kind], 4 * own), CEILING[kind]) if noise else EXACT
        worst[kind] = [max(pair) for pair in zip(worst.get(kind, (0, 0)), (error, own))]
        if not error <= allowed:
            wrong.append((error / allowed, f'{key}: off by {error:.1e}, where {allowed:.1e} is allowed'))
    wrong = [text for _, text in sorted(wrong, reverse=True)]
    require(not wrong, f'{len(wrong)} wrong, the worst: {"; ".join(wrong[:5])}')
    return worst


def check_start(weights):
    """torchvision's initialisation, within five standard errors of the sample."""
    for name, value in weights.items():
        cells = value.astype(numpy.float64).ravel()
        count, square = cells.size, (cells**2).mean()

        def near(what, found, expected, error):
            require(abs(found - expected) <= 5 * error,
                    f'{name}: {what} {found:.4g}, where {expected:.4g} +- {5 * error:.2g} is expected')

        if value.ndim == 4:  # normal, sd sqrt(2 / fan_out)
            sd = math.sqrt(2 / (value.shape[0] * value.shape[2] * value.shape[3]))
            near('mean', cells.mean(), 0, sd / math.sqrt(count))
            near('standard deviation', math.sqrt(square), sd, sd / math.sqrt(2 * count))
            near('kurtosis', (cells**4).mean() / square**2, 3, math.sqrt(24 / count))
        elif name.startswith('fc'):  # uniform within 1 / sqrt(inputs)
            bound = 1 / math.sqrt(weights[name.rsplit('.', 1)[0] + '.weight'].shape[1])
            require(numpy.abs(cells).max() <= bound * (1 + 1e-6), f'{name}: {numpy.abs(cells).max()} beyond {bound}')
            near('mean', cells.mean(), 0, bound / math.sqrt(3 * count))
            require(numpy.unique(cells).size > 1, f'{name}: all the same')
            near('mean square', square, bound**2 / 3, bound**2 * math.sqrt((1 / 5 - 1 / 9) / count))
        else:
            start = 1 if name.endswith(('.weight', '.running_var')) else 0
            require((cells == start).all(), f'{name}: not all {start}')
    drawn = [(name, value.ravel()) for name, value in weights.items() if value.ndim > 1]
    for i, (name, one) in enumerate(drawn):
        for other_name, other in drawn[:i]:
            count = min(one.size, other.size)
            alike = numpy.corrcoef(one[:count], other[:count])[0, 1]
            require(abs(alike) <= 5 / math.sqrt(count), f'{name} and {other_name} are alike: correlation {alike:.2g}')


def check(program, name, precision):
    tensors, metadata = dumped(program, name, precision, 'parity.safetensors')
    require(tensors['x'].dtype == precision, f'the batch is {tensors["x"].dtype}')
    lr = float(metadata.get('lr', 0.1))
    check_start(under(tensors, 'weights/'))
    rows = tensors['targets'].sum(axis=1)
    require(numpy.abs(rows - 1).max() < 1e-6, f'targets: a row sums to {rows.max()}')
    truth, parameters = reference(name, tensors, lr, torch.float64)
    require(abs(truth['losses'][-1] / truth['losses'][0] - 1) > 0.01, f'losses do not move: {truth["losses"]}')
    runs = MOVED_RUNS if precision == 'float32' else 0
    moved = [reference(name, tensors, lr, torch.float32, MOVED)[0] for _ in range(runs)]
    worst = compare(tensors, truth, moved, parameters)
    shown(name, precision, worst)


main(check, [*MODELS, 'mlp-adamw'])
