import { describe, expect, it } from 'vitest';
import { calls, json, readCase } from '../caseFixture.ts';
import { readFiles } from '../fixture.ts';

describe('a log in OCEL 1.0', () => {
  it('has the objects of the most frequent type as cases', () => {
    const { cases, found, skipped, roles } = readCase('x04-ocel1-jsonocel', 'log.jsonocel');
    expect(found.map(({ format }) => format)).toEqual(['OCEL 1.0']);
    expect(cases.map(one => [one.id, calls(one).map(([tool]) => tool)])).toEqual([
      ['o1', ['place', 'pack']],
      ['o2', ['place']],
    ]);
    expect(skipped).toEqual([]);
    expect(roles).toMatchObject({ kind: 'objects', chosen: 'order' });
  });

  it('has those of another type where a reading chooses it', () => {
    const { cases } = readCase('x04-ocel1-jsonocel', 'log.jsonocel', { objectType: 'item' });
    expect(cases.map(({ id }) => id)).toEqual(['i1']);
  });

  it('without an event about an object is reported in one line', () => {
    const log = { 'ocel:events': { e: { 'ocel:activity': 'x', 'ocel:omap': [] } }, 'ocel:objects': {} };
    expect(readFiles({ a: json(log) }).skipped.map(({ reason }) => reason)).toEqual([
      'no event is about an object, so there are no cases',
    ]);
  });
});
