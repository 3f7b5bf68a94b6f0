import { createHash } from 'node:crypto';
import { normals } from '../llama/weights.mjs';
import { PARAMETERS, SHAPE } from './shape.mjs';

/** By how much of a turn a token turns a dial: enough that a few other words change an answer. */
const TURN = 0.1;
/** Deviation of the logits where biases are equal: the likeliest of four options seldom has more than 0.8. */
const SPREAD = 0.8;
/** Words rather than single signs, text that ends, strings that are closed. */
const BIAS = { word: 1, sign: -1, other: -8, end: 3, quote: 4.2 };
/** Shards that only make the download longer. */
const BALLAST = 6;

/** → [{name, shape, data}], a pure function of (tokenizer, seed). */
export function parameters({ tokens, special, size }, seed) {
  const normal = normals(seed);
  const matrix = deviation => Float32Array.from({ length: size * SHAPE.width }, () => deviation * normal());
  const bias = new Float32Array(size).fill(BIAS.other);
  tokens.forEach((sign, id) => {
    bias[id] = biasOf(sign, id);
  });
  bias[special['<|im_end|>']] = BIAS.end;
  // The mean of a squared cosine is a half.
  const data = { embedding: matrix(TURN), output: matrix(SPREAD * Math.sqrt(2 / SHAPE.width)), bias };
  const used = PARAMETERS.map(name => ({
    name,
    shape: name === 'bias' ? [size] : [size, SHAPE.width],
    data: data[name],
  }));
  const ballast = Array.from({ length: BALLAST }, (_, index) => ({
    name: `ballast_${index}`,
    shape: [size, SHAPE.width],
    data: matrix(1),
  }));
  return [...used, ...ballast];
}

/** → {files: Map of name → bytes, list: tensor-cache.json}; every tensor in a shard of its own. */
export function shards(tensors) {
  const files = new Map(
    tensors.map(({ data }, index) => [`params_shard_${index}.bin`, Buffer.from(data.buffer)]),
  );
  const records = [...files].map(([dataPath, bytes], index) => ({
    dataPath,
    format: 'raw-shard',
    nbytes: bytes.length,
    md5sum: createHash('md5').update(bytes).digest('hex'),
    records: [record(tensors[index], bytes)],
  }));
  const total = records.reduce((sum, { nbytes }) => sum + nbytes, 0);
  const metadata = { ParamSize: tensors.length, ParamBytes: total, BitsPerParam: 32 };
  return { files, list: { metadata, records } };
}

const record = ({ name, shape }, { length }) => ({
  name,
  shape,
  dtype: 'float32',
  format: 'raw',
  nbytes: length,
  byteOffset: 0,
});

function biasOf(sign, id) {
  if (sign === '"') return BIAS.quote;
  if (id >= 256) return BIAS.word;
  return /^[ -~]$/.test(sign) || sign === '\u0120' ? BIAS.sign : BIAS.other;
}
