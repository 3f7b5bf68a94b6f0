import { SaxesParser } from 'saxes';
import { expect, it } from 'vitest';
import { DEFAULT_SETUP } from '../../../src/engine/models/defaultSetup.ts';
import type { World } from '../../../src/engine/worlds/worldCourse.ts';
import { computePlanId } from '../../../src/engine/worlds/worldPlan.ts';
import type { Worlds } from '../../../src/ui/state/worldsState.ts';
import { drawWorldsFigure } from '../../../src/ui/worlds/figure/drawWorldsFigure.ts';

const world = (arm: number, number: number, size: number): World => ({
  ...{ arm, world: number, seed: number, rounds: 2, hash: '', growing: [false], outcomes: [size] },
  course: Float32Array.of(0, size / 2, size),
  trace: null,
});
type Values = Readonly<Record<string, number | string>>;
const worldsOf = (arms: readonly Values[], part: Partial<Worlds> = {}): Worlds => ({
  plan: {
    arms: arms.map(values => ({ label: '', values, setup: DEFAULT_SETUP })),
    ...{ worlds: 30, rounds: 2, from: null, subject: null, files: null },
  },
  ...{ sweep: [], change: null, base: DEFAULT_SETUP, baseArm: 0, epoch: 1, shown: null },
  origin: { ...world(0, 0, 12), hash: 'ab12' },
  definitions: [{ name: 'size', label: 'Size <all>', unit: 'people', better: null, meaning: '' }],
  ...{
    ticks: [0, 1, 2],
    states: 0,
    apart: -1,
    status: 'done',
    left: null,
    asking: null,
    active: null,
    pinned: 'size',
    isOver: false,
    wanted: { points: 3, percent: 10 },
  },
  played: arms.flatMap((_, arm) => Array.from({ length: 30 }, (_, i) => world(arm, i + 1, 5 + arm + i))),
  ...part,
});
const count = (svg: string, name: string): number => svg.split(`<${name} `).length - 1;

const swept = [{ a: 1 }, { a: 2 }];
const mapped = [1, 2].flatMap(a => [3, 4].map(b => ({ a, b })));
it.each<[string, Worlds, string, number, string]>([
  ['outcomes', worldsOf([{}]), 'rect', 20, 'Outcomes over worlds, at tick 2'],
  ['over time', worldsOf([{}], { isOver: true }), 'polyline', 32, 'Size &lt;all&gt;, people, tick by tick'],
  ['a sweep', worldsOf(swept, { sweep: ['a=1,2'] }), 'circle', 60, 'people, over a, at tick 2'],
  ['a map', worldsOf(mapped, { sweep: ['a=1,2', 'b=3,4'] }), 'rect', 5, 'a downwards, b across'],
  ['a change', worldsOf([{}, {}], { change: 'Liking 3', baseArm: 1 }), 'rect', 2, 'What Liking 3 did'],
])('a figure stands alone, with a caption: %s', (_, worlds, name, least, title) => {
  const { svg, height } = drawWorldsFigure(worlds, 2, 'tick');
  const parser = new SaxesParser();
  parser.on('error', error => {
    throw error;
  });
  parser.write(svg).close();
  expect(count(svg, name)).toBeGreaterThanOrEqual(least);
  expect(svg).toContain(title);
  expect(svg).not.toMatch(/NaN|var\(|undefined|Infinity/);
  const caption = [...svg.matchAll(/fill="#33373d">([^<]*)</g)].map(match => match[1]).join(' ');
  const { arms } = worlds.plan;
  for (const said of [
    `n = ${30 * arms.length} worlds of ${arms.length} set-up`,
    `under key (${DEFAULT_SETUP.seed}, 11), counter (k, 0)`,
    ' ab12.',
    `Plan ${computePlanId(worlds.plan)}`,
  ])
    expect(caption).toContain(said);
  expect(height).toBeGreaterThan(60);
});

it('whole numbers have bins of equal width, over an axis with its ends', () => {
  const played = Array.from({ length: 60 }, (_, i) => world(0, i + 1, i + 1));
  const { svg } = drawWorldsFigure(worldsOf([{}], { played, origin: null }), 2, 'tick');
  const bars = [...svg.matchAll(/<rect x="[\d.]+" y="[\d.]+" width="([\d.]+)" height="([\d.]+)"/g)];
  // Sixty numbers in bins of two: none stands out, none is empty.
  expect(new Set(bars.map(([, width, height]) => `${width} ${height}`)).size).toBe(1);
  expect(bars).toHaveLength(30);
  expect(svg).toMatch(/>1<\/text>.*>60<\/text>/s);
});

it.each([
  ['a last bin of fewer numbers is as high as the others', (i: number) => i + 1, 41, 21],
  ['equal ones have one bar, no wider than others', () => 5, 30, 1],
])('in a figure %s', (_, size, count, bars) => {
  const played = Array.from({ length: count }, (_, i) => world(0, i + 1, size(i)));
  const { svg } = drawWorldsFigure(worldsOf([{}], { played, origin: null }), 2, 'tick');
  const drawn = [...svg.matchAll(/<rect x="[\d.]+" y="[\d.]+" width="([\d.]+)" height="([\d.]+)"/g)];
  expect(drawn).toHaveLength(bars);
  expect(new Set(drawn.map(([, , height]) => height)).size).toBe(1);
  expect(Number(drawn[0]![1])).toBeLessThan(48);
});

it('a figure of a yes or no gives the share of worlds, and no range', () => {
  const played = Array.from({ length: 40 }, (_, i) => world(0, i + 1, i < 15 ? 1 : 0));
  const definitions = [
    { name: 'size', label: 'Stopped', unit: 'share', better: null, meaning: '', isYesOrNo: true as const },
  ];
  const { svg } = drawWorldsFigure(worldsOf([{}], { played, definitions, origin: null }), 2, 'tick');
  expect(svg).toContain('37.5 % of them');
  expect(svg).not.toContain('median 0');
});

it('a figure without worlds shows that there is nothing to measure', () => {
  const { svg } = drawWorldsFigure(worldsOf([{}], { played: [], origin: null }), 2, 'tick');
  expect(svg).toContain('nothing to measure');
  expect(svg).not.toMatch(/NaN|Infinity/);
});

it.each([
  ['numbers by a line and a band', [1, 2, 3], 1, 1, 0],
  ['choices by nothing: each has a bar and a stroke', ['by_interest', 'random', 'chronological'], 0, 0, 3],
])('a figure of a sweep joins %s', (_, values, bands, medians, bars) => {
  const arms = values.map(feed => ({ feed }));
  const { svg } = drawWorldsFigure(worldsOf(arms, { sweep: ['feed'] }), 2, 'tick');
  expect([count(svg, 'polygon'), count(svg, 'polyline')]).toEqual([bands, medians]);
  // The ground is one more.
  expect(count(svg, 'rect') - 1).toBe(bars);
  expect(svg).toContain(bars > 0 ? 'the stroke the median, the bar' : 'the dashed line the median, the band');
});
