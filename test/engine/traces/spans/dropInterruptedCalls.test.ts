import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ActedNode } from '../../../../src/engine/traces/spans/buildTurns.ts';
import { dropInterruptedCalls } from '../../../../src/engine/traces/spans/dropInterruptedCalls.ts';

interface Call {
  readonly agent: string;
  readonly name: string;
  readonly id: string | null;
  readonly args: unknown;
  readonly waits: boolean;
}

const act = ({ agent, name, id, args, waits }: Call, start: number): ActedNode =>
  ({
    agent,
    run: agent,
    node: { piece: { kind: 'tool', name, waits, start, call: { id, args } } },
  }) as unknown as ActedNode;

/** The rule as it is written: each waiting call in turn takes the first later one that is the same and free. */
function findPairs(calls: readonly Call[]): readonly (readonly [number, number])[] {
  const taken = new Set<number>();
  return calls.flatMap((one, place) => {
    if (!one.waits) return [];
    const later = calls.findIndex(
      (other, at) =>
        at > place &&
        !taken.has(at) &&
        !other.waits &&
        other.agent === one.agent &&
        (one.id !== null && other.id !== null
          ? one.id === other.id
          : one.name === other.name && JSON.stringify(one.args) === JSON.stringify(other.args)),
    );
    if (later < 0) return [];
    taken.add(later);
    return [[place, later] as const];
  });
}

const call = fc.record({
  agent: fc.constantFrom('a', 'b'),
  name: fc.constantFrom('read', 'write'),
  id: fc.constantFrom(null, '1', '2'),
  args: fc.constantFrom(null, 'x'),
  waits: fc.boolean(),
});

describe('a call that waited for a person', () => {
  it('is one with the first later call that is the same and that no other took', () => {
    fc.assert(
      fc.property(fc.array(call, { maxLength: 14 }), calls => {
        const pairs = findPairs(calls);
        const taken = new Set(pairs.map(([, later]) => later));
        const expected = calls.flatMap((_, place) => (taken.has(place) ? [] : [place]));
        const kept = dropInterruptedCalls(calls.map(act));
        expect(kept.map(({ node }) => node.piece.start)).toEqual(expected);
      }),
    );
  });

  it('has its arguments read a few times, however many others wait', () => {
    let read = 0;
    const args = {
      toJSON: () => {
        read++;
        return 'x';
      },
    };
    const calls = Array.from({ length: 600 }, (_, at) => ({
      ...{ agent: 'a', name: `tool ${at}`, id: null, args },
      waits: at % 2 === 0,
    }));
    dropInterruptedCalls(calls.map(act));
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(4 * calls.length);
  });
});
