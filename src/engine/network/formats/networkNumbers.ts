const EDGE_NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** True if a text is a number as programs write it, or one of their words for a missing one. */
export const isNumericText = (text: string): boolean =>
  EDGE_NUMBER.test(text) || /^[+-]?(nan|inf(inity)?)$/i.test(text);

/** Digits only, of any length: ids of 64 bits must not lose their tail. */
export const isWholeNumberText = (text: string): boolean => /^\d+$/.test(text);

/** A weight, finite and at least 0 in 32 bits, or NaN. */
export function parseEdgeWeight(text: string): number {
  if (!EDGE_NUMBER.test(text)) return Number.NaN;
  const weight = Math.fround(Number(text));
  return weight >= 0 && weight < Number.POSITIVE_INFINITY ? weight : Number.NaN;
}

/**
 * Conversion of one column's numbers to the form of programs: a decimal comma becomes a point, points or commas between
 * thousands go. A column in which `1,234` may be either stays as it is, and so does not count as numbers.
 */
export function createNumberNormalizer(texts: readonly string[]): (text: string) => string {
  const withComma = texts.filter(text => text.includes(','));
  if (withComma.length === 0) return text => text;
  const all = (pattern: RegExp) => withComma.every(text => pattern.test(text));
  const hasPoint = texts.some(text => /^[+-]?\d*\.\d+$/.test(text));
  const isEnglish =
    all(/^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/) &&
    (hasPoint || withComma.some(text => text.includes('.') || /,\d{3},/.test(text)));
  if (isEnglish) return text => text.replaceAll(',', '');
  const isDecimal =
    all(/^[+-]?(\d+|\d{1,3}(\.\d{3})+)?,\d+(e[+-]?\d+)?$/i) &&
    !texts.some(text => /^[+-]?\d*\.\d+$/.test(text) && !/^[+-]?\d{1,3}\.\d{3}$/.test(text)) &&
    withComma.some(text => !/^[+-]?[1-9]\d{0,2},\d{3}$/.test(text));
  return isDecimal
    ? text => (text.includes(',') ? text.replaceAll('.', '').replace(',', '.') : text)
    : text => text;
}

/** Values that look like times: seconds or milliseconds since 1970, years, dates. */
const TIMES: readonly ((text: string) => boolean)[] = [
  text => /^\d{9,10}(\.\d+)?$/.test(text) && Number(text) >= 100_000_000 && Number(text) < 4_300_000_000,
  text => /^\d{12,13}(\.\d+)?$/.test(text) && Number(text) < 4_300_000_000_000,
  text => /^\d{15,16}$/.test(text) && Number(text) < 4.3e15,
  text => /^(1[89]|20)\d\d(\.0)?$/.test(text),
  text => /^(19|20)\d\d(0[1-9]|1[0-2])([0-2]\d|3[01])(\d{6})?$/.test(text),
  text => /^\d{4}[-/.]\d{1,2}([-/.]\d{1,2})?([T ].*)?$|^\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}([T ].*)?$/.test(text),
  text => /^\d{1,2}:\d\d(:\d\d)?$/.test(text),
];

/** Index of years in `TIMES`. If it may be an account, four digits are not a sign of one. */
const YEARS = 3;

/** Fewer values in a row that only grow may be anything. */
const MIN_GROWING_VALUES = 10;

/** Steps of sensors, as those of SocioPatterns: every 20 seconds. */
const SENSOR_STEP_SECONDS = 20;

/**
 * True if values without a name could be times: all of one kind, or whole numbers that grow from line to line.
 * @param isFirst true if it may be an account instead, so that only growth in steps is evidence
 */
export function canBeTimes(texts: readonly string[], isFirst = false): boolean {
  if (texts.length === 0) return false;
  if (TIMES.some((isTime, kind) => texts.every(isTime) && !(isFirst && kind === YEARS))) return true;
  if (texts.length < MIN_GROWING_VALUES || !texts.every(isWholeNumberText)) return false;
  const isGrowing = texts.every((text, at) => at === 0 || Number(text) >= Number(texts[at - 1]));
  if (isFirst) return isGrowing && texts.every(text => Number(text) % SENSOR_STEP_SECONDS === 0);
  return isGrowing && new Set(texts).size >= texts.length / 2;
}
