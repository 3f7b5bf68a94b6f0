import { expect, it } from 'vitest';
import { listSentEvents } from '../../../src/engine/statechart/listSentEvents.ts';

it('lists the events of actions in any place, and nothing else that has a kind', () => {
  const raise = (event: string) => ({ kind: 'raise', event });
  const chart = {
    states: [
      'a',
      {
        id: 'b',
        entry: [[raise('one')]],
        states: [{ id: 'c', exit: [[{ kind: 'send', event: 'two', after: 3 }]] }],
      },
    ],
    transitions: [
      {
        trigger: 'go',
        actions: [raise('one'), { kind: 'cancel', id: 'two' }],
        guard: { kind: 'in', state: 'a' },
      },
    ],
  };
  expect(listSentEvents(chart)).toEqual(['one', 'two', 'one']);
  expect([listSentEvents(null), listSentEvents('raise')]).toEqual([[], []]);
});
