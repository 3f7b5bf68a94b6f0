import { raiseError } from '../limits.ts';
import type { Meter } from '../meter.ts';
import { makeDict, type PyDict, toDictKey, type Value } from '../value.ts';
import { writeValueMetered } from '../write.ts';
import { clearEntries, setEntry, takeEntry } from './changes.ts';
import { formatBriefValue } from './items.ts';

type DictMethod = (dict: PyDict, values: readonly Value[], meter: Meter) => Value;

/** Methods of dicts; `items`, `keys`, `values`, and `update` with a value, are called in another way. */
export const ON_DICTS: Readonly<Record<string, DictMethod>> = {
  clear: dict => {
    clearEntries(dict);
    return null;
  },
  copy: ({ entries }, _, meter) => makeDict([...entries.values()], meter),
  get: ({ entries }, [key, other], meter) => {
    const entry = entries.get(toDictKey(key, meter));
    return entry === undefined ? (other ?? null) : entry[1];
  },
  pop: (dict, values, meter) => {
    if (values.length === 0) raiseError('TypeError', "a dict's pop takes a key");
    const [key, other] = values;
    // In an empty dict Python seeks no key, not even one that could be none.
    const value = dict.entries.size === 0 ? undefined : takeEntry(dict, key, meter);
    if (value !== undefined) return value;
    return other === undefined
      ? raiseError('KeyError', `no key ${formatBriefValue(key)}`, () => writeValueMetered(meter, key, true))
      : other;
  },
  setdefault: (dict, [key, other], meter) => {
    const entry = dict.entries.get(toDictKey(key, meter));
    if (entry === undefined) setEntry(dict, key, other ?? null, meter);
    return entry === undefined ? (other ?? null) : entry[1];
  },
  // With nothing to take over.
  update: () => null,
};
