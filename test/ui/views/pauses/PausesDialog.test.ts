import { expect, it } from 'vitest';
import type { RunState } from '../../../../src/ui/state/pageState.ts';
import { findInformativeState } from '../../../../src/ui/views/pauses/PausesDialog.tsx';

/** A run whose chart leads from each state to the next, with so many agents in each on average. */
function run(states: readonly string[], means: readonly number[], isRound: boolean) {
  const targets = isRound ? states : states.slice(0, -1);
  const transitions = targets.map((source, at) => ({
    ...{ trigger: 'goes', guard: null, source },
    target: states[(at + 1) % states.length]!,
  }));
  const chart = { name: 'c', states, initial: states[0]!, transitions };
  const columns = { first: 0, head: 3, meanCount: (_: number, __: number, state: number) => means[state]! };
  return { info: { chart }, columns } as unknown as RunState;
}

it('the state that nothing leads out of is the most informative, however many are in it', () => {
  expect(findInformativeState(run(['init', 'searching', 'finishing'], [0, 1, 20], false))).toBe('finishing');
});

it('where all states lead on, the most informative one is the least visited, never the initial one', () => {
  expect(findInformativeState(run(['idle', 'scrolling', 'reply', 'unseen'], [0.1, 60, 2, 0], true))).toBe(
    'reply',
  );
  expect(findInformativeState(run(['idle', 'scrolling'], [1, 0], true))).toBe('scrolling');
});
