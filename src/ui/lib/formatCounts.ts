import { formatGroupedInteger } from '../../engine/core/formatNounCount.ts';

export {
  formatGroupedInteger,
  formatNounCount,
  pluralizeNoun,
  THOUSANDS,
} from '../../engine/core/formatNounCount.ts';
export { escapeInvisibleText } from '../../engine/core/formatQuotedText.ts';

/** "+3", "−13", "0": a whole number with its sign. */
export const formatSignedInteger = (value: number): string =>
  `${value > 0 ? '+' : ''}${formatGroupedInteger(value)}`;

/** First letter dropped to an initial: `M. Grant`; a single word stays. */
export function abbreviateFirstName(name: string): string {
  const space = name.indexOf(' ');
  return space > 0 ? `${name[0]}. ${name.slice(space + 1)}` : name;
}

/** A noun with its indefinite article: "an agent". */
export const addIndefiniteArticle = (word: string): string => `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`;

/** A text in quotation marks; those within it become single ones. */
export const quoteText = (text: string): string => `“${text.replaceAll('“', '‘').replaceAll('”', '’')}”`;

/** A glossary as lines: "scrip: the play money of this market." */
export const formatGlossaryLines = (terms: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(terms).map(([word, meaning]) => `${word}: ${meaning}.`);

/** A field with what was typed there: `Seed "-1"`. A number field does not say what letters were typed. */
export const formatQuotedField = (label: string, typed: string): string =>
  typed === '' ? label : `${label} "${typed}"`;

/** A text in which the engine speaks of ticks, in the page's own word for one: "Rounds played by the policy …". */
export const replaceTickWord = (text: string, tick: string): string =>
  text.replace(/\b(t|T)ick/g, (_, letter: string) =>
    letter === 'T' ? tick[0].toUpperCase() + tick.slice(1) : tick,
  );
