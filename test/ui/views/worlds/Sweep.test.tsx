import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Random } from '../../../../src/engine/core/random.ts';
import { DEFAULT_SETUP } from '../../../../src/engine/models/defaultSetup.ts';
import { SOCIAL_PARAMETERS } from '../../../../src/engine/models/social/socialParameters.ts';
import type { World } from '../../../../src/engine/worlds/worldCourse.ts';
import { PageContext } from '../../../../src/ui/hooks/hooks.ts';
import type { Worlds } from '../../../../src/ui/state/worldsState.ts';
import { Sweep } from '../../../../src/ui/views/worlds/Sweep.tsx';
import { openPage } from '../../page.tsx';

const N = 20;
const random = new Random(3, 7);

/** Worlds of so many values of a parameter. @param effects of each on the outcome */
function sweepOf(effects: readonly number[], choices?: readonly string[]): Worlds {
  const arms = effects.map((_, arm) => {
    const values = choices === undefined ? { resharing: arm } : { feed: choices[arm] };
    return { label: '', values, setup: DEFAULT_SETUP };
  });
  const played = effects.flatMap((effect, arm) =>
    Array.from({ length: N }, (_, world): World => {
      const size = 20 + 10 * random.unit(world, arm, 0) + effect;
      const rest = { seed: world, rounds: 1, hash: '', growing: [false] };
      const course = Float32Array.of(1, size);
      return { arm, world, outcomes: [size], ...rest, course, trace: Uint32Array.of(1) };
    }),
  );
  return {
    plan: { arms, worlds: N, rounds: 1, from: null, subject: null, files: null },
    sweep: ['resharing'],
    ...{ epoch: 1, shown: null, base: DEFAULT_SETUP, baseArm: 0, change: null },
    definitions: [{ name: 'size', label: 'Size', unit: 'people', better: null, meaning: '' }],
    ...{ ticks: [1], states: 1, apart: -1, origin: null, left: null, asking: null, active: null },
    ...{ played, status: 'done', pinned: 'size', isOver: false, wanted: { points: 3, percent: 10 } },
  } as unknown as Worlds;
}

async function renderSweep(effects: readonly number[], choices?: readonly string[]): Promise<void> {
  const { store, commands } = await openPage();
  const { run } = store.getState();
  if (run === null) throw new Error('the page has no run');
  store.setState({ run: { ...run, info: { ...run.info, parameters: SOCIAL_PARAMETERS } } });
  render(
    <PageContext value={{ store, commands }}>
      <Sweep worlds={sweepOf(effects, choices)} place={0} />
    </PageContext>,
  );
}

const cellsOf = (value: string) =>
  within(screen.getByRole('row', { name: new RegExp(`^${value} ?\\d`) })).getAllByRole('cell');

it('several values have intervals that hold for all of them, and only what these establish is bold', async () => {
  await renderSweep([0, 0, 0, 0, 9, 1.7]);
  expect(screen.getByRole('columnheader', { name: 'for all 5' })).toBeDefined();
  expect(cellsOf('4')[4].querySelector('b')).not.toBeNull();
  expect(cellsOf('4')[5].textContent).toMatch(/^\+\d.* to \+\d/);
  // Its own interval has no 0 in it, the one for all has.
  expect(cellsOf('5')[4].textContent).toMatch(/\+\S+ to \+\S+$/);
  expect(cellsOf('5')[4].querySelector('b')).toBeNull();
  expect(cellsOf('5')[5].textContent).toMatch(/^−\S+ to \+/);
  expect(screen.getByText(/for all 5 comparisons together \(Bonferroni\)/)).toBeDefined();
});

it('a single value has its own interval alone', async () => {
  await renderSweep([0, 9]);
  expect(screen.queryByRole('columnheader', { name: /for all/ })).toBeNull();
  expect(cellsOf('1')).toHaveLength(5);
  expect(screen.queryByText(/Bonferroni/)).toBeNull();
});

it('values of a choice are not joined: each has its own bar and stroke', async () => {
  await renderSweep([0, 3, 9], ['by_interest', 'random', 'chronological']);
  const plot = screen.getByRole('group', { name: 'Size over Feed' });
  expect(plot.querySelectorAll('polygon, polyline')).toHaveLength(0);
  expect(plot.querySelectorAll('rect')).toHaveLength(3);
  expect(screen.getByText(/the stroke the median, the bar from the 5 %/)).toBeDefined();
});

it('numbers are joined by a line and a band', async () => {
  await renderSweep([0, 3, 9]);
  const plot = screen.getByRole('group', { name: 'Size over Resharing' });
  expect(plot.querySelectorAll('polygon, polyline')).toHaveLength(2);
  expect(plot.querySelectorAll('rect')).toHaveLength(0);
});
