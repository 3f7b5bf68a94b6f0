import { expect, it } from 'vitest';
import { placeAutomatically } from '../../../src/ui/charts/automatic/placeAutomatically.ts';
import type { Placement } from '../../../src/ui/charts/placement.ts';
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

const chartOf = (states: readonly string[], totals: Readonly<Record<string, number>>) => ({
  states,
  isGrowing: true,
  transitions: Object.entries(totals).map(([line, total]) => {
    const [source = '', target = ''] = line.split('>');
    return { trigger: 'always', source, target, total };
  }),
});

it('the states of a chart that grows keep their places while they are the same, whatever their lines', async () => {
  const states = ['begun', 'read', 'edit', 'test', 'say'];
  const place = (totals: Readonly<Record<string, number>>, before: Placement | null, names = states) =>
    placeAutomatically(chartOf(names, totals), 520, 345, async () => {}, before);
  const boxesOf = (placement: Placement) => placement.states.map(({ box: { x, y } }) => [x, y]);
  const first = await place({ 'begun>read': 1, 'read>edit': 1 }, null);
  // By itself another arrangement is better.
  const totals = { 'begun>test': 1, 'test>say': 30, 'say>begun': 9, 'edit>say': 8, 'read>test': 7 };
  expect(boxesOf(await place(totals, null))).not.toEqual(boxesOf(first));
  const grown = await place(totals, first);
  expect(boxesOf(grown)).toEqual(boxesOf(first));
  expect(grown.edges.map(({ key }) => key).sort()).toEqual(Object.keys(totals).sort());
  expect(boxesOf(await place({ 'begun>say': 2 }, grown))).toEqual(boxesOf(first));
  const more = await place(totals, grown, [...states, 'ask']);
  expect(more.states).toHaveLength(6);
});

it('a part of a chart is drawn once, by any order of its keys', async () => {
  const states = ['a', 'b', 'c'];
  const chart = {
    states,
    transitions: [
      ['a', 'b'],
      ['b', 'c'],
      ['c', 'a'],
    ].map(([source, target]) => ({ source, target, trigger: `${source}${target}`, total: 9 })),
  };
  const placed = await placeAutomatically(chart as never, 640, 480, async () => undefined);
  const keysOf = (...keys: readonly string[]) => new Set(keys);
  const part = placed.part!(keysOf('a>b', 'b>c'));
  expect(part.map(({ key }) => key).sort()).toEqual(['a>b', 'b>c']);
  expect(placed.part!(keysOf('b>c', 'a>b'))).toBe(part);
  expect(placed.part!(keysOf('a>b')).map(({ key }) => key)).toEqual(['a>b']);
  expect(placed.part!(keysOf('a>b', 'b>c'))).toBe(part);
});
