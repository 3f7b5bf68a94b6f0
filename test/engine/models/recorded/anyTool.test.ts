import { describe, expect, it } from 'vitest';
import { playTo } from '../../play.ts';
import { aCase, runOf, step } from './cases.ts';

describe('a tool with the name that charts give to every state', () => {
  it('is distinguished, and its cases are played', async () => {
    const run = await runOf([aCase('a', [step('find'), step('*'), step('find')])]);
    expect(run.state.chart?.states).toEqual(['not begun', 'find', '* (step)', 'ended']);
    expect(run.state.chart?.transitions.map(({ trigger }) => trigger)).toEqual([
      'find',
      '* (step)',
      'ends',
      'find',
    ]);
    await playTo(run, 4);
    expect(run.rounds).toBe(4);
  });
});
