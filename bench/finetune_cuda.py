#!/usr/bin/env python3
"""Fine-tuning MiniLM on ChaosNLI (SNLI and MNLI) on a GPU: dissent against transformers and PyTorch, in the same run.

Usage: bench/finetune_cuda.py --program BUILD/dissent --data DISSENT_DATA [--encoder FOLDER] [--repeats 3] [--small]
Ten epochs in batches of 32 pairs of at most 128 tokens, soft labels, mean pooling and a linear layer, dropout 0.1, bf16 autocast,
AdamW (1e-4, weight decay 0.01), 10 % warm-up and linear decay, gradients clipped to 1; after each epoch the soft NLL of the
evaluation items. dissent trains one run alone, and sixteen seeds eight at a time (of these a run's share of the process). The peers
train on the same split as its seed 0, each in a process of its own, after a few steps that are not timed:
  plain   as a good user writes it: AutoTokenizer, padding to the longest of a batch, DataLoader with shuffling and workers,
          BertModel as it comes, torch.optim.AdamW, get_linear_schedule_with_warmup
  tuned   the same with scaled_dot_product_attention, fused AdamW, batches of like length, and all tokens on the GPU beforehand
          instead of a DataLoader: the best without CUDA graphs
`loop` is training and evaluation (dissent: execution.seconds of run.json), `process` the whole of it, from start to exit.
Both must have taken as many steps on as many items with as many parameters, and their last soft NLL differ by less than 0.03.
"""
import argparse
import csv
import json
import math
import os
import statistics
import sys
import tempfile
import time

import chaosnli
from bench_support import add_small, need, need_cuda
from chaosnli import call

BATCH, MAX_LENGTH, RATE, DECAY, WARMUP, CLIP, DROPOUT = 32, 128, 1e-4, 0.01, 0.1, 1.0, 0.1
EVALUATION_BATCH = 128  # of the peers
SEEDS, JOBS = 16, 8  # 2 and 2 in the small mode
WITHIN = 0.03  # soft NLL


# The peers, each in a process of its own.


def peer(kind, path, device):
    """Prints what it took and what it found as JSON."""
    os.environ.setdefault('TOKENIZERS_PARALLELISM', 'true')  # texts are tokenised before the loaders' workers start
    import torch
    import transformers
    from torch import nn

    with open(path, encoding='utf-8') as file:
        task = json.load(file)
    torch.manual_seed(task['seed'])
    tuned = kind == 'tuned'
    tokenizer = transformers.AutoTokenizer.from_pretrained(task['encoder'])

    class Classifier(nn.Module):
        def __init__(self):
            super().__init__()
            # dtype: the file may hold halves, which AdamW should not train.
            chosen = {'attn_implementation': 'sdpa'} if tuned else {}
            self.bert = transformers.BertModel.from_pretrained(task['encoder'], add_pooling_layer=False, dtype=torch.float32, **chosen)
            self.dropout = nn.Dropout(DROPOUT)
            self.head = nn.Linear(self.bert.config.hidden_size, task['classes'])

        def forward(self, batch):
            hidden = self.bert(**batch).last_hidden_state
            mask = batch['attention_mask'].unsqueeze(-1).to(hidden.dtype)
            return self.head(self.dropout((hidden * mask).sum(1) / mask.sum(1)))

    class Items(torch.utils.data.Dataset):
        def __init__(self, part):
            made = tokenizer([first for first, _ in part['texts']], [second for _, second in part['texts']], truncation=True, max_length=MAX_LENGTH,
                             return_token_type_ids=True)
            self.rows = [{key: made[key][i] for key in ('input_ids', 'token_type_ids', 'attention_mask')} for i in range(len(part['texts']))]
            self.targets = torch.tensor(part['targets'])

        def __len__(self):
            return len(self.rows)

        def __getitem__(self, i):
            return self.rows[i], self.targets[i]

    def collate(chosen):
        rows, targets = zip(*chosen)
        return dict(tokenizer.pad(list(rows), return_tensors='pt')), torch.stack(targets)

    class Loaded:
        """Batches as DataLoader makes them."""

        def __init__(self, items, size, shuffle):
            self.loader = torch.utils.data.DataLoader(items, batch_size=size, shuffle=shuffle, num_workers=2, persistent_workers=True,
                                                      multiprocessing_context='fork', pin_memory=device == 'cuda', collate_fn=collate)

        def __iter__(self):
            for batch, targets in self.loader:
                yield {key: value.to(device, non_blocking=True) for key, value in batch.items()}, targets.to(device, non_blocking=True)

    class Held:
        """Batches of like length of tokens that are on the device, other ones in each epoch: sorted within 50 batches, then shuffled."""

        def __init__(self, items, size, shuffle):
            self.size, self.shuffle = size, shuffle
            self.lengths = torch.tensor([len(row['input_ids']) for row in items.rows])
            batch, targets = collate(list(items))
            self.tokens, self.targets = {key: value.to(device) for key, value in batch.items()}, targets.to(device)

        def __iter__(self):
            order = torch.randperm(len(self.lengths)) if self.shuffle else torch.arange(len(self.lengths))
            batches = []
            for some in order.split(50 * self.size):
                batches += some[self.lengths[some].argsort(descending=True)].split(self.size)
            for number in torch.randperm(len(batches)):
                chosen = batches[number]
                longest, there = int(self.lengths[chosen].max()), chosen.to(device, non_blocking=True)
                yield {key: value[there, :longest] for key, value in self.tokens.items()}, self.targets[there]

    training, evaluation = ((Held if tuned else Loaded)(Items(task[part]), size, shuffle)
                            for part, size, shuffle in (('train', BATCH, True), ('evaluation', EVALUATION_BATCH, False)))

    def autocast():
        return torch.autocast(device, dtype=torch.bfloat16)

    def make(steps):
        network = Classifier().to(device).train()
        optimizer = torch.optim.AdamW(network.parameters(), lr=RATE, weight_decay=DECAY, **({'fused': True} if tuned and device == 'cuda' else {}))
        return network, optimizer, transformers.get_linear_schedule_with_warmup(optimizer, round(WARMUP * steps), steps)

    def step(network, optimizer, schedule, batch, targets):
        with autocast():
            logits = network(batch)
        loss = nn.functional.cross_entropy(logits.float(), targets)
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), CLIP)
        optimizer.step()
        schedule.step()
        optimizer.zero_grad(set_to_none=True)

    def evaluate(network):
        """The mean soft NLL."""
        network.eval()
        total, seen = torch.zeros((), device=device), 0
        with torch.no_grad():
            for batch, targets in evaluation:
                seen += len(targets)
                with autocast():
                    logits = network(batch)
                total -= (targets * torch.log_softmax(logits.float(), 1)).sum()
        network.train()
        return (total / seen).item(), seen

    wait = torch.cuda.synchronize if device == 'cuda' else lambda: None
    warm = make(task['warm_steps'] + 1)
    for number, (batch, targets) in enumerate(training):  # to its end, so that the workers begin anew
        if number < task['warm_steps']:
            step(*warm, batch, targets)
    evaluate(warm[0])
    del warm
    steps = task['epochs'] * math.ceil(len(task['train']['targets']) / BATCH)
    network, optimizer, schedule = make(steps)
    wait()
    began, taken, seen, scores = time.perf_counter(), 0, 0, []
    for _ in range(task['epochs']):
        for batch, targets in training:
            step(network, optimizer, schedule, batch, targets)
            taken, seen = taken + 1, seen + len(targets)
        score, evaluated = evaluate(network)
        scores.append(score)
    wait()
    seconds = time.perf_counter() - began
    print(json.dumps({
        'seconds': seconds, 'steps': taken, 'train': seen // task['epochs'], 'evaluation': evaluated, 'scores': scores,
        'parameters': sum(parameter.numel() for parameter in network.parameters()), 'transformers': transformers.__version__,
        'torch': torch.__version__, 'attention': network.bert.config._attn_implementation,
        'device': torch.cuda.get_device_name() if device == 'cuda' else device}))


# dissent, and what the peers need of its run.


def ours(options, environment, output, seeds):
    """The runs' folders with their records, and the seconds of the whole process."""
    words = [options.program, 'train', '--data', 'chaosnli', '--encoder', options.encoder, '--model', 'bert', '--pooling', 'mean', '--pairs', 'together',
             '--max-length', str(MAX_LENGTH), '--epochs', str(options.epochs), '--batch', str(BATCH), '--lr', f'{RATE:g}', '--weight-decay', f'{DECAY:g}',
             '--warmup', f'{WARMUP:g}', '--clip', f'{CLIP:g}', '--delivery', 'soft', '--seed', seeds, '--device', options.device, '-o', output,
             *options.more.split()]
    if '..' in seeds:
        words += ['--jobs', str(options.jobs)]
    _, seconds = call(words, environment)
    folders = [output] if '..' not in seeds else sorted(entry.path for entry in os.scandir(output) if os.path.exists(os.path.join(entry.path, 'run.json')))
    records = []
    for folder in folders:
        with open(os.path.join(folder, 'run.json'), encoding='utf-8') as file:
            records.append((folder, json.load(file)))
    return records, seconds


def make_task(options, environment, folder):
    """Texts, the annotators' distributions and the split of a run, as the peers read them."""
    import numpy

    records = chaosnli.records(options.program, environment)
    with numpy.load(os.path.join(folder, 'predictions.npz')) as arrays:
        items, split, classes = (arrays[key].tolist() for key in ('items', 'split', 'classes'))
    if items != [record['uid'] for record in records]:
        sys.exit(f'{folder}: its items are not those of ChaosNLI')
    task = {'encoder': options.encoder, 'epochs': options.epochs, 'warm_steps': 5, 'classes': len(classes)}
    for part in ('train', 'evaluation'):
        chosen = [record for record, where in zip(records, split) if where == part]
        task[part] = {'texts': [[record['example']['premise'], record['example']['hypothesis']] for record in chosen],
                      'targets': chaosnli.shares(chosen, classes)}
    return task


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--program', default=os.path.join('build', 'cuda', 'dissent'))
    parser.add_argument('--data', help='the folder DISSENT_DATA, with chaosnli and minilm')
    parser.add_argument('--encoder', help="the encoder's folder, for both sides; minilm of the data where not given")
    parser.add_argument('--repeats', type=int, default=3)
    parser.add_argument('--epochs', type=int, default=10)
    parser.add_argument('--device', default='cuda')
    parser.add_argument('--more', default='', help='further words for `dissent train`')
    parser.add_argument('--peer', nargs=2, help='used by the script itself')
    add_small(parser)
    options = parser.parse_args()
    seeds, options.jobs = (2, 2) if options.small else (SEEDS, JOBS)
    if options.small:
        options.repeats, options.epochs = 1, 2
    need('numpy', 'torch', 'transformers', 'tokenizers')
    import torch

    if options.device == 'cuda':
        need_cuda(torch)
    if options.peer:
        return peer(*options.peer, options.device)

    environment = dict(os.environ, **({'DISSENT_DATA': os.path.abspath(options.data)} if options.data else {}))
    options.encoder = options.encoder or chaosnli.data_path(options.program, 'minilm', environment)
    alone, beside, plain, tuned = 'dissent, alone', f'dissent, {options.jobs} at once', 'transformers, plain', 'transformers, tuned'
    loops, processes, scores = ({name: [] for name in (alone, beside, plain, tuned)} for _ in range(3))

    def took(name, loop, process, score):
        if loop is not None:
            loops[name].append(loop)
        processes[name].append(process)
        scores[name].append(score)
        said = f'{name}: ' + (f'loop {loop:.2f} s, ' if loop is not None else '') + f'process {process:.2f} s, soft NLL {score:.4f}'
        if name in (plain, tuned):
            said += f', {loop / loops[alone][-1]:.2f} and {process / processes[alone][-1]:.2f} times dissent'
        print(said, file=sys.stderr, flush=True)

    with tempfile.TemporaryDirectory() as scratch:
        for repeat in range(options.repeats):  # in turn, so that what the machine does meets all of them
            records, seconds = ours(options, environment, os.path.join(scratch, f'alone{repeat}'), '0')
            folder, record = records[0]
            with open(os.path.join(folder, 'history.csv'), encoding='utf-8', newline='') as file:
                epochs = len(list(csv.DictReader(file)))
            wanted = {'steps': epochs * math.ceil(record['items']['train'] / BATCH), **record['items'], 'parameters': record['parameters']}
            took(alone, record['execution']['seconds'], seconds, record['last']['soft_nll'])
            task = make_task(options, environment, folder)

            for name in (plain, tuned):
                path = os.path.join(scratch, 'task.json')
                with open(path, 'w', encoding='utf-8') as file:
                    json.dump({**task, 'seed': repeat}, file)
                said, seconds = call([sys.executable, os.path.abspath(__file__), '--peer', name.split()[-1], path, '--device', options.device], environment)
                found = json.loads(said.splitlines()[-1])
                took(name, found['seconds'], seconds, found['scores'][-1])
                did = {key: found[key] for key in wanted}
                if did != wanted:
                    sys.exit(f'they did not do the same: dissent {wanted}, {name} {did}')
                task['of'] = {key: found[key] for key in ('device', 'torch', 'transformers')}
                task.setdefault('attention', {})[name] = found['attention']

            records, seconds = ours(options, environment, os.path.join(scratch, f'beside{repeat}'), f'0..{seeds - 1}')
            if len(records) != seeds:
                sys.exit(f'{len(records)} runs came back, not {seeds}')
            took(beside, None, seconds / seeds, next(record['last']['soft_nll'] for _, record in records if record['spec']['seed'] == 0))

    print(f"{task['of']['device']}, torch {task['of']['torch']}, transformers {task['of']['transformers']}; {wanted['parameters']:,} parameters, "
          f"{wanted['train']:,} training and {wanted['evaluation']:,} evaluation pairs, {options.epochs} epochs, {wanted['steps']:,} steps; "
          f"attention plain {task['attention'][plain]}, tuned {task['attention'][tuned]}")
    for what, times in (('loop', loops), ('process', processes)):
        for name, values in times.items():
            if not values:
                continue
            middle = statistics.median(values)
            ratios = [] if name in (plain, tuned) else [f'{statistics.median(times[other]) / middle:.2f} times {other.split()[-1]}' for other in (plain, tuned)]
            print(f'  {what:<9}{name:<22}{middle:7.2f} s a run  ({min(values):.2f} to {max(values):.2f}, n = {len(values)})  {", ".join(ratios)}'.rstrip())
    means = {name: statistics.mean(values) for name, values in scores.items()}
    print('  last evaluation soft NLL of seed 0: ' + '; '.join(
        f'{name} {means[name]:.4f} ({min(values):.4f} to {max(values):.4f})' for name, values in scores.items()))
    apart = max(abs(means[name] - means[alone]) for name in means)
    if not apart < WITHIN:
        sys.exit(f'the scores differ by {apart:.3f}, which is not below {WITHIN}')


if __name__ == '__main__':
    main()
