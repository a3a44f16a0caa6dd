#!/usr/bin/python3
"""Training on the CPU: dissent against a plain Python torch loop on the same threads, in the same run.

Usage: bench/train_cpu.py BUILD_FOLDER [--models resnet8 resnet18-cifar] [--repeats 3] [--threads N] [--small] [--folder SCRATCH]
The peer is what users write: a Dataset that crops and flips item by item, the fastest of a few DataLoaders, SGD,
cross-entropy with soft targets. Both must have as many parameters, and their losses must fall alike.
"""
import argparse
import csv
import dataclasses
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

from bench_support import add_small, need

need('numpy', 'torch')
import numpy  # noqa: E402

MOMENTUM, WEIGHT_DECAY, PADDING = 0.9, 5e-4, 4


@dataclasses.dataclass
class Task:
    model: str
    items: int  # a fifth of them is kept for evaluation
    epochs: int  # the first warms up, and is left out of the peer's time
    learning_rate: float
    batch: int = 128
    workers: tuple = (0, 1, 2)  # of the DataLoader, to choose the fastest from
    alike: float = 1.2  # how many times the other's last loss a side's may be


TASKS = {task.model: task for task in (Task('resnet8', 5000, 6, 0.1),
                                       Task('resnet18-cifar', 400, 3, 0.01))}  # so few steps at 0.1 would leave its losses to chance
SMALL = {'resnet8': Task('resnet8', 500, 3, 0.05, batch=32, workers=(0,), alike=1.5)}


def peer(task, folder, threads, workers, seed):
    """A run of the plain loop: images a second, the mean loss of every epoch, and how many numbers are trained."""
    import torch
    from torch.nn import functional
    from torch.utils.data import DataLoader, Dataset

    from torch_networks import make

    class Images(Dataset):
        def __init__(self, images, targets):
            self.images = torch.from_numpy(images).permute(0, 3, 1, 2)  # uint8 [N, C, H, W]
            self.targets = torch.from_numpy(targets)  # [N, K] float32, rows sum to 1
            pixels = self.images.float() / 255
            self.mean = pixels.mean(dim=(0, 2, 3)).view(-1, 1, 1)
            self.sd = pixels.std(dim=(0, 2, 3)).view(-1, 1, 1)

        def __len__(self):
            return len(self.images)

        def __getitem__(self, index):
            image = (self.images[index].float() / 255 - self.mean) / self.sd
            height, width = image.shape[1:]
            image = functional.pad(image, (PADDING,) * 4)
            top, left = torch.randint(0, 2 * PADDING + 1, (2,)).tolist()
            image = image[:, top : top + height, left : left + width]
            if torch.rand(()) < 0.5:
                image = image.flip(2)
            return image, self.targets[index]

    torch.set_num_threads(threads)
    torch.manual_seed(seed)
    images, targets = (numpy.load(os.path.join(folder, name)) for name in ('images.npy', 'targets.npy'))
    chosen = numpy.random.default_rng(seed).permutation(len(images))[: len(images) - round(0.2 * len(images))]
    data = Images(images[chosen], targets[chosen])
    loader = DataLoader(data, task.batch, shuffle=True, num_workers=workers, persistent_workers=workers > 0)
    network = make(task.model, data.images.shape[1:], targets.shape[1])
    optimizer = torch.optim.SGD(network.parameters(), task.learning_rate, MOMENTUM, weight_decay=WEIGHT_DECAY)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, task.epochs)
    loss_function = torch.nn.CrossEntropyLoss()
    losses = []
    for epoch in range(task.epochs):
        if epoch == 1:
            start = time.perf_counter()
        total = 0.0
        for x, y in loader:
            optimizer.zero_grad()
            loss = loss_function(network(x), y)
            loss.backward()
            optimizer.step()
            total += loss.item() * len(x)
        schedule.step()
        losses.append(total / len(data))
    seconds = time.perf_counter() - start
    return {'images_per_second': (task.epochs - 1) * len(data) / seconds, 'losses': losses,
            'parameters': sum(p.numel() for p in network.parameters()), 'threads': torch.get_num_threads()}


def run_peer(task, folder, threads, workers, seed):
    numbers = [str(number) for number in (threads, workers, seed)]
    command = [sys.executable, os.path.abspath(__file__), '--peer', json.dumps(dataclasses.asdict(task)), folder, *numbers]
    environment = dict(os.environ, OMP_NUM_THREADS=str(threads))
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env=environment).stdout)


def run_dissent(program, task, folder, threads, seed, *more):
    output = os.path.join(folder, 'run')
    shutil.rmtree(output, ignore_errors=True)
    command = [program, 'train', '--data', folder, '--delivery', 'soft', '--model', task.model, '--seed', str(seed),
               '--epochs', str(task.epochs), '--lr', str(task.learning_rate), '--batch', str(task.batch),
               '--device', 'cpu', '--threads', str(threads), '-o', output, '--json', *more]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f'{" ".join(command)}:\n{done.stderr}')
    (record,) = json.loads(done.stdout)['runs']
    with open(os.path.join(output, 'history.csv'), newline='') as file:
        losses = [float(row['train_loss']) for row in csv.DictReader(file)]
    return {'images_per_second': record['execution']['images_per_second'], 'losses': losses,
            'parameters': record['parameters'], 'threads': record['execution']['threads']}


def data_of(program, task, scratch):
    """A folder with a manifest, and beside it the targets as the peer takes them; what it is, in words."""
    items = task.items
    folder = os.path.join(scratch, task.model)
    if task.model == 'resnet8':
        subprocess.run([program, 'data', 'get', 'shapes', '--items', str(items)], check=True, capture_output=True,
                       env=dict(os.environ, DISSENT_DATA=scratch))
        os.rename(os.path.join(scratch, 'shapes'), folder)
        votes, what = 'votes.csv', 'shapes'
    else:
        os.mkdir(folder)
        votes, what = 'counts.npy', 'CIFAR-10H'
        here = subprocess.run([program, 'data', 'path', 'cifar10h'], capture_output=True, text=True, check=False)
        if here.returncode == 0:
            store = here.stdout.strip()
            records = numpy.fromfile(os.path.join(store, 'test_batch.bin'), 'uint8').reshape(-1, 3073)[:items, 1:]
            images = records.reshape(-1, 3, 32, 32).transpose(0, 2, 3, 1)
            counts = numpy.load(os.path.join(store, 'cifar10h-counts.npy'))[:items]
        else:
            what = 'noise of ten colours'
            random = numpy.random.default_rng(0)
            colours = random.integers(0, 256, (10, 3))
            label = random.integers(0, 10, items)
            noise = random.normal(0, 60, (items, 32, 32, 3))
            images = numpy.clip(colours[label][:, None, None] + noise, 0, 255)
            counts = random.multinomial(10, numpy.eye(10)[label] * 0.8 + 0.02)
        numpy.save(os.path.join(folder, 'images.npy'), numpy.ascontiguousarray(images, 'uint8'))
        numpy.save(os.path.join(folder, votes), counts.astype('int64'))
        with open(os.path.join(folder, 'dataset.yaml'), 'w') as file:
            file.write(f'name: few\nvotes: {votes}\ninputs: {{images: images.npy}}\n')
    targets = os.path.join(folder, 'targets.npy')
    subprocess.run([program, 'convert', os.path.join(folder, votes), '--to', 'probabilities', '-o', targets],
                   check=True, capture_output=True)
    numpy.save(targets, numpy.load(targets).astype('float32'))
    size = numpy.load(os.path.join(folder, 'images.npy'), mmap_mode='r').shape
    return folder, f'{items - round(0.2 * items):,} training images of {what}, {size[1]}x{size[2]}x{size[3]}'


def has_bf16():
    try:
        with open('/proc/cpuinfo') as file:
            return 'avx512_bf16' in file.read()
    except OSError:
        return False


def check_alike(task, sides, threads):
    """Sides: runs by name. Stops where they did not train the same thing."""
    if len({run['parameters'] for runs in sides.values() for run in runs}) != 1:
        sys.exit(f'{task.model}: the networks differ: {[(name, runs[0]["parameters"]) for name, runs in sides.items()]}')
    if any(run['threads'] != threads for runs in sides.values() for run in runs):
        sys.exit(f'{task.model}: not {threads} threads on both sides')
    # Means over the seeds, of the first and the last epoch: sides draw other weights, batches and crops.
    first, last = ({name: statistics.mean(run['losses'][epoch] for run in runs) for name, runs in sides.items()}
                   for epoch in (0, -1))
    shown = '; '.join(f'{name} {first[name]:.3f} to {last[name]:.3f}' for name in sides)
    if any(last[name] > 0.98 * first[name] for name in sides) or max(last.values()) > task.alike * min(last.values()):
        sys.exit(f'{task.model}: the losses do not fall alike: {shown}')
    parameters = next(iter(sides.values()))[0]['parameters']
    print(f'  {parameters:,} parameters each; loss of the first and the last epoch: {shown}')


def bench(program, task, scratch, threads, repeats):
    folder, what = data_of(program, task, scratch)
    print(f'{task.model}, {what}, batch {task.batch}, {task.epochs} epochs', flush=True)
    workers = task.workers[0]
    if len(task.workers) > 1:
        tried = {some: run_peer(task, folder, threads, some, 0)['images_per_second'] for some in task.workers}
        workers = max(tried, key=tried.get)
        print('  DataLoader, images/s by num_workers: ' + ', '.join(f'{w}: {s:,.0f}' for w, s in tried.items()), flush=True)

    def ours(precision):
        return lambda seed: run_dissent(program, task, folder, threads, seed, '--precision', precision)

    contenders = {f'Python torch, {workers} workers': lambda seed: run_peer(task, folder, threads, workers, seed),
                  'dissent': ours('float32')}
    if has_bf16():
        contenders['dissent, bf16'] = ours('bf16')
    sides = {name: [] for name in contenders}
    for seed in range(repeats):  # in turn, so that what else the machine does meets both
        for name, run in contenders.items():
            sides[name].append(run(seed))
    speeds = {name: sorted(run['images_per_second'] for run in runs) for name, runs in sides.items()}
    base = statistics.median(next(iter(speeds.values())))
    for number, (name, found) in enumerate(speeds.items()):
        ratio = f'  {statistics.median(found) / base:.2f} times Python' if number else ''
        print(f'  {name:<26}{statistics.median(found):9,.1f} images/s  ({found[0]:,.1f} to {found[-1]:,.1f}, '
              f'n = {len(found)}){ratio}', flush=True)
    check_alike(task, sides, threads)


def main():
    if sys.argv[1:2] == ['--peer']:
        task, folder, *numbers = sys.argv[2:]
        print(json.dumps(peer(Task(**json.loads(task)), folder, *map(int, numbers))))
        return
    parser = argparse.ArgumentParser()
    parser.add_argument('build')
    parser.add_argument('--models', nargs='+', choices=list(TASKS))
    parser.add_argument('--repeats', type=int, default=3)
    parser.add_argument('--threads', type=int, default=os.cpu_count())
    parser.add_argument('--folder')
    add_small(parser)
    arguments = parser.parse_args()
    tasks = SMALL if arguments.small else TASKS
    if arguments.small:  # one thread, since tests run beside each other
        arguments.repeats, arguments.threads = 1, 1
    program = os.path.join(arguments.build, 'dissent')
    print(f'{arguments.threads} threads, {platform.machine()}; crop and flip, SGD, soft targets')
    with tempfile.TemporaryDirectory(dir=arguments.folder) as scratch:
        for task in tasks.values():
            if not arguments.models or task.model in arguments.models:
                bench(program, task, scratch, arguments.threads, arguments.repeats)


if __name__ == '__main__':
    main()
