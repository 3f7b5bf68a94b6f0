const WORD_SETS = new Map<string, ReadonlySet<string>>();
const MOST_KNOWN = 4_000;
const NO_WORDS: ReadonlySet<string> = new Set();

/** Runs of letters and digits in a text, in lower case. */
export function extractWordSet(text: string | null): ReadonlySet<string> {
  if (text === null) return NO_WORDS;
  let words = WORD_SETS.get(text);
  if (words === undefined) {
    if (WORD_SETS.size >= MOST_KNOWN) WORD_SETS.clear();
    words = new Set(text.toLowerCase().match(/[a-z0-9]+/g));
    WORD_SETS.set(text, words);
  }
  return words;
}

/** True if two sets have at least this share of their words in common (Jaccard); never if both are empty. */
export function areWordSetsSimilar(
  a: ReadonlySet<string>,
  b: ReadonlySet<string>,
  likeness: number,
): boolean {
  const [less, more] = a.size <= b.size ? [a, b] : [b, a];
  // Sets of so different sizes cannot be similar.
  if (more.size === 0 || less.size / more.size < likeness) return false;
  if (a === b) return true;
  let common = 0;
  for (const word of less) if (more.has(word)) common++;
  return common / (a.size + b.size - common) >= likeness;
}
