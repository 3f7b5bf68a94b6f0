import { formatQuotedText } from '../../engine/core/formatQuotedText.ts';
import { type JsonDifference, walkJsonDifferences } from '../../engine/core/json/walkJsonDifferences.ts';
import type { Difference } from '../../engine/export/verdict.ts';

const MAX_SHOWN_LENGTH = 80;

/**
 * The first place at which two JSON values differ; null if they are equal. The order of keys does not count.
 * @param place of both
 */
export function findJsonDifference(said: unknown, is: unknown, place = ''): Difference | null {
  const first = walkJsonDifferences(is, said).next().value;
  if (first === undefined) return null;
  return {
    where: formatQuotedText(formatJsonPath(place, first.path), 2 * MAX_SHOWN_LENGTH),
    said: formatComparedValue(first.other),
    is: formatComparedValue(first.one),
  };
}

/** `agents[4].current_state`. */
const formatJsonPath = (place: string, path: JsonDifference['path']): string =>
  path.reduce<string>(
    (text, key) => (typeof key === 'number' ? `${text}[${key}]` : text === '' ? key : `${text}.${key}`),
    place,
  );

const formatComparedValue = (value: unknown): string | null =>
  value === undefined ? null : formatQuotedText(JSON.stringify(value), MAX_SHOWN_LENGTH);

const JSON_TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:,]/g;

/**
 * The first key that stands twice in one object of a JSON text, for readers that take the first of two; null for none.
 * @param text that can be parsed
 */
export function findRepeatedKey(text: string): string | null {
  /** Keys of the objects that are open; null for lists. */
  const open: (Set<string> | null)[] = [];
  let last = '';
  for (const [token] of text.matchAll(JSON_TOKEN)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(null);
    else if (token === '}' || token === ']') open.pop();
    else if (token === ':') {
      const keys = open.at(-1);
      if (keys?.has(last)) return formatQuotedText(last, MAX_SHOWN_LENGTH);
      keys?.add(last);
    } else if (token !== ',') last = JSON.parse(token) as string;
  }
  return null;
}
