"""dissent's Hessian-vector products beside Python torch's: hessian_parity_test.py DUMP_PROGRAM [MODEL...]

`DUMP_PROGRAM MODEL FOLDER [float64]` writes FOLDER/hessian.safetensors: weights, a few items, soft targets, a vector v,
and what dissent makes of them in two batches: the mean loss, its gradient and its Hessian times v. Here the same
network in plain torch.nn, in evaluation mode, takes all items at once and goes backward twice.

The truth is torch in float64, and in float64 errors stay below EXACT. In float32 a ReLU whose input is almost zero may
switch; so torch's float32 also runs from weights moved in their sixth digit, and dissent may be off by four times the
worst of these runs, or by FLOOR where that is more; never by more than CEILING.
An error is the length of the difference over the length of the tensor.
"""
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, '..', 'support'), os.path.join(HERE, '..', '..', 'bench')]
try:
    import numpy
    import torch
    from parity_cases import dumped, main, require, shown, under
    from torch_networks import make
except ImportError as error:
    print(f'skipped: {error}')
    sys.exit(77)

EXACT, FLOOR, CEILING = 1e-9, 2e-5, 2e-2
MOVED = 1e-6  # relative; float32 rounds to 6e-8
MOVED_RUNS = 2


def reference(name, tensors, dtype, moved=0):
    """Loss, gradient and product in the layout of the file."""
    inputs, targets = (torch.tensor(tensors[key], dtype=dtype) for key in ('inputs', 'targets'))
    network = make(name, inputs.shape[1:], targets.shape[1]).to(dtype)
    weights = {key: torch.tensor(value, dtype=dtype) for key, value in under(tensors, 'weights/').items()}
    if moved:
        weights = {key: value * (1 + moved * torch.randn_like(value)) for key, value in weights.items()}
    own = {key for key in network.state_dict() if not key.endswith('num_batches_tracked')}
    require(own == set(weights), f'names of weights that only one side has: {sorted(own ^ set(weights))}')
    network.load_state_dict(network.state_dict() | weights)
    network.eval()
    parameters = dict(network.named_parameters())
    v = {key: torch.tensor(value, dtype=dtype) for key, value in under(tensors, 'v/').items()}
    require(set(v) == set(parameters), f'v has {sorted(v)}, the network {sorted(parameters)}')
    loss = torch.nn.functional.cross_entropy(network(inputs), targets)
    gradient = torch.autograd.grad(loss, list(parameters.values()), create_graph=True)
    along = sum((part * v[key]).sum() for key, part in zip(parameters, gradient))
    product = torch.autograd.grad(along, list(parameters.values()))
    made = {'loss': loss.reshape(1)}
    made |= {f'gradient/{key}': value for key, value in zip(parameters, gradient)}
    made |= {f'product/{key}': value for key, value in zip(parameters, product)}
    return {key: value.detach().double().numpy() for key, value in made.items()}


def errors(found, truth):
    return {key: numpy.linalg.norm(found[key].astype(numpy.float64) - truth[key]) / numpy.linalg.norm(truth[key])
            for key in truth}


def check(program, name, precision):
    tensors, _ = dumped(program, name, precision, 'hessian.safetensors')
    require(tensors['inputs'].dtype == precision, f'the inputs are {tensors["inputs"].dtype}')
    rows = tensors['targets'].sum(axis=1)
    require(numpy.abs(rows - 1).max() < 1e-6 and tensors['targets'].max(axis=1).min() < 0.99, f'targets: {rows}')
    for key, value in under(tensors, 'weights/').items():
        require(value.size == 1 or value.min() < value.max(), f'{key}: all {value.flat[0]}')
    truth = reference(name, tensors, torch.float64)
    for key, value in truth.items():
        require(tensors[key].shape == value.shape, f'{key}: shape {tensors[key].shape}, not {value.shape}')
        require(numpy.linalg.norm(value) > 0, f'{key}: zero')
    runs = MOVED_RUNS if precision == 'float32' else 0
    noise = [errors(reference(name, tensors, torch.float32, MOVED), truth) for _ in range(runs)]
    worst, wrong = {}, []
    for key, error in errors(tensors, truth).items():
        own = max((run[key] for run in noise), default=0)
        allowed = min(max(FLOOR, 4 * own), CEILING) if runs else EXACT
        kind = key.split('/')[0]
        worst[kind] = [max(pair) for pair in zip(worst.get(kind, (0, 0)), (error, own))]
        if not error <= allowed:
            wrong.append((error / allowed, f'{key}: off by {error:.1e}, where {allowed:.1e} is allowed'))
    shown(name, precision, worst)
    wrong = [text for _, text in sorted(wrong, reverse=True)]
    require(not wrong, f'{len(wrong)} wrong, the worst: {"; ".join(wrong[:5])}')


main(check)
