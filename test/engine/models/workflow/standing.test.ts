import { describe, expect, it } from 'vitest';
import { IS_LONG } from '../../../runs.ts';
import { exampleText } from './playing.ts';
import { interval, lead, mean, standingOf } from './standing.ts';

/** Fifty in the long run. */
const SEEDS = IS_LONG ? 50 : 5;

/** The careful agent without its tests: what comes back it mends all the same. */
const UNTESTED = exampleText('careful')
  .replace(
    'to: testing,\n         condition: "hand != \'none\'"',
    'to: selling,\n         condition: "hand != \'none\'"',
  )
  .replaceAll('from: repairing, to: testing', 'from: repairing, to: selling')
  .replace("run_if: hand == 'works'", "run_if: hand != 'none'");

describe('the sales of a workflow', () => {
  // Once for both tests: most of the time goes into runs.
  const careful = standingOf('careful', exampleText('careful'), SEEDS);

  it('bring nothing to an idle agent, and less to a careless than to a careful one', async () => {
    const idle = await standingOf('fragments', exampleText('fragments'), IS_LONG ? SEEDS : 1);
    const careless = await standingOf('careless', exampleText('careless'), SEEDS);
    expect(idle.profit).toEqual(idle.profit.map(() => 0));
    // The whole interval lies above 0; of the differences, seed by seed.
    for (const above of [careless.profit, lead(await careful, careless)]) {
      const { mean, half } = interval(above);
      expect(mean - half).toBeGreaterThan(0);
    }
    // By what they have in hand who does nothing would be first.
    const [most, ...others] = [idle, await careful, careless].map(({ balance }) => mean(balance));
    for (const balance of others) expect(balance).toBeLessThan(most);
  }, 120_000);

  it('bring more to an agent that tests than to one that lets its buyers find out', async () => {
    const untested = await standingOf('untested', UNTESTED, SEEDS);
    const { mean: middle, half } = interval(lead(await careful, untested));
    expect(mean(untested.returned)).toBeGreaterThan(5);
    expect(middle - half).toBeGreaterThan(0);
  }, 120_000);
});

describe('the interval of a mean', () => {
  it('is Student’s, to a hundredth', () => {
    // Quantiles 2.571 and 2.010 of 5 and 49 degrees of freedom.
    for (const [count, quantile] of [
      [6, 2.571],
      [50, 2.01],
    ]) {
      const values = Array.from({ length: count }, (_, i) => (i % 2 === 0 ? 1 : 3));
      const { mean, half } = interval(values);
      expect(mean).toBe(2);
      expect(half / (quantile / Math.sqrt(count - 1))).toBeCloseTo(1, 1);
    }
  });
});
