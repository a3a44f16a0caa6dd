#!/usr/bin/python3
"""Texts on the CPU: dissent against Python torch on the same threads, in the same run.

Usage: bench/text_cpu.py BUILD_FOLDER [--parts encode head finetune] [--repeats 3] [--threads N]
Needs chaosnli, popquorn and minilm (`dissent data get`). The peer is torch.nn.TransformerEncoderLayer with MiniLM's weights, which
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

import numpy
import torch
from torch import nn

import chaosnli
from chaosnli import call
from torch_networks import make

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, '..', 'tests', 'support'))
from safetensors_reader import read  # noqa: E402
from torch_encoder import TorchEncoder  # noqa: E402

SETS = ('chaosnli', 'chaosnli-alphanli', 'popquorn-offensiveness', 'popquorn-politeness')
BATCH, MAX_LENGTH, HEAD_EPOCHS, HEAD_RATE = 32, 128, 40, 0.003


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


class Bench:
    def __init__(self, options, scratch):
        self.options, self.scratch = options, scratch
        self.program = os.path.join(options.build, 'dissent')
        # A store of its own, so that nothing was encoded before.
        self.environment = dict(os.environ, DISSENT_DATA=os.path.join(scratch, 'store'), DISSENT_THREADS=str(options.threads))
        os.mkdir(self.environment['DISSENT_DATA'])
        for name in ('chaosnli', 'popquorn', 'minilm'):
            os.symlink(chaosnli.data_path(self.program, name), os.path.join(self.environment['DISSENT_DATA'], name))
        self.folder = chaosnli.data_path(self.program, 'minilm', self.environment)
        with open(os.path.join(self.folder, 'config.json'), encoding='utf-8') as file:
            self.config = json.load(file)
        self.weights = read(os.path.join(self.folder, 'model.safetensors'), aligned=False)[0]
        self.read_chaosnli()

    def read_chaosnli(self):
        """The tokens of each pair, as dissent makes them, and the annotators' distributions."""
        records = chaosnli.records(self.program, self.environment)
        texts, dump = os.path.join(self.scratch, 'texts.jsonl'), os.path.join(self.scratch, 'dump.safetensors')
        with open(texts, 'w', encoding='ascii') as file:
            for record in records:
                example = record['example']
                file.write(json.dumps({'first': example['premise'], 'second': example['hypothesis']}) + '\n')
        call([os.path.join(self.options.build, 'bert_dump'), self.folder, texts, dump, '--max-length', MAX_LENGTH, '--hidden-of', 0, '--gradients-of', 0],
             self.environment)
        found = read(dump)[0]
        self.tokens = [[torch.from_numpy(part.astype(numpy.int64)) for part in numpy.split(found[key], found['offsets'][1:-1])]
                       for key in ('ids', 'segments')]
        self.uids = [record['uid'] for record in records]
        self.records = records

    def encoder(self):
        return Encoder(self.config, self.weights).float()

    def batch(self, chosen):
        ids, segments = (nn.utils.rnn.pad_sequence([part[i] for i in chosen], batch_first=True) for part in self.tokens)
        lengths = torch.tensor([len(self.tokens[0][i]) for i in chosen])
        return ids, segments, torch.arange(ids.shape[1]) < lengths[:, None]

    def encode(self):
        print(f'encode, {len(self.uids):,} pairs of ChaosNLI and all others, at most {MAX_LENGTH} tokens')
        total, mine = 0.0, None
        for name in SETS:
            out = os.path.join(self.scratch, name + '.npz')
            _, seconds = call([self.program, 'encode', '--data', name, '--encoder', self.folder, '--max-length', MAX_LENGTH, '-o', out], self.environment)
            total += seconds
            if name == 'chaosnli':
                mine = seconds
            line(f'dissent, {name}', [seconds])
        encoder = self.encoder().eval()
        order = sorted(range(len(self.uids)), key=lambda i: -len(self.tokens[0][i]))
        features = torch.empty(len(order), self.config['hidden_size'])
        began = time.perf_counter()
        with torch.no_grad():
            for at in range(0, len(order), BATCH):
                chosen = order[at : at + BATCH]
                features[chosen] = encoder.means(*self.batch(chosen))
        theirs = time.perf_counter() - began
        with numpy.load(os.path.join(self.scratch, 'chaosnli.npz')) as arrays:
            apart = float(abs(arrays['features'] - features.numpy()).max() / abs(features).max())
            if list(arrays['items']) != self.uids or not apart < 1e-4:
                sys.exit(f'features differ by {apart:.1e}')
        line('torch, chaosnli', [theirs], f'; dissent is {theirs / mine:.2f} times as fast; features at most {apart:.1e} apart')
        print(f'  dissent, all 11,395 sequences: {total:.1f} s')

    def train(self, output, *words):
        """The run's record, its training and evaluation items, the targets of all, and the seconds of the process."""
        folder = os.path.join(self.scratch, output)
        _, seconds = call([self.program, 'train', '--data', 'chaosnli', '--encoder', self.folder, '--max-length', MAX_LENGTH, '--delivery', 'soft',
                           '--device', 'cpu', '-o', folder, *words], self.environment)
        with open(os.path.join(folder, 'run.json'), encoding='utf-8') as file:
            record = json.load(file)
        with numpy.load(os.path.join(folder, 'predictions.npz')) as arrays:
            evaluation, classes = arrays['split'] == 'evaluation', arrays['classes'].tolist()
        train, evaluation = (torch.from_numpy(numpy.flatnonzero(part)) for part in (~evaluation, evaluation))
        return record, train, evaluation, torch.tensor(chaosnli.shares(self.records, classes)), seconds

    def head(self):
        print(f'head, mlp, {HEAD_EPOCHS} epochs on features')
        words = ('--model', 'mlp', '--epochs', HEAD_EPOCHS, '--lr', HEAD_RATE)
        self.train('before', *words)  # makes the features, if nothing has yet
        out = os.path.join(self.scratch, 'features.npz')
        call([self.program, 'encode', '--data', 'chaosnli', '--encoder', self.folder, '--max-length', MAX_LENGTH, '-o', out], self.environment)
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
            schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, HEAD_EPOCHS)
            for _ in range(HEAD_EPOCHS):
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
            self.agree(record, network, score, 0.01)
        line('dissent, the process', processes)
        line('dissent, the run', ours)
        line('torch, the loop', theirs, f'; dissent is {statistics.median(theirs) / statistics.median(ours):.2f} times as fast')

    def finetune(self):
        print('finetune, MiniLM and a linear layer on the mean, one epoch of 2,490 pairs and an evaluation')
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
        self.agree(record, nn.ModuleList([encoder, head]), total / len(evaluation), 0.03)
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
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    print(f'{options.threads} threads, torch {torch.__version__}')
    with tempfile.TemporaryDirectory() as scratch:
        bench = Bench(options, scratch)
        for part in options.parts:
            getattr(bench, part)()


if __name__ == '__main__':
    main()
