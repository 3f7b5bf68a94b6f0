export { escapeInvisibleText } from '../../engine/core/formatQuotedText.ts';

/** `1 reply`, `2 replies`: the count with its noun. */
export const formatNounCount = (count: number, one: string, many = `${one}s`): string =>
  `${formatGroupedInteger(count)} ${count === 1 ? one : many}`;

/** The noun alone, singular or plural by the count. */
export const pluralizeNoun = (count: number, one: string, many = `${one}s`): string =>
  count === 1 ? one : many;

/** `1,559`: a whole number, its digits grouped by thousands whatever the browser's locale. */
export const formatGroupedInteger = (count: number): string =>
  String(Math.round(count)).replace('-', '−').replace(THOUSANDS, ',');

/** Every place with three digits, or six, or nine … to its right. */
export const THOUSANDS = /\B(?=(?:\d{3})+$)/g;

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
