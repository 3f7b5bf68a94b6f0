/** Open-ended repetitions of an expression: each may multiply its time by the length of the text. */
const MAX_OPEN_REPETITIONS = 3;

/** Characters by which it is seen what two atoms have in common. */
const PROBE_CHARACTERS: readonly string[] = [
  ...Array.from({ length: 256 }, (_, code) => String.fromCharCode(code)),
  ...'…€\u2028日',
];

/** One thing and how often it comes: a group, or an atom as it is written. */
interface RepeatedItem {
  readonly group: readonly (readonly RepeatedItem[])[] | null;
  readonly atom: string;
  /** True if it may come a different number of times. */
  readonly varies: boolean;
  /** True if its repetitions are unlimited, or limited by a large number. */
  readonly repeats: boolean;
  readonly mayBeMissing: boolean;
}

/**
 * Reason why an expression may take forever on some text; null if none was found. It is recognised by its form: a
 * repeated group that repeats something itself or has two ways to match the same, adjacent repetitions of the same, and
 * many repetitions.
 * @param text a regular expression that can be read
 */
export function explainSlowExpression(text: string): string | null {
  const all = parseExpressionItems(text);
  const repeated = { count: 0 };
  return (
    findSlownessReason(all, false, repeated) ??
    (repeated.count > MAX_OPEN_REPETITIONS ? TOO_MANY_REPEATS : null)
  );
}

const NESTED = 'repeats a group that repeats something itself';
const ALIKE = 'repeats a group in which two ways may begin alike';
const ADJACENT_REPEATS = 'repeats the same twice in a row';
const TOO_MANY_REPEATS = `has more than ${MAX_OPEN_REPETITIONS} open-ended repetitions`;

function findSlownessReason(
  ways: readonly (readonly RepeatedItem[])[],
  isRepeated: boolean,
  repeated: { count: number },
): string | null {
  if (
    isRepeated &&
    ways.length > 1 &&
    ways.some((way, i) => ways.slice(0, i).some(other => areItemsEqual(way, other)))
  )
    return ALIKE;
  for (const way of ways)
    for (const [i, item] of way.entries()) {
      if (isRepeated && item.varies) return NESTED;
      if (item.repeats) repeated.count++;
      if (item.repeats && repeatsAfterOverlap(way, i)) return ADJACENT_REPEATS;
      const reason = item.group && findSlownessReason(item.group, isRepeated || item.repeats, repeated);
      if (reason) return reason;
    }
  return null;
}

/** True if a repeated item comes right after another one that may match the same, except for optional items. */
function repeatsAfterOverlap(way: readonly RepeatedItem[], place: number): boolean {
  for (let at = place - 1; at >= 0; at--) {
    if (way[at].repeats && canAtomsOverlap(listFirstAtoms([way[at]]), listFirstAtoms([way[place]])))
      return true;
    if (!way[at].mayBeMissing) return false;
  }
  return false;
}

const areItemsEqual = (a: readonly RepeatedItem[], b: readonly RepeatedItem[]): boolean =>
  canAtomsOverlap(listFirstAtoms(a), listFirstAtoms(b));

/** Possible first items, as atoms; null if that may be anything, or nothing. */
function listFirstAtoms(way: readonly RepeatedItem[]): readonly string[] | null {
  const found: string[] = [];
  for (const { group, atom, mayBeMissing } of way) {
    if (group === null) found.push(atom);
    else
      for (const inner of group) {
        const first = listFirstAtoms(inner);
        if (first === null) return null;
        found.push(...first);
      }
    if (!mayBeMissing) return found;
  }
  return null;
}

function canAtomsOverlap(a: readonly string[] | null, b: readonly string[] | null): boolean {
  if (a === null || b === null) return true;
  const [one, other] = [a, b].map(atoms => new RegExp(`^(?:${atoms.join('|')})$`));
  return PROBE_CHARACTERS.some(sign => one.test(sign) && other.test(sign));
}

const PATTERN_TOKEN =
  /\(\?(?:<?[=!]|:|<[^>]*>)|[()|]|\[(?:\\[\s\S]|[^\]\\])*\]|\\(?:x[\da-f]{2}|u[\da-f]{4}|c[a-z]|\d+|[\s\S])|[\s\S]/giy;
const QUANTIFIER = /(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/y;
/** Matches atoms without a character. */
const ZERO = /^(?:\^|\$|\\[bB])$/;
/** Fixed numbers up to here do not count as open-ended. */
const MAX_FIXED_REPEATS = 10;

/** Alternatives of an expression, each a row of items. */
function parseExpressionItems(text: string): readonly (readonly RepeatedItem[])[] {
  let at = 0;
  const alternatives = (): RepeatedItem[][] => {
    const ways: RepeatedItem[][] = [[]];
    while (at < text.length) {
      PATTERN_TOKEN.lastIndex = at;
      const token = PATTERN_TOKEN.exec(text)?.[0] ?? text[at];
      at += token.length;
      if (token === ')') return ways;
      if (token === '|') ways.push([]);
      else if (token.startsWith('(')) ways[ways.length - 1].push(quantified(alternatives(), ''));
      else if (!ZERO.test(token)) ways[ways.length - 1].push(quantified(null, token));
    }
    return ways;
  };
  const quantified = (group: RepeatedItem['group'], atom: string): RepeatedItem => {
    QUANTIFIER.lastIndex = at;
    const [found = '', least, comma, most] = QUANTIFIER.exec(text) ?? [];
    at += found.length;
    const [low, high] = parseRepeatCounts(found[0], least, comma, most);
    return {
      group,
      atom,
      varies: high > low && high > 1,
      repeats: high > MAX_FIXED_REPEATS,
      mayBeMissing: low === 0,
    };
  };
  return alternatives();
}

/** Minimum and maximum number of repetitions. */
function parseRepeatCounts(
  sign: string | undefined,
  least: string,
  comma: string,
  most: string,
): readonly [number, number] {
  if (sign === undefined) return [1, 1];
  if (sign === '?') return [0, 1];
  if (sign !== '{') return [sign === '+' ? 1 : 0, Number.POSITIVE_INFINITY];
  if (comma === '') return [Number(least), Number(least)];
  return [Number(least), most === '' ? Number.POSITIVE_INFINITY : Number(most)];
}
