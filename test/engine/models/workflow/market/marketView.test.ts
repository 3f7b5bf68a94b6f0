import { describe, expect, it } from 'vitest';
import {
  describeLatestOffers,
  listLatestOffers,
} from '../../../../../src/engine/models/workflow/market/marketView.ts';
import type { Run } from '../../../../../src/engine/run/run.ts';
import { llm, playOwn } from '../own.ts';
import { action, openAgents, playTicks, stateOf } from '../playing.ts';

/** Agents that each follow their own plan, a letter a tick: make, ship, wait, think. */
async function planned(plans: readonly string[], parameters = {}): Promise<Run> {
  const ACTIONS = { m: 'make', s: 'ship', w: 'wait', t: 'think' } as const;
  const answers = [...plans[0]].flatMap((_, tick) =>
    plans.map(plan => action(ACTIONS[plan[tick] as keyof typeof ACTIONS], 'a glossary')),
  );
  const ticks = plans[0].length;
  const prices = { price_low: 10, price_high: 10, ...parameters };
  return (await playOwn({ steps: [llm()] }, answers, ticks, prices, { agents: plans.length })).run;
}
const told = (run: Run, agent = 0, upTo = run.tick, most = 5) =>
  describeLatestOffers(listLatestOffers(stateOf(run).world, upTo, most), agent);
const LATEST = 'offered in the last 10 ticks, the latest first: ';

describe('the offers that an agent sees', () => {
  it('are its own and others’, with idea, price and result', async () => {
    const run = await planned(['tms', 'wms']);
    expect(told(run)).toBe(
      `${LATEST}artifact_001 yours (a glossary) for 10 scrip, sold; artifact_002 of agent_002 for 10 scrip, sold`,
    );
    expect(told(run, 1)).toBe(
      `${LATEST}artifact_001 of agent_001 (a glossary) for 10 scrip, sold; artifact_002 yours for 10 scrip, sold`,
    );
  });

  it('include those that were sent back, and those that nobody could pay', async () => {
    expect(told(await planned(['ms', 'ww'], { flaw: 1 }))).toBe(
      `${LATEST}artifact_001 yours for 10 scrip, sent back, broken`,
    );
    expect(told(await planned(['ms', 'ww'], { price_high: 500, price_low: 500 }))).toBe(
      `${LATEST}artifact_001 yours for 500 scrip, nobody bought it`,
    );
  });

  it('are limited in number, the latest first, with the number of further ones', async () => {
    const run = await planned(['mswms', 'mswms', 'mswwm']);
    const [, list] = told(run, 2, 5, 3).split(LATEST);
    expect(list.split('; ').map(line => line.slice(0, 12))).toEqual([
      'artifact_004',
      'artifact_005',
      'artifact_001',
      '… and 2 more',
    ]);
    expect(told(run, 2, 5, 5)).not.toContain('more');
    expect(told(run, 2, 5, 0)).toBe('');
  });

  it('are forgotten after ten ticks', async () => {
    const run = await planned([`ms${'w'.repeat(10)}`, 'w'.repeat(12)]);
    expect(told(run, 0, 11)).toContain('artifact_001');
    expect(told(run, 0, 12)).toBe('nothing was offered in the last 10 ticks');
  });

  it('are the same whenever that tick is viewed', async () => {
    const run = await openAgents();
    const then: string[] = [];
    while (run.tick < 80) {
      await playTicks(run, 1);
      then.push(told(run, 3));
    }
    expect(then.map((_, i) => told(run, 3, i + 1))).toEqual(then);
    expect(new Set(then).size).toBeGreaterThan(30);
  });

  it('are empty for ticks to come', async () => {
    const run = await planned(['ms', 'ww']);
    expect(told(run, 0, 1)).toBe('nothing was offered in the last 10 ticks');
  });
});
