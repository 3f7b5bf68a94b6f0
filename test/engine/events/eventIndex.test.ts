import { describe, expect, it } from 'vitest';
import { EventIndex } from '../../../src/engine/events/eventIndex.ts';
import { EventReader } from '../../../src/engine/events/eventReader.ts';
import { EVENT_KINDS, type EventKind } from '../../../src/engine/model/event.ts';
import { open, playTo } from '../play.ts';

const run = await playTo(await open({ model: 'governed', network: 'none', agents: 12, seed: 7 }), 20);
const reader = await EventReader.of(run);
const nameOf = (agent: number) => run.state.nameOf(agent);
const all = Array.from({ length: 20 }, (_, i) => reader.at(i + 1))
  .flat()
  .map(event => ({ event, record: reader.record(event) }));
const KINDS = new Set(EVENT_KINDS);

function counted(choice = {}, to = 20): EventIndex {
  const index = new EventIndex(reader, 1, choice, nameOf);
  while (index.next <= to) index.count();
  return index;
}

describe('an index of events', () => {
  it('counts each kind in any range', () => {
    for (const [from, to] of [
      [1, 20],
      [4, 9],
      [-5, 3],
      [15, 90],
    ] as const) {
      const counts = counted().countsIn(from, to);
      for (const kind of EVENT_KINDS)
        expect(counts[kind]).toBe(
          all.filter(({ record }) => record.kind === kind && record.tick >= from && record.tick <= to).length,
        );
    }
  });

  it('finds the lines of any place, newest first, of the requested kinds', () => {
    const index = counted();
    const kinds = new Set<EventKind>(['answer', 'tool_call', 'stuck_detection']);
    const wanted = all
      .map(({ record }) => record)
      .filter(({ kind, tick }) => kinds.has(kind) && tick <= 17)
      .reverse();
    expect(wanted.length).toBeGreaterThan(60);
    for (let skipped = 0; skipped < wanted.length + 9; skipped += 7)
      expect(index.lines([1, 17], kinds, skipped, 15)).toEqual(wanted.slice(skipped, skipped + 15));
    expect(index.lines([1, 17], kinds, 0, 9_999)).toEqual(wanted);
  });

  it('finds the lines of some agents, and those with given words in them or in their agents', () => {
    const agents = [2, 5];
    const some = counted({ agents }).lines([1, 20], KINDS, 0, 9_999);
    const of = (is: (one: (typeof all)[number]) => boolean) =>
      all
        .filter(is)
        .map(({ record }) => record)
        .reverse();
    expect(some).toEqual(of(({ event }) => event.agent !== null && agents.includes(event.agent)));
    const name = nameOf(3);
    const named = counted({ words: name.toUpperCase() }).lines([1, 20], KINDS, 0, 9_999);
    expect(new Set(named.map(({ agent_id }) => agent_id))).toContain('agent_004');
    const said = counted({ words: '"tool":"CONTEXT.fts' }).lines([1, 20], KINDS, 0, 9_999);
    expect(said.length).toBeGreaterThan(3);
    expect(said).toEqual(
      of(({ record }) => JSON.stringify(record).toLowerCase().includes('"tool":"context.fts')),
    );
  });
});
