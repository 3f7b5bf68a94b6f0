import { toPlain } from '../../../python/plain.ts';
import { isContainer, isKind, isSequence, type Value } from '../../../python/value.ts';

/** Items up to which equal parts are looked for. */
const MOST = 1_000;

/** Equality of value and type: 1 and 1.0 print differently. */
export function isSame(a: Value, b: Value): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Object.is(a, b);
  return JSON.stringify(toPlain(a)) === JSON.stringify(toPlain(b));
}

/** The same value, made of the parts of an earlier one where they are equal: neither changes any more. */
export function sharing(value: Value, before: Value): Value {
  if (isSame(value, before)) return before;
  if (isSequence(value) && isSequence(before)) {
    const { items } = value;
    if (items.length > MOST || before.items.length > MOST || !items.some(isContainer)) return value;
    // Items that left at the beginning have moved the others.
    const gone = Math.max(
      0,
      before.items.findIndex(item => isSame(item, items[0])),
    );
    return { ...value, items: items.map((item, i) => shared(item, before.items[i + gone])) };
  }
  if (!isKind(value, 'dict') || !isKind(before, 'dict') || value.entries.size > MOST) return value;
  const entries = new Map(
    [...value.entries].map(([id, [key, item]]) => [
      id,
      [key, shared(item, before.entries.get(id)?.[1])] as const,
    ]),
  );
  return { ...value, entries };
}

const shared = (value: Value, before: Value | undefined): Value =>
  before === undefined || !isContainer(value) ? value : sharing(value, before);
