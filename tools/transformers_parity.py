#!/usr/bin/env python3
"""Tokens, hidden states and gradients of dissent's BERT beside those of Hugging Face's transformers and tokenizers.

    tools/transformers_parity.py ENCODER [TEXTS ...] --program BUILD/bert_dump [--device cuda]
    tools/transformers_parity.py RUN TEXTS ... --run [--device cuda]
    tools/transformers_parity.py --goldens tests/model/bert_goldens.json

ENCODER is a folder as Hugging Face keeps it. TEXTS are JSON Lines of {"first": ..., "second": ...} (the second one where
there is a pair), or the data as their authors give them: ChaosNLI's JSON Lines (a premise and a hypothesis; of alphaNLI two
sequences an item, the observations and a hypothesis) and POPQUORN's CSV (the text of each instance). Two sets are built in:
`torture`, odd texts and pairs, and `code points`, each one below U+3400 and one in nine above between two letters.

Every text goes through both, 16 at a time in the order of the file, padded to the longest, float32, no dropout, TF32 off:

  ids        texts whose ids or segments are not those that the tokenizers library gives by tokenizer.json; `auto`, not those of
             transformers' AutoTokenizer. `known`: pairs of which the library since 0.23 gives the odd token to the other text
             (docs/text.md), which is no difference.
  hidden     the largest of max|a - b| / max|b| over the hidden states of a text; both sides get dissent's ids.
  gradients  ||a - b|| / ||b|| of each parameter, for the sum of sum_h mean-pooled(text i)_h sin(h + i) / N over the first
             N = --limit texts. Two things are not compared that way. A key's bias adds the same number to all scores of a
             query, which the softmax takes away again: its gradient is zero but for rounding, so ||a - b|| is held against the
             largest ||b|| of all parameters. And transformers never trains the embedding of padding (padding_idx), while a text
             may contain "[PAD]": this row is left out.

Prints a line a set, and exits with 1 where ids differ, or hidden states or gradients by more than 1e-5. Some texts (ten thousand
full stops) multiply rounding: where a difference is beyond the limit, transformers computes the same in double precision, and what
is no further from that than twice as far as transformers' own float32 is counted as rounding (`round`), not as a difference.
--run takes the folder of a fine-tuned run, loads its best/ with the class that its config.json names, as docs/text.md tells users to,
and holds the logits of all items against those of its predictions.npz: max|a - b| / max|b|, within 1e-5. TEXTS are the run's, in
its order.
--goldens writes what transformers makes of a small encoder whose weights are a formula, for tests/model/bert_goldens_test.cpp.
"""
import argparse
import contextlib
import csv
import json
import os
import subprocess
import sys
import tempfile

try:
    import numpy
    import tokenizers
    import torch
    import transformers
except ImportError as error:
    sys.exit(f'transformers_parity.py: {error}; it needs numpy, torch, transformers and tokenizers')

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, '..', 'tests', 'support'))
from safetensors_reader import read  # noqa: E402

BATCH = 16  # as bert_dump's
AT_ONCE = 2048  # texts a call of bert_dump, so that hidden states fit into memory; a multiple of BATCH
LIMIT = 1e-5
ROW = '{:<24}{:>7}{:>9}  {:>5}{:>6}{:>6}  {:>9}{:>9}{:>6}  {:>9}  {}'


# Texts: a list of (first, second or None).


def read_lines(path):
    """JSON Lines: our own, or ChaosNLI's."""
    texts = []
    with open(path, encoding='utf-8') as file:
        for number, line in enumerate(file, 1):
            if not line.strip():
                continue
            record = json.loads(line)
            example = record.get('example', {})
            if 'first' in record:
                texts.append((record['first'], record.get('second')))
            elif 'premise' in example:
                texts.append((example['premise'], example['hypothesis']))
            elif 'obs1' in example:
                shared = example['obs1'] + ' ' + example['obs2']
                texts += [(shared, example['hyp1']), (shared, example['hyp2'])]
            else:
                sys.exit(f'{path}, line {number}: neither "first" nor an example of ChaosNLI')
    return texts


def read_table(path):
    """CSV of POPQUORN: the text of each instance, in order of first appearance."""
    with open(path, encoding='utf-8', newline='') as file:
        rows = csv.DictReader(file)
        if not {'instance_id', 'text'} <= set(rows.fieldnames or ()):
            sys.exit(f'{path}: has no columns instance_id and text')
        texts = {}
        for row in rows:
            texts.setdefault(row['instance_id'], row['text'])
    return [(text, None) for text in texts.values()]


def torture():
    """Odd texts, and pairs of them."""
    words = 'the quick brown fox jumps over a lazy dog and thinks about unbelievably misunderstood thermodynamics '
    singles = [
        '', ' ', '\t\n\r', 'a', '.', 'Hello, World!', 'UPPER lower MiXeD', "don't can't it's o'clock", '3.14159 1,000,000 5e-3 0x1F',
        # accents: composed, decomposed, stacked, in another order; letters that change their number
        'café naïve résumé Zürich Ångström', 'cafe\u0301 nai\u0308ve re\u0301sume\u0301', 'Việt Nam Nguyễn Trãi ệ e\u0323\u0302 e\u0302\u0323',
        'a\u0301\u0300\u0302\u0303 Z\u0351\u036b\u0343\u036a\u0302 o\u0338', 'straße STRASSE ẞ ß', 'İstanbul ısı IĞDIR i\u0307', 'ΟΔΥΣΣΕΥΣ Οδυσσεύς ΐ ᾳ',
        'ﬁ ﬂ ﬃ Ǆ ǅ ǆ ŉ ĳ', 'Ⅷ ⅷ ① ㎏ ½ ²³ ™ ℃ Å', 'ＦＵＬＬ ｗｉｄｔｈ １２３', '𝕳𝖊𝖑𝖑𝖔 𝒘𝒐𝒓𝒍𝒅 𝟘𝟙𝟚', 'Ⓗⓔⓛⓛⓞ Ꞵꞵꟽ',
        # other scripts
        '我喜欢机器学习', '我like机器learning的2023年', '日本語のテスト です。ガギグ か\u3099', '한국어 테스트 각 \u1100\u1161\u11a8', '㐀䶵 \U00020000\U0002a6d6 豈更 \uf900\ufaff',
        'Привет, мир! ёлка й и\u0306', 'مرحبا بالعالم مُحَمَّد', 'שלום עולם שָׁלוֹם', 'नमस्ते दुनिया क्षत्रिय', 'สวัสดีชาวโลก น้ำ', 'བོད་སྐད་', 'ქართული ᲥᲐᲠᲗᲣᲚᲘ', 'Ꭰꭰ ᏸᏰ',
        # emoji: alone, joined, with skin, flags, keycaps
        '😀😃😄', 'I ❤️ NY ☺ ☺\ufe0f', '👨\u200d👩\u200d👧\u200d👦 👍🏽 🏳\ufe0f\u200d🌈', '🇩🇪🇫🇷 1\ufe0f\u20e3 #\ufe0f\u20e3', 'word😀word 😀.😀',
        # nothing to see: zero width, direction, soft hyphen, byte order mark, tags
        'zero\u200bwidth\u200cjoin\u200ders\u2060here\ufeff', '\ufeffmark first', 'left\u200eright\u200f\u202aembed\u202c \u2066iso\u2069', 'soft\u00adhyphen co\u00adoperate',
        'tag\U000e0041\U000e007f variation\U000e0100', 'private \ue000 \U000f0000 \U0010fffd', 'not a character \ufffe \uffff \U0001fffe replacement \ufffd', '\u0378\u0379 \U0003fffd',
        ''.join(map(chr, range(1, 32))), 'a\x00b \x01\x02c \x7f \x80\x85\x9fd', 'tab\tnew\nline\rreturn\x0bvertical\x0cform',
        'no\u00a0break\u1680ogham\u2003em\u2009thin\u202fnarrow\u205fmath\u3000wide\u2028line\u2029paragraph\u180emongolian',
        # punctuation and symbols
        ''.join(map(chr, range(33, 127))), '!!!???... --- ___ ```', '“quotes” ‘single’ «guillemets» „low“ … – — ‐ ‑ ·', '「引号」、。！？；：（）【】', '+ = < > | ~ ^ $ ` € £ ¥ ¢ § ¶ © ® ° ± × ÷',
        '⁇ ‼ ⸮ ⸺ ⹀ ⹊ ⹝ 𐄀 𑁇', 'http://user:pass@www.example.com:8080/a/b?c=d&e=f#g', 'a@b.c <html><br/></html> {"json": [1, 2]}', 'C:\\path\\to\\file\\n',
        # tokens of the vocabulary's own making
        '[CLS] [SEP] [MASK] [PAD] [UNK]', '[cls] [Sep] [ MASK ] [UNK', 'a[MASK]b a [MASK] b', '##ing ## # un##able', '[PAD][PAD] text after padding', '[SEP]', '[unused0] [unused1]',
        # long
        'a' * 99, 'a' * 100, 'a' * 101, 'é' * 100, 'e\u0301' * 100, 'e\u0301' * 101, 'x' * 10000, 'z.' * 5000, words * 100, '我' * 10000, ' ' * 10000, '.' * 10000,
        'a' + '\u0301' * 9999, '\u200b' * 10000, 'word\u200b' * 2000, '😀' * 10000, ' '.join('a' * n for n in range(1, 140)),
    ]
    texts = [(text, None) for text in singles]
    texts += [(singles[i], singles[-1 - i]) for i in range(len(singles))]
    texts += [('', ''), ('', 'second alone'), ('first alone', ''), ('same', 'same'), ('[SEP]', '[CLS]')]
    # cut: one long, both long, both as long, near the limit on both sides
    texts += [(words * n, words * m) for n in (1, 15, 20, 40, 70) for m in (1, 15, 20, 40, 70)]
    texts += [('a ' * n, 'b ' * (512 - n)) for n in (253, 254, 255, 256, 257, 508, 509, 510)]
    return texts


def code_points():
    """a?b for code points of planes 0, 1 and 14: removed, white, punctuation, a mark, or unknown."""
    within = [(0, 0xD800), (0xE000, 0x20000), (0xE0000, 0xE0200)]
    chosen = [code for first, last in within for code in range(first, last) if code < 0x3400 or code % 9 == 0 or code >> 8 == 0x1F6]
    return [(' '.join(f'a{chr(code)}b' for code in chosen[at : at + 48]), None) for at in range(0, len(chosen), 48)]


# The two sides.


class Ours:
    """bert_dump's answers, AT_ONCE texts at a time."""

    def __init__(self, program, encoder, max_length, device, scratch):
        self.command = [program, encoder]
        self.options = ['--max-length', str(max_length), '--device', device]
        self.scratch = scratch

    def __call__(self, texts, gradients_of):
        lines, output = (os.path.join(self.scratch, name) for name in ('texts.jsonl', 'dump.safetensors'))
        with open(lines, 'w', encoding='ascii') as file:
            for first, second in texts:
                file.write(json.dumps({'first': first} if second is None else {'first': first, 'second': second}) + '\n')
        done = subprocess.run([*self.command, lines, output, *self.options, '--gradients-of', str(gradients_of)],
                              capture_output=True, text=True, check=False)
        if done.returncode != 0:
            sys.exit(done.stderr.strip() or f'{self.command[0]}: status {done.returncode}')
        return read(output)[0]


class Theirs:
    def __init__(self, encoder, max_length, device):
        self.max_length, self.device = max_length, device
        self.auto = transformers.AutoTokenizer.from_pretrained(encoder)
        file = os.path.join(encoder, 'tokenizer.json')
        # What the library reads from the file itself; AutoTokenizer may build a tokenizer of its own from the vocabulary.
        self.library = tokenizers.Tokenizer.from_file(file) if os.path.exists(file) else self.auto.backend_tokenizer
        self.library.no_padding()
        self.model = transformers.BertModel.from_pretrained(encoder, add_pooling_layer=False, attn_implementation='eager', dtype=torch.float32)
        self.model.to(device).eval()
        self.padding = self.model.config.pad_token_id

    def by_library(self, texts):
        """(ids, segments) of each text."""
        self.library.enable_truncation(self.max_length, strategy='longest_first')
        made = self.library.encode_batch([first if second is None else (first, second) for first, second in texts])
        return [(encoding.ids, encoding.type_ids) for encoding in made]

    def by_auto(self, texts):
        found = [None] * len(texts)
        for pairs in (False, True):
            chosen = [i for i, (_, second) in enumerate(texts) if (second is not None) == pairs]
            if not chosen:
                continue
            columns = [[texts[i][part] for i in chosen] for part in range(1 + pairs)]
            made = self.auto(*columns, truncation=True, max_length=self.max_length, padding=False, return_token_type_ids=True)
            for i, ids, segments in zip(chosen, made['input_ids'], made['token_type_ids']):
                found[i] = (ids, segments)
        return found

    def untruncated(self, text):
        self.library.no_truncation()
        return self.library.encode(text, add_special_tokens=False).ids

    def batch(self, tokens):
        """[B, L, H] and the mask [B, L] of ragged (ids, segments)."""
        longest = max(len(ids) for ids, _ in tokens)
        mask = torch.tensor([[j < len(ids) for j in range(longest)] for ids, _ in tokens], device=self.device)
        ids, segments = (torch.tensor([[*row[part], *[fill] * (longest - len(row[part]))] for row in tokens], device=self.device)
                         for part, fill in ((0, self.padding), (1, 0)))
        return self.model(input_ids=ids, token_type_ids=segments, attention_mask=mask.long()).last_hidden_state, mask

    def hidden(self, tokens, size=BATCH):
        """Of one text after the other [tokens, H]."""
        with torch.no_grad():
            for begin in range(0, len(tokens), size):
                some = tokens[begin : begin + size]
                states = self.batch(some)[0].cpu().numpy()
                yield from (rows[: len(ids)] for rows, (ids, _) in zip(states, some))

    def gradients(self, tokens, count):
        """By name, of the loss over the first `count` texts."""
        self.model.zero_grad()
        for begin in range(0, count, BATCH):
            pooled_loss(*self.batch(tokens[begin : begin + BATCH]), begin, count).backward()
        return {name: parameter.grad.cpu().double().numpy() for name, parameter in self.model.named_parameters()}

    @contextlib.contextmanager
    def in_double(self):
        self.model.double()
        yield
        self.model.float()


def pooled_loss(states, mask, first, count):
    """Of texts first, first + 1, ... of `count` that the loss is of; those beyond count for nothing."""
    size, _, width = states.shape
    number = torch.arange(first, first + size, dtype=torch.float64)
    directions = torch.sin(number[:, None] + torch.arange(width, dtype=torch.float64)) * (number < count)[:, None]
    weights = mask.to(states.dtype).unsqueeze(2)
    means = (states * weights).sum(1) / weights.sum(1)
    return (means * directions.to(states)).sum() / count


# What is compared.


def known_exception(theirs, text, ours, found):
    """Whether a pair differs only in which text has the odd token, neither being shorter than the room."""
    first, second = text
    room = theirs.max_length - 3
    if second is None or room < 1 or room % 2 == 0:
        return False
    a, b = theirs.untruncated(first), theirs.untruncated(second)
    if min(len(a), len(b)) < room:
        return False

    def cut(keep):
        start, end = ours[0][0], ours[0][-1]
        return [start, *a[:keep], end, *b[: room - keep], end], [0] * (keep + 2) + [1] * (room - keep + 1)

    return sorted([ours, found]) == sorted([cut(room // 2), cut(room // 2 + 1)])


def compare_ids(theirs, texts, ours):
    """Numbers of texts: whose ids differ from the library's, of these known ones, and that differ from AutoTokenizer's alone."""
    differing, known, auto = 0, 0, 0
    for text, mine, library, automatic in zip(texts, ours, theirs.by_library(texts), theirs.by_auto(texts)):
        library, automatic = ((list(ids), list(segments)) for ids, segments in (library, automatic))
        if mine != library:
            if known_exception(theirs, text, mine, library):
                known += 1
            else:
                differing += 1
                if differing <= 3:
                    print(f'  {ascii(text)[:200]}\n    dissent    {str(mine[0])[:200]}\n    tokenizers {str(library[0])[:200]}', file=sys.stderr)
        if automatic not in (mine, library):
            auto += 1
            if auto <= 3:
                print(f'  {ascii(text)[:200]}\n    dissent       {str(mine[0])[:200]}\n    AutoTokenizer {str(automatic[0])[:200]}', file=sys.stderr)
    return differing, known, auto


def compare_hidden(dump, tokens, theirs):
    """The relative difference of each text, and how many of those beyond the limit are rounding."""
    differences, rounding = [], 0

    def difference(text, a, b):
        start = dump['offsets'][text]
        a = dump['hidden'][start : start + len(b)] if a is None else a
        return abs(a - b).max() / abs(b).max()

    for text, states in enumerate(theirs.hidden(tokens)):
        differences.append(difference(text, None, states))
        if not differences[-1] <= LIMIT:
            with theirs.in_double():
                exact = next(theirs.hidden([tokens[text]]))
            rounding += bool(difference(text, None, exact) <= 2 * difference(text, states, exact))
    return differences, rounding


def distances(a, b, padding):
    """||a - b|| / ||b|| by parameter."""
    largest = max(map(numpy.linalg.norm, b.values()))
    found = {}
    for name, exact in b.items():
        rows = numpy.arange(len(exact)) != (padding if name == 'embeddings.word_embeddings.weight' else -1)
        scale = largest if name.endswith('attention.self.key.bias') else numpy.linalg.norm(exact[rows])
        distance = numpy.linalg.norm(a[name][rows] - exact[rows])
        found[name] = distance / scale if scale > 0 else (0.0 if distance == 0 else numpy.inf)
    return found


def compare_gradients(dump, tokens, count, theirs):
    """(the largest relative distance, its parameter, whether none is beyond the limit but by rounding)"""
    mine = {name.removeprefix('grad/'): value.astype(numpy.float64) for name, value in dump.items() if name.startswith('grad/')}
    found = theirs.gradients(tokens, count)
    if found.keys() != mine.keys():
        sys.exit(f'other parameters: {sorted(found.keys() ^ mine.keys())}')
    apart = distances(mine, found, theirs.padding)
    worst = max(apart, key=apart.get)
    beyond = [name for name, value in apart.items() if not value <= LIMIT]
    good = True
    if beyond:
        with theirs.in_double():
            exact = theirs.gradients(tokens, count)
        ours_off, theirs_off = (distances(gradients, exact, theirs.padding) for gradients in (mine, found))
        good = all(ours_off[name] <= 2 * theirs_off[name] for name in beyond)
    return apart[worst], worst + (' (rounding)' if beyond and good else ''), good


def compare(name, texts, ours, theirs, limit):
    """Prints the set's line; whether all is within the limits."""
    length, ids, differences, rounding = 0, numpy.zeros(3, int), [], 0
    gradient, parameter, good = 0.0, '', True
    for at in range(0, len(texts), AT_ONCE):
        some = texts[at : at + AT_ONCE]
        count = min(limit, len(some)) if at == 0 else 0
        dump = ours(some, count)
        pieces = dump['offsets'][1:-1]
        tokens = list(zip(*([part.tolist() for part in numpy.split(dump[key], pieces)] for key in ('ids', 'segments'))))
        length += len(dump['ids'])
        ids += compare_ids(theirs, some, tokens)
        more, rounded_off = compare_hidden(dump, tokens, theirs)
        differences, rounding = differences + more, rounding + rounded_off
        if count > 0:
            gradient, parameter, good = compare_gradients(dump, tokens, count, theirs)
    beyond = sum(not difference <= LIMIT for difference in differences)  # nan is beyond
    good = good and ids[0] == 0 and ids[2] == 0 and beyond == rounding
    print(ROW.format(name[:23], f'{len(texts):,}', f'{length:,}', *ids, f'{max(differences):.1e}', f'{numpy.median(differences):.1e}', rounding,
                     f'{gradient:.1e}', parameter + ('' if good else '  EXCEEDED')), flush=True)
    return good


# A run.


def by_transformers(folder, texts, device):
    """The class of transformers that config.json names, and its logits [items, classes] of a classifier that dissent trained."""
    with open(os.path.join(folder, 'config.json'), encoding='utf-8') as file:
        config = json.load(file)
    made = config['dissent']
    classes = len(config['id2label'])
    apart = made['pairs'] == 'apart' and texts[0][1] is not None and not made['choices']
    kind = config['architectures'][0]
    model = getattr(transformers, kind).from_pretrained(folder, dtype=torch.float32, attn_implementation='eager').to(device).eval()
    tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
    head = {} if kind != 'BertModel' else {
        name: torch.from_numpy(value.copy()).to(device) for name, value in read(os.path.join(folder, 'model.safetensors'))[0].items()
        if name.startswith('classifier.')}

    def of_sequences(texts):
        """The logits of each, or [u, v, |u - v|, u v] of two, through the head that stands beside the encoder."""
        columns = [list(column) for column in zip(*texts) if column[0] is not None]
        batch = tokenizer(*columns, truncation=True, max_length=made['max-length'], padding=True, return_tensors='pt').to(device)
        if kind == 'BertForMultipleChoice':
            return model(**{key: value.unflatten(0, (-1, classes)) for key, value in batch.items()}).logits
        if kind != 'BertModel':
            return model(**batch).logits
        mask = batch['attention_mask'].unsqueeze(2)
        found = model(**batch)
        vectors = found.pooler_output if made['pooling'] == 'first' else (found.last_hidden_state * mask).sum(1) / mask.sum(1)
        if apart:
            u, v = vectors[0::2], vectors[1::2]
            vectors = torch.cat([u, v, (u - v).abs(), u * v], 1)
        logits = torch.nn.functional.linear(vectors, head['classifier.weight'], head['classifier.bias'])
        return logits.reshape(-1, classes)

    if apart:
        texts = [(text, None) for pair in texts for text in pair]
    size = BATCH * (classes if made['choices'] else 2 if apart else 1)  # an item's sequences stay together
    with torch.no_grad():
        return kind, numpy.concatenate([of_sequences(texts[at : at + size]).cpu().numpy() for at in range(0, len(texts), size)])


def compare_run(run, texts, device):
    """Prints the run's line; whether its logits are transformers'."""
    with numpy.load(os.path.join(run, 'predictions.npz')) as arrays:
        mine = arrays['logits']
    kind, found = by_transformers(os.path.join(run, 'best'), texts, device)
    if mine.shape != found.shape:
        sys.exit(f'{run}: logits of {mine.shape}, and of {found.shape} by transformers: TEXTS are not its items')
    apart = float(abs(mine - found).max() / abs(found).max())
    print(f'{run}: {kind}, {found.shape[0]:,} items of {found.shape[1]} classes; logits at most {apart:.1e} apart, the largest {abs(found).max():.2f}')
    return apart <= LIMIT


# A small encoder, for tests where transformers is not.

VOCABULARY = [*'[PAD] [UNK] [CLS] [SEP] [MASK]'.split(), *'.,!?-', "'", *map(chr, range(97, 123)), *('##' + chr(code) for code in range(97, 123)),
              *'the cat dog sat on under big small mat tree and ran away today play un happy cafe nine people agree or not why so'.split(),
              *'with of in to it is ##ing ##ed ##ly ##able ##er ##happy'.split()]
CONFIG = {'model_type': 'bert', 'vocab_size': len(VOCABULARY), 'hidden_size': 16, 'num_hidden_layers': 2, 'num_attention_heads': 2,
          'intermediate_size': 32, 'max_position_embeddings': 64, 'type_vocab_size': 2, 'hidden_act': 'gelu', 'layer_norm_eps': 1e-12,
          'pad_token_id': 0}
FORMULA = ("value i from 0 on of parameter k from 1 on, in the order of the gradients here: x = sin(k n + n n / 2), n = i + 1; "
           'LayerNorm.weight: 1 + 0.1 x, all others: 0.3 x; in double precision, then rounded to float32')
MAX_LENGTH = 24
CASES = [('The cat sat on the mat.', None), ('', None), ('Nine people agree, or not?', 'Why so?'), ('CAFÉ! Unhappy dogs-playing today', None),
         ('the', 'a 猫 ran away'), ('an unplayable player ran under the big tree and sat so happily', 'why not play on today, small dog? nine cats agreed'),
         ('zzz ' * 40, None)]


def small_weights(model):
    with torch.no_grad():
        for k, (name, parameter) in enumerate(model.named_parameters(), 1):
            n = torch.arange(1, parameter.numel() + 1, dtype=torch.float64)
            x = torch.sin(k * n + n * n / 2).reshape(parameter.shape)
            parameter.copy_((1 + 0.1 * x if name.endswith('LayerNorm.weight') else 0.3 * x).float())


def small_tokenizer():
    tokenizer = tokenizers.Tokenizer(tokenizers.models.WordPiece({token: i for i, token in enumerate(VOCABULARY)}, unk_token='[UNK]'))
    tokenizer.normalizer = tokenizers.normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.BertPreTokenizer()
    tokenizer.post_processor = tokenizers.processors.BertProcessing(('[SEP]', 3), ('[CLS]', 2))
    tokenizer.enable_truncation(MAX_LENGTH)
    return tokenizer


def rounded(values):
    return [float(f'{value:.8g}') if abs(value) > 1e-12 else 0.0 for value in values]


def goldens(path):
    """Reference values in double precision, of weights as float32 holds them."""
    tokenizer = small_tokenizer()
    config = transformers.BertConfig(**{key: value for key, value in CONFIG.items() if key != 'model_type'})
    config._attn_implementation = 'eager'
    model = transformers.BertModel(config, add_pooling_layer=False)
    small_weights(model)
    model.double().eval()
    encoded = [tokenizer.encode(*(text for text in case if text is not None)) for case in CASES]
    lengths = [len(encoding.ids) for encoding in encoded]
    padded = lambda rows: torch.tensor([[*row, *[0] * (max(lengths) - len(row))] for row in rows])  # noqa: E731
    mask = padded([[1] * length for length in lengths])
    states = model(input_ids=padded([encoding.ids for encoding in encoded]), token_type_ids=padded([encoding.type_ids for encoding in encoded]),
                   attention_mask=mask).last_hidden_state
    pooled_loss(states, mask, 0, len(CASES)).backward()
    cases = []
    for i, ((first, second), encoding) in enumerate(zip(CASES, encoded)):
        cases.append({'first': first, **({} if second is None else {'second': second}), 'ids': list(encoding.ids), 'segments': list(encoding.type_ids),
                      'hidden': rounded(states[i, : lengths[i]].detach().flatten().tolist())})
    gradients = {}
    for name, parameter in model.named_parameters():
        flat = parameter.grad.flatten()
        chosen = sorted({*range(0, len(flat), max(1, len(flat) // 5)), int(flat.abs().argmax())})
        gradients[name] = {'norm': rounded([flat.norm().item()])[0], 'largest': rounded([flat.abs().max().item()])[0],
                           'at': chosen, 'values': rounded(flat[chosen].tolist())}
    made = {'made_by': f'tools/transformers_parity.py --goldens: transformers {transformers.__version__}, tokenizers {tokenizers.__version__}, '
            f'torch {torch.__version__}, in double precision', 'weights': FORMULA, 'loss': 'sum_i sum_h mean-pooled(case i)_h sin(h + i) / cases',
            'config': CONFIG, 'vocabulary': VOCABULARY, 'max_length': MAX_LENGTH}
    with open(path, 'w', encoding='ascii') as file:
        file.write('{' + ',\n '.join(f'{json.dumps(key)}: {json.dumps(value)}' for key, value in made.items()))
        file.write(',\n "cases": [\n  ' + ',\n  '.join(map(json.dumps, cases)) + '],\n "gradients": {\n  ')
        file.write(',\n  '.join(f'{json.dumps(name)}: {json.dumps(value)}' for name, value in gradients.items()) + '}}\n')
    print(f'{path}: {len(cases)} cases, {sum(lengths)} tokens, {len(gradients)} parameters')


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('encoder', nargs='?')
    parser.add_argument('texts', nargs='*')
    parser.add_argument('--program', default=os.path.join(HERE, '..', 'build', 'release', 'bert_dump'))
    parser.add_argument('--device', choices=('cpu', 'cuda'), default='cpu')
    parser.add_argument('--limit', type=int, default=256, help='texts a set that gradients are taken of')
    parser.add_argument('--max-length', type=int, help='tokens of a sequence at most; as many as the encoder takes where not given')
    parser.add_argument('--run', action='store_true', help='the folder is that of a run')
    parser.add_argument('--goldens', metavar='OUT.json')
    options = parser.parse_args()
    if options.goldens:
        return goldens(options.goldens)
    if not options.encoder:
        parser.error('an encoder, or --goldens')
    if not 0 <= options.limit <= AT_ONCE:
        parser.error(f'--limit is from 0 to {AT_ONCE}')
    torch.backends.cuda.matmul.allow_tf32 = False
    torch.backends.cudnn.allow_tf32 = False
    given = {}
    for path in options.texts:
        texts = read_table(path) if path.endswith('.csv') else read_lines(path)
        if not texts:
            sys.exit(f'{path}: no texts')
        given[os.path.splitext(os.path.basename(path))[0]] = texts
    if options.run:
        if not given:
            parser.error('--run needs the texts of the run')
        sys.exit(not compare_run(options.encoder, [text for texts in given.values() for text in texts], options.device))
    with open(os.path.join(options.encoder, 'config.json'), encoding='utf-8') as file:
        positions = json.load(file)['max_position_embeddings']
    max_length = min(options.max_length or positions, positions)
    sets = {'torture': torture(), 'code points': code_points(), **given}
    theirs = Theirs(options.encoder, max_length, options.device)
    print(f'transformers {transformers.__version__}, tokenizers {tokenizers.__version__}, torch {torch.__version__}; {options.device}, '
          f'at most {max_length} tokens, gradients of {options.limit} texts a set; limit {LIMIT:g}')
    print(ROW.format('set', 'texts', 'tokens', 'ids', 'known', 'auto', 'hidden', 'median', 'round', 'gradient', 'of'))
    with tempfile.TemporaryDirectory() as scratch:
        ours = Ours(options.program, options.encoder, max_length, options.device, scratch)
        good = [compare(name, texts, ours, theirs, options.limit) for name, texts in sets.items()]
    sys.exit(not all(good))


if __name__ == '__main__':
    main()
