import { describe, expect, it } from 'vitest';
import { describeTestFates } from '../../../../../src/engine/models/workflow/reports/testFates.ts';
import type { Run } from '../../../../../src/engine/run/run.ts';
import { llm, playOwn } from '../own.ts';
import { ask, openAgents, playTicks, stateOf } from '../playing.ts';

const said = (run: Run, tick = run.tick) => describeTestFates(ask(run, 'tests', tick));

describe('tests that failed', () => {
  it.each(['completed', 'careful', 'pivoting'] as const)(
    'each have one consequence, at any tick: %s',
    async preset => {
      const run = await playTicks(await openAgents({ setup: { preset } }), 120);
      for (const tick of [0, 13, 60, 120]) {
        const { tests, failed, worked, brokenAgain, untested, dropped, offered, kept, mostIn } = ask(
          run,
          'tests',
          tick,
        );
        const events = stateOf(run).world.artifacts.flatMap(one =>
          one.events.filter(event => event.tick <= tick),
        );
        expect(failed).toBe(events.filter(({ kind }) => kind === 'broken').length);
        expect(tests - failed).toBe(events.filter(({ kind }) => kind === 'works').length);
        expect(worked + brokenAgain + untested + dropped + offered + kept).toBe(failed);
        expect(mostIn?.failed ?? 0).toBeLessThanOrEqual(failed);
      }
    },
  );

  it('are none where nothing is tested, which is said with what was sold untested', async () => {
    const run = await playTicks(await openAgents({ setup: { preset: 'careless' } }), 50);
    const { made, sold } = stateOf(run).world.totals;
    expect(said(run)).toEqual([
      `No artifact was tested: ${made} were made, and ${sold} of them sold as they were.`,
    ]);
  });

  it('are followed to the next test where agents rework, and no advice is given where nothing was lost', async () => {
    const run = await playTicks(await openAgents(), 200);
    const [first, ...advice] = said(run);
    expect(first).toMatch(
      /^\d+ of \d+ tests failed, all in testing\. Then: \d+ reworked \(\d+ worked at the next test, \d+ failed it/,
    );
    const { dropped } = ask(run, 'tests', 200);
    expect(advice.length).toBe(dropped > 0 ? 1 : 0);
    expect(said(run, 0)).toEqual([]);
  });

  it('name the rework that nobody does, its price, and whether a transition leads back', async () => {
    const run = await playTicks(await openAgents({ setup: { preset: 'pivoting' } }), 120);
    const [first, advice] = said(run);
    expect(first).toMatch(/ tests failed, all in checking\. Then: \d+ dropped/);
    expect(advice).toBe(
      'None was reworked: that costs 2 scrip and mends 50 of 100 flawed ones; no transition leads from checking back to building, where most are made.',
    );
  });

  it('name no transition where artifacts are made and tested in one state', async () => {
    const { run } = await playOwn({ steps: [llm()] }, ['make', 'test', 'make'], 3, { flaw: 1, detection: 1 });
    expect(said(run)).toEqual([
      '1 of 1 tests failed, all in a. Then: 1 dropped.',
      'None was reworked: that costs 2 scrip and mends 100 of 100 flawed ones.',
    ]);
  });
});
