/** Values whose words are remembered; the tasks' own passages are far fewer. */
const MOST_KEPT = 20_000;

/** Words that say nothing about what a text is about. */
const EMPTY = new Set(
  `a about after all an and any are as at be been before but by can did do does during each for from had has have he her
  his how if in into is it its like more most no nor not of off on one only or other our out over she so some such than
  that the their them then there they this those to too under until up was we were what when where which while who whom
  whose why will with would you your many much word missing`.split(/\s+/),
);

/** Letters and digits of any script, in lower case; a text's words in order. */
export const wordsIn = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** A sentence of a value, and what it is about. */
export interface Sentence {
  readonly text: string;
  readonly words: ReadonlySet<string>;
}

/** What texts are about, by their words; kept for texts that are asked about again and again. */
export class Words {
  readonly #sets = new Map<string, ReadonlySet<string>>();
  readonly #texts = new Map<string, string>();
  readonly #sentences = new Map<string, readonly Sentence[]>();

  /** The words of a text that say something. Underscores part words, as in tags. */
  of(text: string): ReadonlySet<string> {
    return kept(this.#sets, text, contentWords);
  }

  /** The same text, held once however many keep it. */
  shared(text: string): string {
    return kept(this.#texts, text, same => same);
  }

  sentences(text: string): readonly Sentence[] {
    return kept(this.#sentences, text, value =>
      sentencesOf(value).map(sentence => ({ text: sentence, words: contentWords(sentence) })),
    );
  }
}

function kept<Value>(known: Map<string, Value>, text: string, make: (text: string) => Value): Value {
  let value = known.get(text);
  if (value === undefined) {
    if (known.size >= MOST_KEPT) known.clear();
    value = make(text);
    known.set(text, value);
  }
  return value;
}

function contentWords(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const word of wordsIn(text.replaceAll('_', ' '))) if (!EMPTY.has(word)) words.add(word);
  return words;
}

/** How many of the wanted words are among others. */
export function inCommon(wanted: ReadonlySet<string>, words: ReadonlySet<string>): number {
  let count = 0;
  for (const word of wanted) if (words.has(word)) count++;
  return count;
}

/** Sentences end with . ! or ? before a blank, or with the line. */
export const sentencesOf = (text: string): readonly string[] =>
  text
    .split(/(?<=[.!?]["')\]]?)\s+|\n+/)
    .map(sentence => sentence.trim())
    .filter(sentence => sentence !== '');
