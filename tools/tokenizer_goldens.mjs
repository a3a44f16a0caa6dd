#!/usr/bin/env node
// What the tokenizers library itself (Rust, through its node binding) makes of texts: the other implementation beside
// dissent's tokenizer. The binding is TOKENIZERS, a folder as `npm pack tokenizers@0.23.2` unpacks to, or an installed one.
//
//   tokenizer_goldens.mjs goldens tests/text/goldens.json      writes its ids anew into the file
//   tokenizer_goldens.mjs ids TOKENIZER TEXTS.jsonl LENGTH     a line a text: ids and segments
//   tokenizer_goldens.mjs time TOKENIZER TEXTS.jsonl LENGTH N  seconds of N repeats, for bench/tokenize_bench
//   tokenizer_goldens.mjs tables                               the sets of src/dissent/text/unicode_tables.h
//
// A line of TEXTS.jsonl is a text, or two in a list, as JSON; TOKENIZER is a tokenizer.json or its folder.
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const library = createRequire(import.meta.url)(process.env.TOKENIZERS ? path.resolve(process.env.TOKENIZERS) : 'tokenizers');

const jsonFile = (name) => (statSync(name).isDirectory() ? path.join(name, 'tokenizer.json') : name);
const readLines = (name) => readFileSync(name, 'utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line));

function open(json, length) {
  const tokenizer = library.Tokenizer.fromString(typeof json === 'string' ? json : JSON.stringify(json));
  tokenizer.disablePadding();
  if (length) tokenizer.setTruncation(length);
  else tokenizer.disableTruncation();
  return tokenizer;
}

async function encode(tokenizer, item) {
  const [first, second] = Array.isArray(item) ? item : [item, null];
  const encoding = await tokenizer.encode(first, second);
  return { ids: encoding.getIds(), segments: encoding.getTypeIds() };
}

// JSON in ASCII, so that controls and marks are seen in a file.
const ascii = (value) =>
  JSON.stringify(value).replace(/[\u007f-\uffff]/g, (c) => '\\u' + c.charCodeAt(0).toString(16).padStart(4, '0'));

async function goldens(name) {
  const file = JSON.parse(readFileSync(name, 'utf8'));
  const base = JSON.parse(readFileSync(path.join(path.dirname(name), 'tokenizer.json'), 'utf8'));
  for (const item of file.cases) {
    item.ids = {};
    for (const [variant, options] of Object.entries(file.normalizers)) {
      const tokenizer = open({ ...base, normalizer: { ...base.normalizer, ...options } }, item.length);
      const { ids, segments } = await encode(tokenizer, item.text);
      if (Array.isArray(item.text)) item.segments = { ...item.segments, [variant]: segments };
      item.ids[variant] = ids;
    }
  }
  const cases = file.cases.map((item) => '  ' + ascii(item)).join(',\n');
  writeFileSync(name, `{"library": ${ascii(file.library)},\n "normalizers": ${ascii(file.normalizers)},\n "cases": [\n${cases}\n]}\n`);
}

async function ids(name, texts, length) {
  const tokenizer = open(readFileSync(jsonFile(name), 'utf8'), Number(length));
  for (const item of readLines(texts)) process.stdout.write(JSON.stringify(await encode(tokenizer, item)) + '\n');
}

async function time(name, texts, length, repeats) {
  const tokenizer = open(readFileSync(jsonFile(name), 'utf8'), Number(length));
  const items = readLines(texts);
  const seconds = [];
  let [hash, tokens] = [0, 0];
  for (let repeat = 0; repeat < Number(repeats); ++repeat) {
    const start = process.hrtime.bigint();
    const encodings = await tokenizer.encodeBatch(items);
    seconds.push(Number(process.hrtime.bigint() - start) / 1e9);
    [hash, tokens] = [0x811c9dc5, 0];
    for (const encoding of encodings) {
      for (const id of encoding.getIds()) hash = Math.imul(hash ^ id, 0x01000193);
      tokens += encoding.getLength();
    }
  }
  console.log(JSON.stringify({ seconds, tokens, hash: hash >>> 0 }));
}

function tables() {
  const off = { cleanText: false, handleChineseChars: false, stripAccents: false, lowercase: false };
  const step = (name) => library.bertNormalizer({ ...off, [name]: true });
  const [clean, apart, strip] = ['cleanText', 'handleChineseChars', 'stripAccents'].map(step);
  const [nfd, split] = [library.nfdNormalizer(), library.bertPreTokenizer()];
  const sets = {
    kRemoved: (c) => clean.normalizeString(`a${c}b`) === 'ab',
    kWhite: (c) => split.preTokenizeString(`a${c}b`).length === 2,
    kPunctuation: (c) => split.preTokenizeString(`a${c}b`).length === 3,
    kMarks: (c) => strip.normalizeString(`a${c}b`) === 'ab',
    kIdeographs: (c) => apart.normalizeString(`a${c}b`) === `a ${c} b`,
    // U+0334 has class 1, U+0345 class 240: any other class but 0 changes places with one of them.
    kReordered: (c) => c > '\x7f' && nfd.normalizeString(c) === c && !sets.kMarks(c) &&
      (nfd.normalizeString(`a${c}\u0334`) !== `a${c}\u0334` || nfd.normalizeString(`a\u0345${c}`) !== `a\u0345${c}`),
  };
  for (const [name, within] of Object.entries(sets)) {
    const ranges = [];
    for (let c = 0; c < 0x110000; ++c) {
      if ((c >= 0xd800 && c < 0xe000) || !within(String.fromCodePoint(c))) continue;
      if (ranges.length && ranges.at(-1)[1] === c - 1) ranges.at(-1)[1] = c;
      else ranges.push([c, c]);
    }
    const hex = (c) => '0x' + c.toString(16).toUpperCase();
    console.log(`${name}: ${ranges.map(([first, last]) => `{${hex(first)}, ${hex(last)}}`).join(', ')}`);
  }
}

const commands = { goldens, ids, time, tables };
const [command, ...words] = process.argv.slice(2);
if (!(command in commands)) {
  console.error(`usage: tokenizer_goldens.mjs ${Object.keys(commands).join('|')} ...`);
  process.exit(2);
}
await commands[command](...words);
