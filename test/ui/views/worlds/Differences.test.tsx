import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { DEFAULT_SETUP } from '../../../../src/engine/models/defaultSetup.ts';
import type { World } from '../../../../src/engine/worlds/worldCourse.ts';
import type { Worlds } from '../../../../src/ui/state/worldsState.ts';
import { Differences } from '../../../../src/ui/views/worlds/Differences.tsx';
import { WidthChoice } from '../../../../src/ui/views/worlds/NeededWorlds.tsx';
import { renderOnPage } from '../../page.tsx';

const world = (arm: number, number: number, size: number): World => ({
  ...{ arm, world: number, seed: number, rounds: 1, hash: '', outcomes: [size], growing: [false] },
  course: Float32Array.of(1, size),
  trace: Uint32Array.of(1),
});

/** Pairs of worlds in which the change makes the difference of their number. */
const pairs = (count: number): Worlds => ({
  plan: {
    arms: ['', 'more'].map(label => ({ label, values: {}, setup: DEFAULT_SETUP })),
    ...{ worlds: count, rounds: 1, from: null, subject: null, files: null },
  },
  sweep: [],
  ...{ epoch: 1, shown: null, base: DEFAULT_SETUP, baseArm: 1, change: 'more' },
  definitions: [{ name: 'size', label: 'Size', unit: 'people', better: null, meaning: '' }],
  ...{ ticks: [1], states: 1, apart: -1, origin: null, left: null, asking: null, active: null },
  played: Array.from({ length: count }, (_, i) => [world(0, i, 5), world(1, i, 5 + (i % 7))]).flat(),
  status: 'playing',
  ...{ pinned: 'size', isOver: false, wanted: { points: 3, percent: 10 } },
});

it.each([
  ['is promised for the end while worlds are played', 'playing', 40, /^at the end$/],
  ['is there once they are', 'done', 40, /^\+\d.* to \+\d/],
  ['is none for a single pair', 'done', 1, /^none$/],
] as const)('an interval of a difference %s', async (_, status, count, words) => {
  await renderOnPage(<Differences worlds={{ ...pairs(count), status }} place={0} />);
  expect(screen.getAllByRole('cell')[2].textContent).toMatch(words);
});

it('the number of worlds is that for the chosen width', async () => {
  const { store } = await renderOnPage(<WidthChoice worlds={{ ...pairs(40), status: 'done' }} />);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Wanted width of a mean' }), '±5 %');
  const { worlds } = store.getState();
  expect(worlds?.wanted).toEqual({ points: 3, percent: 5 });
  cleanup();
  if (worlds === null) throw new Error('there are no worlds');
  await renderOnPage(<Differences worlds={worlds} place={0} />);
  // Differences 0 to 6: a mean of 2.875, a variance of 3.96.
  expect(screen.getByText(/^±5 %: about 740$/)).toBeDefined();
});
