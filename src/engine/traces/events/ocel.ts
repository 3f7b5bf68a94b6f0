import { InputError } from '../../core/errors.ts';
import { assignColumnRoles, type ColumnRole } from '../../files/columnRoles.ts';
import { parseSuccessOutcome } from '../lists/messageList.ts';
import { createValueReader, type TracePlace, type TraceSink, type ValueFormat } from '../traceReading.ts';
import { getListField, getPathValue, getTextField, toFiniteNumber } from '../values.ts';
import { EventCases } from './eventCases.ts';

/** Object-centric event logs, OCEL 2.0 in JSON. */
export const OCEL: ValueFormat = {
  name: 'OCEL 2.0',
  fits: value =>
    Array.isArray(getPathValue(value, 'events')) &&
    Array.isArray(getPathValue(value, 'objects')) &&
    getPathValue(value, 'objectTypes') !== undefined,
  open: sink => createValueReader((value, place) => readOcelLog(value, place, sink)),
};

/** Reads a log in the form of OCEL 2.0 in JSON: events about objects, of which those of one type are the cases. */
export function readOcelLog(value: unknown, place: TracePlace, sink: TraceSink): void {
  const objects = new Map(getListField(value, 'objects').map(one => [getTextField(one, 'id') ?? '', one]));
  const types = rankObjectTypes(value, objects);
  const wanted = types.find(({ name }) => name === sink.reading.objectType) ?? types[0];
  const type = wanted === undefined || wanted.events === 0 ? null : wanted.name;
  if (type !== null) sink.tellRoles({ kind: 'objects', types, chosen: type });
  if (type === null) throw new InputError('no event is about an object, so there are no cases');
  const cases = new EventCases(sink);
  const found = new Set<string>();
  for (const event of getListField(value, 'events'))
    for (const id of listEventObjects(event))
      if (getTextField(objects.get(id), 'type') === type) {
        found.add(id);
        cases.add(buildOcelEventRow(event, id, sink), place);
      }
  for (const id of found) applyObjectVerdict(cases, id, objects.get(id), place);
  cases.end();
}

/** Types of objects with the events about them, most first; of two with as many the one that is listed first. */
function rankObjectTypes(value: unknown, objects: ReadonlyMap<string, unknown>) {
  const counts = new Map<string, number>();
  for (const one of getListField(value, 'objectTypes')) counts.set(getTextField(one, 'name') ?? '', 0);
  for (const event of getListField(value, 'events'))
    for (const id of listEventObjects(event)) {
      const type = getTextField(objects.get(id), 'type') ?? '';
      counts.set(type, (counts.get(type) ?? 0) + 1);
    }
  return [...counts].map(([name, events]) => ({ name, events })).toSorted((a, b) => b.events - a.events);
}

const listEventObjects = (event: unknown): Set<string> =>
  new Set(getListField(event, 'relationships').flatMap(one => getTextField(one, 'objectId') ?? []));

function buildOcelEventRow(event: unknown, id: string, sink: TraceSink): Map<ColumnRole, unknown> {
  const fields = new Map(
    getListField(event, 'attributes').map(one => [
      getTextField(one, 'name') ?? '',
      getPathValue(one, 'value'),
    ]),
  );
  const roles = assignColumnRoles([...fields.keys()], sink.reading);
  const row = new Map<ColumnRole, unknown>([...roles].map(([role, name]) => [role, fields.get(name)]));
  return row
    .set('case', id)
    .set('activity', getTextField(event, 'type'))
    .set('time', getPathValue(event, 'time'));
}

/** Reward and outcome are attributes of the object. */
function applyObjectVerdict(cases: EventCases, id: string, object: unknown, place: TracePlace): void {
  const fields = new Map(
    getListField(object, 'attributes').map(one => [
      getTextField(one, 'name') ?? '',
      getPathValue(one, 'value'),
    ]),
  );
  const roles = assignColumnRoles([...fields.keys()], {});
  const fact = (role: ColumnRole) => fields.get(roles.get(role) ?? '');
  cases.judge(id, parseSuccessOutcome(fact('outcome')), toFiniteNumber(fact('reward')), place);
}
