#!/usr/bin/python3
"""Texts on the CPU: dissent against Python torch on the same threads, in the same run.

Usage: bench/text_cpu.py BUILD_FOLDER [--parts encode head finetune] [--repeats 3] [--threads N] [--small]
Needs chaosnli, popquorn and minilm (`dissent data get`); --small makes a tiny encoder and texts of its own. The peer is torch.nn.TransformerEncoderLayer with MiniLM's weights, which
in evaluation is torch's fused layer; it is given the tokens, where dissent reads and tokenises the texts.
  encode    `dissent encode` of ChaosNLI, alphaNLI and POPQUORN, as whole processes; the peer encodes ChaosNLI, sorted by length,
            32 pairs at a time, from loaded weights and tokens on
  head      `dissent train --model mlp --epochs 40` on ChaosNLI's features: the process, and of it the run (training, evaluations, predictions
            and files); the peer is a plain loop (DataLoader, SGD, an evaluation an epoch) over features in memory
  finetune  an epoch of `dissent train --model bert` (batch 32, AdamW, dropout); the peer is a plain loop over batches in a random order
Both sides must agree: features within 1e-4 of the largest, a head's evaluation soft NLL within 0.01, that after fine-tuning within 0.03.
"""
import argparse
import json
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

import chaosnli
from bench_support import add_small, need
from chaosnli import call

need('numpy', 'torch')
import numpy  # noqa: E402
import torch  # noqa: E402
from torch import nn  # noqa: E402
from torch_networks import make  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, '..', 'tests', 'support'))
from safetensors_reader import read  # noqa: E402
from tiny_encoder import TinyEncoder, write_texts  # noqa: E402
from torch_encoder import TorchEncoder  # noqa: E402

BATCH, HEAD_RATE = 32, 0.003


class Encoder(TorchEncoder):
    def means(self, ids, segments, mask):
        """[B, L] to [B, hidden]."""
        x = self.norm(self.word(ids) + self.segment(segments) + self.position(torch.arange(ids.shape[1])))
        for layer in self.layers:
            x = layer(x, src_key_padding_mask=~mask)
        weights = mask.unsqueeze(2).to(x.dtype)
        return (x * weights).sum(1) / weights.sum(1)


def line(name, seconds, more=''):
    print(f'  {name:<34}{statistics.median(seconds):8.2f} s  ({min(seconds):.2f} to {max(seconds):.2f}, n = {len(seconds)}){more}', flush=True)


class ChaosNli:
    """What is trained on: ChaosNLI's pairs and MiniLM; the other sets are only encoded."""
    name, sets = 'chaosnli', ('chaosnli', 'chaosnli-alphanli', 'popquorn-offensiveness', 'popquorn-politeness')
    max_length, head_epochs, head_within, finetune_within = 128, 40, 0.01, 0.03

    def __init__(self, program, environment):
        # A store of its own, so that nothing was encoded before.
        os.mkdir(environment['DISSENT_DATA'])
        for name in ('chaosnli', 'popquorn', 'minilm'):
            os.symlink(chaosnli.data_path(program, name), os.path.join(environment['DISSENT_DATA'], name))
        self.encoder = chaosnli.data_path(program, 'minilm', environment)
        self.records = chaosnli.records(program, environment)
        self.pairs = [(record['uid'], record['example']['premise'], record['example']['hypothesis']) for record in self.records]

    def shares(self, classes):
        return chaosnli.shares(self.records, classes)


class Made:
    """The small mode's: random words, three votes an item, and a tiny encoder."""
    max_length, head_epochs, head_within, finetune_within = 32, 5, 0.2, 0.2

    def __init__(self, scratch):
        folder = Path(scratch)
        self.encoder = str(TinyEncoder(1).write(folder / 'encoder'))
        self.pairs = write_texts(folder, items=200, classes='xyz')
        self.name = str(folder / 'pair.yaml')
        self.sets = (self.name,)

    def shares(self, classes):
        """Two votes for one class and one for the next, as write_texts deals them."""
        rows = [[0.0] * len(classes) for _ in self.pairs]
        for i, row in enumerate(rows):
            row[classes.index('xyz'[i % 3])], row[classes.index('xyz'[(i + 1) % 3])] = 2 / 3, 1 / 3
        return rows


class Bench:
    def __init__(self, options, scratch):
        self.options, self.scratch = options, scratch
        self.program = os.path.join(options.build, 'dissent')
        self.environment = dict(os.environ, DISSENT_DATA=os.path.join(scratch, 'store'), DISSENT_THREADS=str(options.threads))
        self.data = Made(scratch) if options.small else ChaosNli(self.program, self.environment)
        with open(os.path.join(self.data.encoder, 'config.json'), encoding='utf-8') as file:
            self.config = json.load(file)
        self.weights = read(os.path.join(self.data.encoder, 'model.safetensors'), aligned=False)[0]
        self.read_tokens()

    def read_tokens(self):
        """Of each pair, as dissent makes them."""
        texts, dump = os.path.join(self.scratch, 'texts.jsonl'), os.path.join(self.scratch, 'dump.safetensors')
        with open(texts, 'w', encoding='ascii') as file:
            for _, first, second in self.data.pairs:
                file.write(json.dumps({'first': first, 'second': second}) + '\n')
        call([os.path.join(self.options.build, 'bert_dump'), self.data.encoder, texts, dump, '--max-length', self.data.max_length, '--hidden-of', 0, '--gradients-of', 0],
             self.environment)
        found = read(dump)[0]
        self.tokens = [[torch.from_numpy(part.astype(numpy.int64)) for part in numpy.split(found[key], found['offsets'][1:-1])]
                       for key in ('ids', 'segments')]
        self.uids = [uid for uid, _, _ in self.data.pairs]

    def encoder(self):
        return Encoder(self.config, self.weights).float()

    def batch(self, chosen):
        ids, segments = (nn.utils.rnn.pad_sequence([part[i] for i in chosen], batch_first=True) for part in self.tokens)
        lengths = torch.tensor([len(self.tokens[0][i]) for i in chosen])
        return ids, segments, torch.arange(ids.shape[1]) < lengths[:, None]

    def encode(self):
        print(f'encode, {len(self.uids):,} pairs of {os.path.basename(self.data.name)}, at most {self.data.max_length} tokens')
        total, mine, encoded = 0.0, None, None
        for name in self.data.sets:
            out = os.path.join(self.scratch, os.path.basename(name) + '.npz')
            _, seconds = call([self.program, 'encode', '--data', name, '--encoder', self.data.encoder, '--max-length', self.data.max_length, '-o', out], self.environment)
            total += seconds
            if name == self.data.name:
                mine, encoded = seconds, out
            line(f'dissent, {os.path.basename(name)}', [seconds])
        encoder = self.encoder().eval()
        order = sorted(range(len(self.uids)), key=lambda i: -len(self.tokens[0][i]))
        features = torch.empty(len(order), self.config['hidden_size'])
        began = time.perf_counter()
        with torch.no_grad():
            for at in range(0, len(order), BATCH):
                chosen = order[at : at + BATCH]
                features[chosen] = encoder.means(*self.batch(chosen))
        theirs = time.perf_counter() - began
        with numpy.load(encoded) as arrays:
            apart = float(abs(arrays['features'] - features.numpy()).max() / abs(features).max())
            if list(arrays['items']) != self.uids or not apart < 1e-4:
                sys.exit(f'features differ by {apart:.1e}')
        line(f'torch, {os.path.basename(self.data.name)}', [theirs], f'; dissent is {theirs / mine:.2f} times as fast; features at most {apart:.1e} apart')
        if len(self.data.sets) > 1:
            print(f'  dissent, all of them: {total:.1f} s')

    def train(self, output, *words):
        """The run's record, its training and evaluation items, the targets of all, and the seconds of the process."""
        folder = os.path.join(self.scratch, output)
        _, seconds = call([self.program, 'train', '--data', self.data.name, '--encoder', self.data.encoder, '--max-length', self.data.max_length, '--delivery', 'soft',
                           '--device', 'cpu', '-o', folder, *words], self.environment)
        with open(os.path.join(folder, 'run.json'), encoding='utf-8') as file:
            record = json.load(file)
        with numpy.load(os.path.join(folder, 'predictions.npz')) as arrays:
            evaluation, classes = arrays['split'] == 'evaluation', arrays['classes'].tolist()
        train, evaluation = (torch.from_numpy(numpy.flatnonzero(part)) for part in (~evaluation, evaluation))
        return record, train, evaluation, torch.tensor(self.data.shares(classes)), seconds

    def head(self):
        print(f'head, mlp, {self.data.head_epochs} epochs on features')
        words = ('--model', 'mlp', '--epochs', self.data.head_epochs, '--lr', HEAD_RATE)
        self.train('before', *words)  # makes the features, if nothing has yet
        out = os.path.join(self.scratch, 'features.npz')
        call([self.program, 'encode', '--data', self.data.name, '--encoder', self.data.encoder, '--max-length', self.data.max_length, '-o', out], self.environment)
        with numpy.load(out) as arrays:
            features = torch.from_numpy(arrays['features'].astype(numpy.float32))
        ours, processes, theirs = [], [], []
        for repeat in range(self.options.repeats):
            record, train, evaluation, targets, seconds = self.train(f'head{repeat}', *words)
            ours.append(record['execution']['seconds'])
            processes.append(seconds)
            torch.manual_seed(repeat)
            began = time.perf_counter()
            sd = features[train].std(0, unbiased=False)
            x = (features - features[train].mean(0)) / torch.where(sd > 0, sd, torch.ones(()))
            loader = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(x[train], targets[train]), 128, shuffle=True)
            network = make('mlp', (x.shape[1],), targets.shape[1])
            optimizer = torch.optim.SGD(network.parameters(), HEAD_RATE, 0.9, weight_decay=5e-4)
            schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, self.data.head_epochs)
            for _ in range(self.data.head_epochs):
                network.train()
                for inputs, wanted in loader:
                    optimizer.zero_grad()
                    nn.functional.cross_entropy(network(inputs), wanted).backward()
                    optimizer.step()
                schedule.step()
                network.eval()
                with torch.no_grad():
                    score = nn.functional.cross_entropy(network(x[evaluation]), targets[evaluation]).item()
            theirs.append(time.perf_counter() - began)
            self.agree(record, network, score, self.data.head_within)
        line('dissent, the process', processes)
        line('dissent, the run', ours)
        line('torch, the loop', theirs, f'; dissent is {statistics.median(theirs) / statistics.median(ours):.2f} times as fast')

    def finetune(self):
        print('finetune, the encoder and a linear layer on its mean, one epoch and an evaluation')
        record, train, evaluation, targets, seconds = self.train(
            'whole', '--model', 'bert', '--pooling', 'mean', '--epochs', 1, '--batch', BATCH, '--lr', 1e-4, '--weight-decay', 0.01, '--precision', 'float32')
        ours = record['execution']['seconds']
        torch.manual_seed(0)
        encoder, head, dropout = self.encoder().train(), nn.Linear(self.config['hidden_size'], targets.shape[1]), nn.Dropout(0.1)
        for layer in encoder.layers:
            for part in (layer.dropout, layer.dropout1, layer.dropout2):
                part.p = 0.1
            layer.self_attn.dropout = 0.1
        parameters = [*encoder.parameters(), *head.parameters()]
        optimizer = torch.optim.AdamW(parameters, lr=1e-4, weight_decay=0.01)
        order = train[torch.randperm(len(train))].split(BATCH)
        steps, warm = len(order), round(0.1 * len(order))
        schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda t: t / warm if t < warm else (steps - t) / (steps - warm))
        began = time.perf_counter()
        for chosen in order:
            optimizer.zero_grad()
            logits = head(dropout(encoder.means(*self.batch(chosen.tolist()))))
            nn.functional.cross_entropy(logits, targets[chosen]).backward()
            nn.utils.clip_grad_norm_(parameters, 1.0)
            optimizer.step()
            schedule.step()
        encoder.eval()
        total = 0.0
        with torch.no_grad():
            for chosen in evaluation.split(BATCH):
                logits = head(encoder.means(*self.batch(chosen.tolist())))
                total += nn.functional.cross_entropy(logits, targets[chosen], reduction='sum').item()
        theirs = time.perf_counter() - began
        self.agree(record, nn.ModuleList([encoder, head]), total / len(evaluation), self.data.finetune_within)
        line('dissent, the run', [ours], f', {len(train) / ours:.0f} pairs a second with evaluation, predictions and files')
        line('torch, the loop', [theirs], f'; dissent is {theirs / ours:.2f} times as fast')

    def agree(self, record, network, score, within):
        parameters = sum(parameter.numel() for parameter in network.parameters())
        if parameters != record['parameters']:
            sys.exit(f"{record['parameters']} parameters in dissent, {parameters} in torch")
        if not abs(score - record['last']['soft_nll']) < within:
            sys.exit(f"last soft NLL {record['last']['soft_nll']:.4f} in dissent, {score:.4f} in torch: further apart than {within}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('build')
    parts = ('encode', 'head', 'finetune')
    parser.add_argument('--parts', nargs='+', choices=parts, default=parts)
    parser.add_argument('--repeats', type=int, default=3)
    parser.add_argument('--threads', type=int, default=len(os.sched_getaffinity(0)))
    add_small(parser)
    options = parser.parse_args()
    if options.small:  # one thread, since tests run beside each other
        options.repeats, options.threads = 1, 1
    torch.set_num_threads(options.threads)
    print(f'{options.threads} threads, torch {torch.__version__}')
    with tempfile.TemporaryDirectory() as scratch:
        bench = Bench(options, scratch)
        for part in options.parts:
            getattr(bench, part)()


if __name__ == '__main__':
    main()
