import { csvParse } from 'd3-dsv';
import { expect, it } from 'vitest';
import type { Statistics } from '../../../src/engine/statistics/statistics.ts';
import { writeStatisticsCsv } from '../../../src/engine/statistics/writeStatisticsCsv.ts';

it('no cell of a name begins a formula, and numbers stay numbers', () => {
  const statistics = {
    ...{ region: null, from: -3, to: 5, agents: 2, dwell: [] },
    flow: [{ from: '=1+1', to: '@sum', trigger: '-x', count: 2, share: 1 }],
  } as unknown as Statistics;
  const [row] = csvParse(writeStatisticsCsv([statistics]));
  expect(row).toMatchObject({
    state: "'=1+1",
    to_state: "'@sum",
    trigger: "'-x",
    from_round: '-3',
    count: '2',
  });
});
