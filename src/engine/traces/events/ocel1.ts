import { type ValueFormat, valueByValue } from '../reading.ts';
import { at, isFields, listAt, textAt } from '../values.ts';
import { readOcel } from './ocel.ts';

/** Object-centric event logs, OCEL 1.0 in JSON. */
export const OCEL_1: ValueFormat = {
  name: 'OCEL 1.0',
  fits: value => isFields(at(value, 'ocel:events')) && isFields(at(value, 'ocel:objects')),
  open: sink => valueByValue((value, place) => readOcel(asOcel2(value), place, sink)),
};

/** The log in the form of OCEL 2.0, which has lists where this has objects by their ids. */
function asOcel2(value: unknown): unknown {
  const objects = entriesAt(value, 'ocel:objects').map(([id, object]) => ({
    id,
    type: textAt(object, 'ocel:type'),
    attributes: attributesIn(object, 'ocel:ovmap'),
  }));
  const named = listAt(value, 'ocel:global-log', 'ocel:object-types');
  const types = new Set([...named, ...objects.map(({ type }) => type)]);
  const events = entriesAt(value, 'ocel:events').map(([id, event]) => ({
    id,
    type: textAt(event, 'ocel:activity'),
    time: at(event, 'ocel:timestamp'),
    attributes: attributesIn(event, 'ocel:vmap'),
    relationships: listAt(event, 'ocel:omap').map(objectId => ({ objectId })),
  }));
  return { objectTypes: [...types].map(name => ({ name })), objects, events };
}

function entriesAt(value: unknown, key: string): readonly (readonly [string, unknown])[] {
  const found = at(value, key);
  return isFields(found) ? Object.entries(found) : [];
}

const attributesIn = (value: unknown, key: string) =>
  entriesAt(value, key).map(([name, one]) => ({ name, value: one }));
