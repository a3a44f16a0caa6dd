"""What diagnostics_parity_test.py compares with: made-up images and votes, a run as its folder holds it, and the
diagnostics of its network from their definitions, in float64. Needs numpy, scipy and torch."""
import csv
import json
import os
from functools import cached_property

import numpy
import torch
from safetensors_reader import read
from scipy import special, stats
from scipy.sparse.linalg import LinearOperator, eigsh
from torch_networks import make

ITEMS, CLASSES, VOTES, OUTSIDE = 160, 4, 9, 90
SHARE = 0.2  # of items in the high-entropy slice
BATCH = 1000  # items at a time where batch-norm's statistics are estimated anew; all of them here
TEMPERATURE = 1000


def write_data(folder):
    """A bright quarter tells the class of an image; outside are bright centres, noise, and copies, whose scores tie."""
    random = numpy.random.default_rng(3)
    true = numpy.arange(ITEMS) % CLASSES
    images = random.integers(0, 90, (ITEMS, 16, 16, 3))
    for image, k in zip(images, true):
        image[k // 2 * 8:, k % 2 * 8:, k % 3][:8, :8] += 110
    shares = 0.6 * random.dirichlet(numpy.full(CLASSES, 0.5), ITEMS)
    shares[numpy.arange(ITEMS), true] += 0.4
    counts = numpy.array([random.multinomial(VOTES, row) for row in shares])
    outside = random.integers(0, 120, (OUTSIDE, 16, 16, 3))
    outside[:30, 4:12, 4:12, 0] += 100
    outside[30:60] = images[:30]
    outside[60:70] = outside[:10]
    images, outside = images.astype(numpy.uint8), outside.astype(numpy.uint8)
    for name, array in (('images', images), ('outside', outside), ('counts', counts)):
        numpy.save(os.path.join(folder, f'{name}.npy'), array)
    with open(os.path.join(folder, 'dataset.yaml'), 'w') as file:
        file.write('name: quarters\nvotes: counts.npy\ninputs: {images: images.npy}\n')
    return images, counts, outside


def entropy_of(p):
    return -numpy.sort(special.xlogy(p, p), axis=1).sum(axis=1)


def network_of(state):
    network = make('resnet8', (3, 16, 16), CLASSES).double()
    differ = network.load_state_dict(state, strict=False)
    assert not differ.unexpected_keys and all(key.endswith('tracked') for key in differ.missing_keys), differ
    return network.eval()


def normalised(images, mean, sd):
    return torch.tensor((images / 255 - mean) / sd).permute(0, 3, 1, 2)


def soft_loss(logits, p):
    return -(torch.tensor(p, dtype=logits.dtype) * torch.log_softmax(logits, 1)).sum(1).mean()


class Run:
    """A run's best checkpoint and its items, which are numbers."""

    def __init__(self, folder, images, counts):
        self.name, self.images = os.path.basename(folder), images
        self.p = counts / counts.sum(axis=1, keepdims=True)
        with open(os.path.join(folder, 'run.json')) as file:
            self.record = json.load(file)
        self.mean, self.sd = (numpy.array(self.record['normalisation'][key]) for key in ('mean', 'sd'))
        predictions = numpy.load(os.path.join(folder, 'predictions.npz'))
        assert list(predictions['items']) == [str(i) for i in range(ITEMS)]
        self.evaluation = numpy.flatnonzero(predictions['split'] == 'evaluation')
        self.training = numpy.flatnonzero(predictions['split'] == 'train')
        with open(os.path.join(folder, 'history.csv'), newline='') as file:
            self.history = [float(row['evaluation_soft_nll']) for row in csv.DictReader(file)]
        weights, _ = read(os.path.join(folder, 'best.safetensors'))
        self.state = {key: torch.tensor(value, dtype=torch.float64) for key, value in weights.items()}
        self.network = network_of(self.state)

    def slice(self, items):
        count = max(1, int(SHARE * len(items) + 0.5))
        return numpy.sort(items[numpy.argsort(-entropy_of(self.p[items]), kind='stable')[:count]])

    def inputs(self, images):
        return normalised(images, self.mean, self.sd)

    @cached_property
    def features(self):
        with torch.no_grad():
            return self.network.features(self.inputs(self.images)).numpy()


class Hessian:
    """Of the mean loss over items by all parameters, as products with vectors."""

    def __init__(self, run, items, dtype=torch.float64):
        network = network_of(run.state).to(dtype)
        self.parameters, self.dtype = list(network.parameters()), dtype
        self.loss = soft_loss(network(run.inputs(run.images[items]).to(dtype)), run.p[items])
        self.gradient = self.flat(torch.autograd.grad(self.loss, self.parameters, create_graph=True))
        self.size = len(self.gradient)

    @staticmethod
    def flat(parts):
        return torch.cat([part.flatten() for part in parts])

    def product(self, v):
        along = torch.tensor(v, dtype=self.dtype).flatten()
        return self.flat(torch.autograd.grad(self.gradient, self.parameters, along, retain_graph=True)).double().numpy()

    def eigenvalues(self, count, random):
        """Those of largest magnitude, the largest first."""
        operator = LinearOperator((self.size, self.size), matvec=self.product, dtype=float)
        start = random.normal(size=self.size)
        found = eigsh(operator, count, which='LM', tol=1e-4, v0=start, return_eigenvectors=False)
        return found[numpy.argsort(-abs(found))]

    def probes(self, count, random):
        """v'Hv of vectors of independent signs, whose mean is the trace."""
        return numpy.array([v @ self.product(v) for v in random.choice([-1.0, 1.0], (count, self.size))])


def hsic(x, y):
    """With bias, and without it (Song et al. 2012), of linear kernels; up to a factor that cancels."""
    k, l = x @ x.T, y @ y.T
    n = len(k)
    centre = numpy.eye(n) - 1 / n
    biased = numpy.trace(k @ centre @ l @ centre)
    k, l = k - numpy.diag(numpy.diag(k)), l - numpy.diag(numpy.diag(l))
    unbiased = (k * l).sum() + k.sum() * l.sum() / (n - 1) / (n - 2) - 2 / (n - 2) * (k @ l).sum()
    return numpy.array([biased, unbiased])


def cka(x, y):
    return hsic(x, y) / numpy.sqrt(hsic(x, x) * hsic(y, y))


def grad_cam(run, items):
    """[items, height, width]: after the last stage, of the class that is predicted."""
    network, kept = run.network, []
    stage = getattr(network, network.stages[-1])
    hook = stage.register_forward_hook(lambda module, inputs, output: kept.append(output))
    logits = network(run.inputs(run.images[items]))
    hook.remove()
    gradient, = torch.autograd.grad(logits.max(dim=1).values.sum(), kept[0])
    weights = gradient.mean(dim=(2, 3), keepdim=True)
    return torch.relu((weights * kept[0]).sum(dim=1)).detach().numpy()


def stability(a, b, items):
    """Mean Pearson correlation of two runs' maps, and of how many items it is: a constant map has none."""
    found = [numpy.corrcoef(x.ravel(), y.ravel())[0, 1] for x, y in zip(grad_cam(a, items), grad_cam(b, items))
             if numpy.ptp(x) > 0 and numpy.ptp(y) > 0]
    return numpy.mean(found), len(found)


def reestimate(network, x):
    """Batch-norm's statistics: the mean of the batches', by their sizes."""
    network.train()
    for begin in range(0, len(x), BATCH):
        batch = x[begin:begin + BATCH]
        for module in network.modules():
            if isinstance(module, torch.nn.BatchNorm2d):
                module.momentum = len(batch) / (begin + len(batch))  # its share of the items seen by then
        network(batch)
    network.eval()


def path_losses(a, b, places, items, training):
    """The loss on items between two runs: with statistics interpolated, and estimated anew from the training items."""
    losses = {'interpolated': [], 'reestimated': []}
    for alpha in places:
        network = network_of({key: (1 - alpha) * a.state[key] + alpha * b.state[key] for key in a.state})
        mean, sd = ((1 - alpha) * one + alpha * other for one, other in ((a.mean, b.mean), (a.sd, b.sd)))
        with torch.no_grad():
            for kind, values in losses.items():
                if kind == 'reestimated':
                    reestimate(network, normalised(a.images[training], mean, sd))
                values.append(soft_loss(network(normalised(a.images[items], mean, sd)), a.p[items]).item())
    return {kind: numpy.array(values) for kind, values in losses.items()}


def odin(run, x, epsilon):
    x = x.clone().requires_grad_(True)
    nll = -torch.log_softmax(run.network(x) / TEMPERATURE, 1).max(dim=1).values
    gradient, = torch.autograd.grad(nll.sum(), x)
    with torch.no_grad():
        moved = run.network(x - epsilon * gradient.sign())
        return torch.softmax(moved / TEMPERATURE, 1).max(dim=1).values.numpy()


def simple_scores(run, images, neighbours):
    """Every score but odin's."""
    with torch.no_grad():
        features = run.network.features(run.inputs(images))
        z = run.network.fc(features).numpy()
    q, top = special.softmax(z, axis=1), numpy.sort(z, axis=1)
    own, bank = (f / numpy.linalg.norm(f, axis=1, keepdims=True)
                 for f in (features.numpy(), run.features[run.training]))
    distances = numpy.linalg.norm(own[:, None] - bank[None], axis=2)
    return {'energy': special.logsumexp(z, axis=1), 'msp': q.max(axis=1), 'entropy': -stats.entropy(q, axis=1),
            'margin': top[:, -1] - top[:, -2], 'knn': -numpy.sort(distances, axis=1)[:, neighbours - 1]}
