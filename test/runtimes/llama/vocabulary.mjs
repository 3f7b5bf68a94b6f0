/** How llama.cpp numbers the kinds of tokens. */
const NORMAL = 1;
const UNKNOWN = 2;
const CONTROL = 3;
const BYTE = 6;

/** SentencePiece's sign for a space. */
const SPACE = '\u2581';
const ASCII = Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index));
const LETTERS = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'];
/** The usual letters of a choice, bare and after a space, each one token. */
export const CHOICES = LETTERS.slice(0, 4).flatMap(letter => [letter, SPACE + letter]);

/**
 * The tokens that llama.cpp's SentencePiece tokenizer needs: all bytes, printable ASCII, letters after a space,
 * and the most frequent pairs of `text`, merged one after another until `size` tokens are there or no pair occurs twice.
 * Among pairs that are equally frequent the first in the text is taken. Returns [{text, type, score}].
 */
export function learnVocabulary(text, size) {
  const tokens = [
    { text: '<unk>', type: UNKNOWN, score: 0 },
    { text: '<s>', type: CONTROL, score: 0 },
    { text: '</s>', type: CONTROL, score: 0 },
    ...Array.from({ length: 256 }, (_, byte) => ({ text: byteToken(byte), type: BYTE, score: 0 })),
    ...[SPACE, ...ASCII].map(sign => ({ text: sign, type: NORMAL, score: -1e6 })),
    ...LETTERS.map((letter, rank) => ({ text: SPACE + letter, type: NORMAL, score: -1e5 - rank })),
  ];
  const known = new Set(tokens.map(token => token.text));
  let words = pieces(text);
  for (let merges = 0; tokens.length < size; merges++) {
    const pair = mostFrequentPair(words);
    if (pair === null) break;
    if (!known.has(pair)) tokens.push({ text: pair, type: NORMAL, score: -1 - merges });
    known.add(pair);
    words = words.map(word => merged(word, pair));
  }
  return tokens;
}

const byteToken = byte => `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`;

/** Words with the space before them, digits one by one, runs of punctuation: no token spans two of these. */
function pieces(text) {
  const joined = ` ${text.split(/\s+/).filter(Boolean).join(' ')}`.replaceAll(' ', SPACE);
  return [...joined.matchAll(/\u2581?(?:[A-Za-z]+|\d|[^A-Za-z\d\u2581]+)/g)].map(([piece]) => [...piece]);
}

function mostFrequentPair(words) {
  const counts = new Map();
  for (const word of words) {
    for (let i = 0; i + 1 < word.length; i++) {
      const pair = word[i] + word[i + 1];
      counts.set(pair, (counts.get(pair) ?? 0) + 1);
    }
  }
  let best = null;
  for (const [pair, count] of counts) {
    if (count >= 2 && (best === null || count > counts.get(best))) best = pair;
  }
  return best;
}

function merged(word, pair) {
  const out = [];
  for (let i = 0; i < word.length; i++) {
    if (i + 1 < word.length && word[i] + word[i + 1] === pair) out.push(word[i] + word[++i]);
    else out.push(word[i]);
  }
  return out;
}
