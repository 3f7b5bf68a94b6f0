import { expect, it } from 'vitest';
import { placeAutomatically } from '../../../src/ui/charts/automatic/placeAutomatically.ts';
import { cpuTime } from '../../cpuTime.ts';

/** Each of 60 states before each of 50 others. */
const STATES = Array.from({ length: 60 }, (_, i) => `s${i}`);
const DENSE = {
  states: STATES,
  transitions: STATES.flatMap((source, i) =>
    Array.from({ length: 50 }, (_, j) => ({
      trigger: 'always',
      ...{ source, target: STATES[(i + j + 1) % STATES.length], total: 1 + ((i * 31 + j * 17) % 4999) },
    })),
  ),
};

it('all lines of a chart of three thousand are drawn in little time, at each step of a slider', async () => {
  const placed = await placeAutomatically(DENSE, 520, 345, async () => {});
  const all = new Set(placed.edges.map(({ key }) => key));
  expect(cpuTime(() => expect(placed.part!(all)).toHaveLength(3000))).toBeLessThan(4000);
});
