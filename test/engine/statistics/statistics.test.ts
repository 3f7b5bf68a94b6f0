import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeRunDocument } from '../../../src/engine/export/writeRunDocument.ts';
import { createRun } from '../../../src/engine/models/openRun.ts';
import { listChartRegions, PlaceTable } from '../../../src/engine/statistics/places.ts';
import { computeRunStatistics } from '../../../src/engine/statistics/statistics.ts';
import { cases } from '../../runs.ts';
import { loadedOf, MODELS } from '../everyModel.ts';
import { mixedAnswers } from '../mixedAnswers.ts';
import { open, playTo } from '../play.ts';
import { countedByHand, type StaysDocument, visitsIn } from './bruteForce.ts';

/** A run that has gone on for a while, and its document. */
async function played([model, part]: (typeof MODELS)[number], seed: number, last: number) {
  const run = createRun(await loadedOf(model, part, seed));
  const { signal } = new AbortController();
  while (run.tick < last && !run.state.isOver) await run.step(mixedAnswers(run), signal);
  const text = [...writeRunDocument(run, await run.state.loadReports())].join('');
  return { run, document: JSON.parse(text) as StaysDocument };
}

const sorted = (rows: readonly object[]) =>
  rows.map(row => JSON.stringify(row, ['from', 'to', 'trigger', 'count', 'share', 'median'])).sort();

describe.each(MODELS)('statistics of a run, %s %j', (...model) => {
  it('are those of a count by hand over its document, for any range and selection', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(500),
        fc.integer({ min: 1, max: 40 }),
        fc.tuple(fc.nat(), fc.nat()),
        fc.nat(),
        fc.integer({ min: 0, max: 3 }),
        async (seed, last, [a, b], any, every) => {
          const { run, document } = await played(model, seed, last);
          const { past, chart, population } = run.machine;
          const span = run.tick - past.start + 1;
          const [from, to] = [past.start + (a % span), past.start + (b % span)].sort((x, y) => x - y);
          const everybody = [...population.state.keys()];
          const agents = every === 0 ? everybody : everybody.filter(agent => agent % every === any % every);
          fc.pre(agents.length > 0);
          const region = any % listChartRegions(chart).length;
          const { names, initial } = new PlaceTable(run.machine, region);
          const own = computeRunStatistics(run.machine, {
            from,
            to,
            agents: every === 0 ? null : agents,
            region,
          });
          const byHand = countedByHand(visitsIn(document, names, names[initial]), names, [from, to], agents);
          expect(own.dwell).toEqual(byHand.dwell);
          expect(sorted(own.flow)).toEqual(sorted(byHand.flow));
          expect([own.from, own.to, own.agents]).toEqual([from, to, agents.length]);
        },
      ),
      cases(6, 200),
    );
  });

  it('share every tick of every agent out among the states, as the run’s distribution does', async () => {
    const { run, document } = await played(model, 7, 30);
    const { dwell, from, to } = computeRunStatistics(run.machine);
    expect(dwell.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
    expect([from, to]).toEqual([run.tick >= 1 ? Math.max(1, run.machine.past.start) : from, run.tick]);
    const rows = document.distribution.filter(({ tick }) => tick >= from && tick <= to);
    for (const { state, agentTicks } of dwell)
      if (document.states.includes(state))
        expect(agentTicks).toBe(rows.reduce((sum, { counts }) => sum + counts[state], 0));
  });
});

describe('statistics', () => {
  it('count long stays as well as short ones', async () => {
    const run = await playTo(
      await open({ network: 'small-world', agents: 12, parameters: { activity: 1 } }),
      900,
    );
    const document = JSON.parse(
      [...writeRunDocument(run, await run.state.loadReports())].join(''),
    ) as StaysDocument;
    const { states } = document;
    const agents = [...run.machine.population.state.keys()];
    const byHand = countedByHand(visitsIn(document, states, states[0]), states, [1, 900], agents);
    const { dwell } = computeRunStatistics(run.machine);
    expect(dwell).toEqual(byHand.dwell);
    expect(dwell[0].longest?.ticks).toBeGreaterThan(256);
  });

  it('refuse rounds and agents that do not exist, and name them', async () => {
    const { machine } = await playTo(
      await open({ network: 'small-world', agents: 10, parameters: { warm_up: 2 } }),
      5,
    );
    expect(() => computeRunStatistics(machine, { to: 6 })).toThrow('round 6 is not between -2 and 5');
    expect(() => computeRunStatistics(machine, { from: -3 })).toThrow('round -3 is not between -2 and 5');
    expect(() => computeRunStatistics(machine, { from: 4, to: 2 })).toThrow(
      'begins with round 4, after its end, round 2',
    );
    expect(() => computeRunStatistics(machine, { agents: [10] })).toThrow('agent 11 is not one of 10');
  });
});
