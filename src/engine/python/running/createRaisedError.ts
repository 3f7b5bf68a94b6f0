import { type ErrorName, Raised } from '../limits.ts';
import type { Meter } from '../meter.ts';
import type { Value } from '../value.ts';
import { formatBriefValue } from '../values/items.ts';
import { writeValueMetered } from '../write.ts';

/** UTF-16 units of its own words that a problem repeats. */
const MOST = 200;

/** The error that `raise error(values)` throws. */
export function createRaisedError(error: ErrorName, values: readonly Value[], meter: Meter): Raised {
  const [first] = values;
  const isText = values.length === 1 && typeof first === 'string' && error !== 'KeyError';
  const message = isText ? shortenRaisedText(first) : values.map(formatBriefValue).join(', ');
  const inside = (depth: number): string =>
    values.map(value => writeValueMetered(meter, value, true, depth)).join(', ');
  const said = (depth: number): string => {
    if (values.length > 1) return `(${inside(depth)})`;
    if (first === undefined) return '';
    return writeValueMetered(meter, first, error === 'KeyError', depth);
  };
  return new Raised(error, message, { said, inside });
}

const shortenRaisedText = (text: string): string =>
  text.length > MOST ? `${text.slice(0, MOST - 1).replace(/[\ud800-\udbff]$/, '')}…` : text;
