/** `1 reply`, `2,000 replies`: the count with its noun. */
export const formatNounCount = (count: number, one: string, many = `${one}s`): string =>
  `${formatGroupedInteger(count)} ${pluralizeNoun(count, one, many)}`;

/** `1 step`, `2000 steps`: the same without groups of digits. */
export const formatPlainCount = (count: number, one: string): string =>
  `${count} ${pluralizeNoun(count, one)}`;

/** The noun alone, singular or plural by the count. */
export const pluralizeNoun = (count: number, one: string, many = `${one}s`): string =>
  count === 1 ? one : many;

/** `1,559`: a whole number, its digits grouped by thousands whatever the locale. */
export const formatGroupedInteger = (count: number): string =>
  String(Math.round(count)).replace('-', '−').replace(THOUSANDS, ',');

/** Every place with three digits, or six, or nine … to its right. */
export const THOUSANDS = /\B(?=(?:\d{3})+$)/g;
