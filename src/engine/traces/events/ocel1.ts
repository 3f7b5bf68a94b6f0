import { createValueReader, type ValueFormat } from '../traceReading.ts';
import { getListField, getPathValue, getTextField, isFieldsObject } from '../values.ts';
import { readOcelLog } from './ocel.ts';

/** Object-centric event logs, OCEL 1.0 in JSON. */
export const OCEL_1: ValueFormat = {
  name: 'OCEL 1.0',
  fits: value =>
    isFieldsObject(getPathValue(value, 'ocel:events')) && isFieldsObject(getPathValue(value, 'ocel:objects')),
  open: sink => createValueReader((value, place) => readOcelLog(convertOcel1ToOcel2(value), place, sink)),
};

/** The log in the form of OCEL 2.0, which has lists in place of objects by id. */
function convertOcel1ToOcel2(value: unknown): unknown {
  const objects = getOcelEntries(value, 'ocel:objects').map(([id, object]) => ({
    id,
    type: getTextField(object, 'ocel:type'),
    attributes: convertOcelAttributes(object, 'ocel:ovmap'),
  }));
  const named = getListField(value, 'ocel:global-log', 'ocel:object-types');
  const types = new Set([...named, ...objects.map(({ type }) => type)]);
  const events = getOcelEntries(value, 'ocel:events').map(([id, event]) => ({
    id,
    type: getTextField(event, 'ocel:activity'),
    time: getPathValue(event, 'ocel:timestamp'),
    attributes: convertOcelAttributes(event, 'ocel:vmap'),
    relationships: getListField(event, 'ocel:omap').map(objectId => ({ objectId })),
  }));
  return { objectTypes: [...types].map(name => ({ name })), objects, events };
}

function getOcelEntries(value: unknown, key: string): readonly (readonly [string, unknown])[] {
  const found = getPathValue(value, key);
  return isFieldsObject(found) ? Object.entries(found) : [];
}

const convertOcelAttributes = (value: unknown, key: string) =>
  getOcelEntries(value, key).map(([name, one]) => ({ name, value: one }));
