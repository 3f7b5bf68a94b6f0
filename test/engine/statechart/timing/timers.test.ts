import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Timer, Timers } from '../../../../src/engine/statechart/timing/timers.ts';

/** Timers as one list in order, searched from end to end. */
class PlainTimers {
  #all: Timer[] = [];

  constructor(readonly hasOneEach: boolean) {}

  add(timer: Timer): void {
    this.#loosen(timer);
    const later = this.#all.findIndex(({ due }) => due > timer.due);
    this.#all.splice(later < 0 ? this.#all.length : later, 0, timer);
  }

  cancel(agent: number, id: string): void {
    this.#all = this.#all.filter(one => one.agent !== agent || one.event.sendId !== id || one.isLoose);
  }

  next(tick: number): Timer | undefined {
    const first = this.#all.findIndex(({ due }) => Math.ceil(due) === tick);
    if (first < 0) return undefined;
    const [timer] = this.#all.splice(first, 1);
    this.#loosen(timer);
    return timer;
  }

  get list(): readonly Timer[] {
    return this.#all;
  }

  #loosen({ agent, event: { sendId } }: Timer): void {
    if (!this.hasOneEach || sendId === undefined) return;
    this.#all = this.#all.map(one =>
      one.agent === agent && one.event.sendId === sendId ? { ...one, isLoose: true } : one,
    );
  }
}

const agent = fc.integer({ min: 0, max: 2 });
const id = fc.constantFrom('a', 'b');
const deed = fc.oneof(
  fc.record({
    kind: fc.constant('add' as const),
    agent,
    id: fc.option(id, { nil: undefined }),
    after: fc.constantFrom(0, 0.25, 0.5, 1, 1.5, 2, 3),
  }),
  fc.record({ kind: fc.constant('cancel' as const), agent, id }),
  fc.constant({ kind: 'tick' as const }),
  fc.constant({ kind: 'one' as const }),
  fc.constant({ kind: 'restore' as const }),
);

describe('delayed events', () => {
  it.each([true, false])(
    'arrive, are taken back and are kept as in a plain list (one each of an id: %s)',
    hasOneEach => {
      fc.assert(
        fc.property(fc.array(deed, { maxLength: 80 }), deeds => {
          let timers = new Timers(hasOneEach);
          const plain = new PlainTimers(hasOneEach);
          let tick = 0;
          for (const [i, one] of deeds.entries()) {
            if (one.kind === 'add') {
              const event = {
                name: `event ${i}`,
                kind: 'external' as const,
                ...(one.id !== undefined && { sendId: one.id }),
              };
              const timer = { agent: one.agent, due: tick + one.after, event };
              timers.add(timer);
              plain.add(timer);
            } else if (one.kind === 'cancel') {
              timers.cancel(one.agent, one.id);
              plain.cancel(one.agent, one.id);
            } else if (one.kind === 'restore') {
              const saved = timers.save();
              timers = new Timers(hasOneEach);
              timers.restore(saved);
            } else if (one.kind === 'one') expect(timers.next(tick)).toEqual(plain.next(tick));
            else {
              for (let due = plain.next(tick); due !== undefined; due = plain.next(tick))
                expect(timers.next(tick)).toEqual(due);
              expect(timers.next(tick)).toBeUndefined();
              tick++;
            }
            const first = plain.list[0];
            expect(timers.soonest).toBe(first === undefined ? null : Math.ceil(first.due));
            expect([...timers.save()].sort((a, b) => a.due - b.due)).toEqual(plain.list);
          }
        }),
      );
    },
  );
});
