import { InputError } from '../../core/errors.ts';
import { type ColumnRole, rolesOf } from '../../files/columnRoles.ts';
import { outcomeOf } from '../lists/messageList.ts';
import { type TracePlace, type TraceSink, type ValueFormat, valueByValue } from '../reading.ts';
import { at, listAt, numberOf, textAt } from '../values.ts';
import { EventCases } from './eventCases.ts';

/** Object-centric event logs, OCEL 2.0 in JSON. */
export const OCEL: ValueFormat = {
  name: 'OCEL 2.0',
  fits: value =>
    Array.isArray(at(value, 'events')) &&
    Array.isArray(at(value, 'objects')) &&
    at(value, 'objectTypes') !== undefined,
  open: sink => valueByValue((value, place) => readOcel(value, place, sink)),
};

/** Reads a log in the form of OCEL 2.0 in JSON: events about objects, of which those of one type are the cases. */
export function readOcel(value: unknown, place: TracePlace, sink: TraceSink): void {
  const objects = new Map(listAt(value, 'objects').map(one => [textAt(one, 'id') ?? '', one]));
  const types = typesOf(value, objects);
  const wanted = types.find(({ name }) => name === sink.reading.objectType) ?? types[0];
  const type = wanted === undefined || wanted.events === 0 ? null : wanted.name;
  if (type !== null) sink.tellRoles({ kind: 'objects', types, chosen: type });
  if (type === null) throw new InputError('no event is about an object, so there are no cases');
  const cases = new EventCases(sink);
  const found = new Set<string>();
  for (const event of listAt(value, 'events'))
    for (const id of objectsOf(event))
      if (textAt(objects.get(id), 'type') === type) {
        found.add(id);
        cases.add(rowOf(event, id, sink), place);
      }
  for (const id of found) judge(cases, id, objects.get(id), place);
  cases.end();
}

/** Types of objects with the events about them, most first; of two with as many the one that is listed first. */
function typesOf(value: unknown, objects: ReadonlyMap<string, unknown>) {
  const counts = new Map<string, number>();
  for (const one of listAt(value, 'objectTypes')) counts.set(textAt(one, 'name') ?? '', 0);
  for (const event of listAt(value, 'events'))
    for (const id of objectsOf(event)) {
      const type = textAt(objects.get(id), 'type') ?? '';
      counts.set(type, (counts.get(type) ?? 0) + 1);
    }
  return [...counts].map(([name, events]) => ({ name, events })).toSorted((a, b) => b.events - a.events);
}

const objectsOf = (event: unknown): Set<string> =>
  new Set(listAt(event, 'relationships').flatMap(one => textAt(one, 'objectId') ?? []));

function rowOf(event: unknown, id: string, sink: TraceSink): Map<ColumnRole, unknown> {
  const fields = new Map(
    listAt(event, 'attributes').map(one => [textAt(one, 'name') ?? '', at(one, 'value')]),
  );
  const roles = rolesOf([...fields.keys()], sink.reading);
  const row = new Map<ColumnRole, unknown>([...roles].map(([role, name]) => [role, fields.get(name)]));
  return row.set('case', id).set('activity', textAt(event, 'type')).set('time', at(event, 'time'));
}

/** Reward and outcome are attributes of the object. */
function judge(cases: EventCases, id: string, object: unknown, place: TracePlace): void {
  const fields = new Map(
    listAt(object, 'attributes').map(one => [textAt(one, 'name') ?? '', at(one, 'value')]),
  );
  const roles = rolesOf([...fields.keys()], {});
  const fact = (role: ColumnRole) => fields.get(roles.get(role) ?? '');
  cases.judge(id, outcomeOf(fact('outcome')), numberOf(fact('reward')), place);
}
