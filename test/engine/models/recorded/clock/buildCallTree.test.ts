import { describe, expect, it } from 'vitest';
import { buildCallTree } from '../../../../../src/engine/models/recorded/clock/buildCallTree.ts';
import type { RecordedState } from '../../../../../src/engine/models/recorded/recordedState.ts';
import type { TraceCase } from '../../../../../src/engine/traces/traces.ts';
import { aCase, runOf, step } from '../cases.ts';

async function treeOf(cases: readonly TraceCase[], tick = 99, agent = 0) {
  const { state } = await runOf(cases);
  return buildCallTree(state as unknown as RecordedState, agent, tick);
}

const drawn = ({ rows }: Awaited<ReturnType<typeof treeOf>>) =>
  rows.map(({ depth, kind, name, detail }) => `${'  '.repeat(depth)}${kind} ${name} ${detail}`.trimEnd());

const CASES = [
  aCase('a', [
    step('say', {
      prompt: 'mend the cart',
      answer: 'I look first.',
      at: 0,
      until: 5,
      tokensIn: 90,
      tokensOut: 9,
    }),
    step('Grep', { args: '{"pattern":"toFixed","path":"src"}', result: 'total.ts', at: 6, until: 8 }),
    step('Agent', { prompt: 'total.ts', at: 10, until: 50, tokensIn: 50, result: 'found' }),
    step('say', { prompt: 'thank you', answer: 'Done.', at: 90, until: 95 }),
  ]),
  aCase('b', [step('Read', { at: 20, until: 30, tokensIn: 7, args: 'a.ts' })], {
    parent: 'a',
    labels: { agent: 'scout' },
  }),
];

describe('the call tree of a case', () => {
  it('has what a person asked for, its steps, and a sub-agent in the call that was under way when it began', async () => {
    expect(drawn(await treeOf(CASES))).toEqual([
      'turn mend the cart',
      '  model  I look first.',
      '  tool Grep toFixed src',
      '  tool Agent',
      '    agent scout',
      '      tool Read a.ts',
      'turn thank you',
      '  model  Done.',
    ]);
  });

  it('sums times and tokens up, those of a sub-agent for itself', async () => {
    const { rows } = await treeOf(CASES);
    expect(rows[0]).toMatchObject({ at: 0, until: 50, tokens: 149, below: 5, step: 1 });
    expect(rows[4]).toMatchObject({ agent: 1, at: 20, until: 30, tokens: 7, below: 1 });
    expect(rows[6]).toMatchObject({ at: 90, until: 95, tokens: null });
  });

  it('has a wait for a person as long as the lanes have it', async () => {
    const { rows } = await treeOf([
      aCase('a', [
        step('book', { at: 0, until: 1, waitsFor: 'person' }),
        step('book', { at: 60, until: 61, result: 'booked' }),
      ]),
    ]);
    expect(rows.map(({ kind, at, until }) => [kind, at, until])).toEqual([
      ['person', 0, 60],
      ['tool', 60, 61],
    ]);
  });

  it('ends at the tick that is looked at', async () => {
    const tree = await treeOf(CASES, 1);
    expect(drawn(tree)).toEqual([
      'turn mend the cart',
      '  model  I look first.',
      'agent scout',
      '  tool Read a.ts',
    ]);
    expect(tree.left).toBe(3);
  });

  it('folds four like calls in a row, and no failed one', async () => {
    const read = (failed: boolean | null, at: number) =>
      step('Read', { state: 'READ', failed, at, until: at + 1 });
    const tree = await treeOf([
      aCase('a', [
        ...[read(null, 0), read(null, 2), step('Grep', { state: 'READ', at: 4, until: 6 }), read(false, 8)],
        ...[read(true, 10), read(null, 12), read(null, 14), read(null, 16)],
      ]),
    ]);
    expect(tree.rows.map(({ kind, name, below }) => [kind, name, below])).toEqual([
      ['calls', 'Read, Grep', 4],
      ...['Read', 'Read', 'Grep', 'Read'].map(name => ['tool', name, 0]),
      ...['Read', 'Read', 'Read', 'Read'].map(name => ['tool', name, 0]),
    ]);
    expect(tree.rows[0]).toMatchObject({ at: 0, until: 9 });
  });
});
