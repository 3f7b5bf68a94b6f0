import { learnVocabulary } from '../llama/vocabulary.mjs';

const SPECIAL = ['<|endoftext|>', '<|im_start|>', '<|im_end|>'];
/** SentencePiece's sign for a space, and byte-level BPE's. */
const SPACES = /\u2581/g;
const SPACE = '\u0120';

/**
 * A byte-level BPE vocabulary: token n < 256 is byte n; then what is frequent in `text`; then the special ones.
 * → {tokens: their signs by id, merges, special: {name: id}, size: a multiple of 32}
 */
export function tokenizerOf(text, size) {
  const tokens = byteSigns();
  const known = new Set(tokens);
  const merges = [];
  for (const { text: piece } of frequentPieces(text)) {
    const sign = piece.replace(SPACES, SPACE);
    const halves = halve(sign, known);
    if (halves === null || known.has(sign)) continue;
    if (tokens.length + SPECIAL.length === size) break;
    known.add(sign);
    tokens.push(sign);
    merges.push(halves);
  }
  const special = Object.fromEntries(SPECIAL.map((name, index) => [name, tokens.length + index]));
  return { tokens, merges, special, size };
}

/** What Hugging Face's `tokenizers` reads. */
export function tokenizerFile({ tokens, merges, special }) {
  const byteLevel = { type: 'ByteLevel', add_prefix_space: false, trim_offsets: false, use_regex: false };
  return {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: Object.entries(special).map(([content, id]) => ({
      id,
      content,
      single_word: false,
      lstrip: false,
      rstrip: false,
      normalized: false,
      special: true,
    })),
    normalizer: null,
    pre_tokenizer: byteLevel,
    post_processor: null,
    decoder: byteLevel,
    model: {
      type: 'BPE',
      dropout: null,
      unk_token: null,
      continuing_subword_prefix: '',
      end_of_word_suffix: '',
      fuse_unk: false,
      byte_fallback: false,
      vocab: Object.fromEntries(tokens.map((sign, id) => [sign, id])),
      merges: merges.map(halves => halves.join(' ')),
    },
  };
}

/** GPT-2's printable sign of each byte. */
function byteSigns() {
  let next = 256;
  return Array.from({ length: 256 }, (_, byte) => String.fromCodePoint(isPrintable(byte) ? byte : next++));
}

const isPrintable = byte =>
  (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || (byte >= 174 && byte <= 255);

/** Longer than a sign, in the order in which they were learnt. */
const frequentPieces = text =>
  learnVocabulary(text, 1500)
    .filter(({ text: piece, score }) => score < 0 && piece.length > 1)
    .sort((a, b) => b.score - a.score);

/** The two tokens that make `sign`, or null. */
function halve(sign, known) {
  for (let i = 1; i < sign.length; i++) {
    const halves = [sign.slice(0, i), sign.slice(i)];
    if (halves.every(half => known.has(half))) return halves;
  }
  return null;
}
