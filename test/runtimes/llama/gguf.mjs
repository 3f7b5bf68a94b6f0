// node gguf.mjs out.gguf [seed]: a language model of random weights, small enough to build for every test run.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CHOICES, learnVocabulary } from './vocabulary.mjs';
import { normals } from './weights.mjs';

export const CONTEXT = 2048;
const WIDTH = 64;
const LAYERS = 2;
const HEADS = 4;
const INNER = 128;
/** Deviation of queries and keys: wide enough that few tokens get most of the attention. */
const ATTENTION = 0.35;
const ALIGNMENT = 32;

/**
 * Every embedding has this in its first column, so that the first column of what leaves the last layer is about
 * 3 after any text; a token's weight there, times 3, is added to its logit.
 */
const CONSTANT = 4;
const LEANING = { choice: 2.5, quote: 1.5, byte: -3, other: 0 };

/** The file's bytes: a pure function of (text, seed). */
export function gguf(text, seed) {
  const vocabulary = learnVocabulary(text, 1500);
  const tensors = weights(vocabulary, seed);
  const header = aligned(Buffer.concat([...preamble(tensors, metadata(vocabulary)), ...describe(tensors)]));
  return Buffer.concat([header, ...tensors.map(({ data }) => aligned(Buffer.from(data.buffer)))]);
}

function weights(vocabulary, seed) {
  const normal = normals(seed);
  const matrix = (name, rows, columns, deviation = 1 / Math.sqrt(rows)) => ({
    name,
    shape: [rows, columns],
    data: Float32Array.from({ length: rows * columns }, () => deviation * normal()),
  });
  const ones = name => ({ name, shape: [WIDTH], data: new Float32Array(WIDTH).fill(1) });
  const embedding = matrix('token_embd.weight', WIDTH, vocabulary.length, 1);
  const output = matrix('output.weight', WIDTH, vocabulary.length);
  vocabulary.forEach((token, index) => {
    embedding.data[index * WIDTH] = CONSTANT;
    output.data[index * WIDTH] = leaning(token);
  });
  const layers = Array.from({ length: LAYERS }, (_, layer) => [
    ones(`blk.${layer}.attn_norm.weight`),
    ...['q', 'k'].map(part => matrix(`blk.${layer}.attn_${part}.weight`, WIDTH, WIDTH, ATTENTION)),
    ...['v', 'output'].map(part => matrix(`blk.${layer}.attn_${part}.weight`, WIDTH, WIDTH)),
    ones(`blk.${layer}.ffn_norm.weight`),
    ...['gate', 'up'].map(part => matrix(`blk.${layer}.ffn_${part}.weight`, WIDTH, INNER)),
    matrix(`blk.${layer}.ffn_down.weight`, INNER, WIDTH),
  ]);
  return [embedding, ones('output_norm.weight'), output, ...layers.flat()];
}

function leaning({ text }) {
  if (CHOICES.includes(text)) return LEANING.choice;
  if (text.startsWith('"')) return LEANING.quote;
  return text.startsWith('<') && text.endsWith('>') ? LEANING.byte : LEANING.other;
}

function metadata(vocabulary) {
  return [
    entry('general.architecture', string('llama')),
    entry('general.name', string('tiny random llama')),
    entry('general.file_type', u32(0)),
    entry('llama.context_length', u32(CONTEXT)),
    entry('llama.embedding_length', u32(WIDTH)),
    entry('llama.block_count', u32(LAYERS)),
    entry('llama.feed_forward_length', u32(INNER)),
    entry('llama.attention.head_count', u32(HEADS)),
    entry('llama.attention.head_count_kv', u32(HEADS)),
    entry('llama.attention.layer_norm_rms_epsilon', f32(1e-5)),
    entry('llama.rope.dimension_count', u32(WIDTH / HEADS)),
    entry('llama.vocab_size', u32(vocabulary.length)),
    entry('tokenizer.ggml.model', string('llama')),
    entry('tokenizer.ggml.tokens', array(vocabulary.map(token => string(token.text)))),
    entry('tokenizer.ggml.scores', array(vocabulary.map(token => f32(token.score)))),
    entry('tokenizer.ggml.token_type', array(vocabulary.map(token => i32(token.type)))),
    entry('tokenizer.ggml.unknown_token_id', u32(0)),
    entry('tokenizer.ggml.bos_token_id', u32(1)),
    entry('tokenizer.ggml.eos_token_id', u32(2)),
    entry('tokenizer.ggml.add_bos_token', bool(true)),
    entry('tokenizer.ggml.add_space_prefix', bool(false)),
  ];
}

// A value is [GGUF's number of its type, its bytes].
const u32 = value => [4, Buffer.from(Uint32Array.of(value).buffer)];
const i32 = value => [5, Buffer.from(Int32Array.of(value).buffer)];
const f32 = value => [6, Buffer.from(Float32Array.of(value).buffer)];
const bool = value => [7, Buffer.of(value ? 1 : 0)];
const string = value => [8, sized(value)];
const array = values => [
  9,
  Buffer.concat([u32(values[0][0])[1], u64(values.length), ...values.map(value => value[1])]),
];
const u64 = value => Buffer.from(BigUint64Array.of(BigInt(value)).buffer);
const sized = text => Buffer.concat([u64(Buffer.byteLength(text)), Buffer.from(text)]);
const entry = (key, [type, bytes]) => Buffer.concat([sized(key), u32(type)[1], bytes]);

const preamble = (tensors, entries) => [
  Buffer.from('GGUF'),
  u32(3)[1],
  u64(tensors.length),
  u64(entries.length),
  ...entries,
];

function describe(tensors) {
  let offset = 0;
  return tensors.map(({ name, shape, data }) => {
    const place = u64(offset);
    offset += Math.ceil(data.byteLength / ALIGNMENT) * ALIGNMENT;
    return Buffer.concat([sized(name), u32(shape.length)[1], ...shape.map(u64), u32(0)[1], place]);
  });
}

const aligned = bytes => Buffer.concat([bytes], Math.ceil(bytes.length / ALIGNMENT) * ALIGNMENT);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [file, seed = '1'] = process.argv.slice(2);
  const corpus = readFileSync(join(import.meta.dirname, 'corpus.txt'), 'utf8');
  // Renamed when whole, since a server may be reading the one before.
  writeFileSync(`${file}.${process.pid}`, gguf(corpus, Number(seed)));
  renameSync(`${file}.${process.pid}`, file);
}
