import { describe, expect, it } from 'vitest';
import { DEFAULT_SETUP } from '../../../src/engine/models/defaultSetup.ts';
import type { World } from '../../../src/engine/worlds/worldCourse.ts';
import type { Worlds } from '../../../src/ui/state/worldsState.ts';
import { type FanPlot, findFanLineAt } from '../../../src/ui/views/worlds/FanView.tsx';
import { buildOutcomeFan, MAX_FAN_LINES } from '../../../src/ui/worlds/fan.ts';

const world = (number: number, sizes: readonly number[]): World => ({
  ...{ arm: 0, world: number, seed: number, rounds: 2, hash: '', growing: [false] },
  outcomes: [sizes[sizes.length - 1]],
  course: Float32Array.from(sizes),
  trace: null,
});
const worldsOf = (played: readonly World[], origin: World | null): Worlds => ({
  plan: {
    arms: [{ label: '', values: {}, setup: DEFAULT_SETUP }],
    ...{ worlds: played.length, rounds: 2, from: 1, subject: 'post_001', files: null },
  },
  ...{ sweep: [], base: DEFAULT_SETUP, baseArm: 0, change: null, epoch: 1, shown: null, played, origin },
  definitions: [{ name: 'size', label: 'Size', unit: 'people', better: null, meaning: '' }],
  ...{ ticks: [0, 1, 2], states: 0, apart: -1, status: 'done', left: null, asking: null, active: null },
  ...{ pinned: 'size', isOver: true, wanted: { points: 3, percent: 10 } },
});

describe('the fan of many worlds', () => {
  const some = worldsOf(
    [world(1, [Number.NaN, 1, 3]), world(2, [Number.NaN, 2, 9])],
    world(0, [Number.NaN, 1, 12]),
  );

  it('has a line for each other world and one for this one, and reaches as high as the highest', () => {
    const fan = buildOutcomeFan(some, 0);
    expect(fan.lines.map(({ values }) => [...values])).toEqual([
      [Number.NaN, 1, 3],
      [Number.NaN, 2, 9],
    ]);
    expect([...(fan.here?.values ?? [])]).toEqual([Number.NaN, 1, 12]);
    expect(fan).toMatchObject({
      count: 2,
      top: 12,
      bands: [null, { n: 2, median: 1 }, { n: 2, median: 3 }],
    });
  });

  it('draws two hundred lines at most, and its band is of all', () => {
    const many = Array.from({ length: 300 }, (_, i) => world(i + 1, [0, 1, i]));
    const fan = buildOutcomeFan(worldsOf(many, null), 0);
    expect(fan.lines).toHaveLength(MAX_FAN_LINES);
    expect(fan).toMatchObject({ count: 300, here: null, top: 299 });
    expect(fan.bands[2]).toMatchObject({ n: 300, median: 149 });
  });

  it('has an axis that begins near values far from 0', () => {
    expect(
      buildOutcomeFan(worldsOf([world(1, [0.9, 0.95, 1]), world(2, [1, 0.8, 0.85])], null), 0),
    ).toMatchObject({
      ...{ low: expect.closeTo(0.8, 5), top: 1 },
    });
  });

  it('finds the world whose line is nearest to the pointer, and none far from all lines', () => {
    const fan = buildOutcomeFan(some, 0);
    const plot: FanPlot = {
      ...{ fan, ticks: [0, 1, 2], from: 1, place: 2, unit: 'people', inks: {} as never },
      ...{ scale: { from: 0, pixels: 100 }, width: 300, top: 0, bottom: 120, beside: 260 },
    };
    expect(findFanLineAt(plot, 200, 30)?.line.world.world).toBe(2);
    expect(findFanLineAt(plot, 200, 90)).toMatchObject({ value: 3 });
    expect(findFanLineAt(plot, 200, 60)).toBeNull();
    expect(findFanLineAt(plot, 900, 30)).toBeNull();
  });
});
