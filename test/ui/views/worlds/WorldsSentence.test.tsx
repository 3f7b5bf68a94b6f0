import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { DEFAULT_SETUP } from '../../../../src/engine/models/defaultSetup.ts';
import { SOCIAL_PARAMETERS } from '../../../../src/engine/models/social/socialParameters.ts';
import type { ParameterDefinition } from '../../../../src/engine/parameters/parameterDefinition.ts';
import type { World } from '../../../../src/engine/worlds/worldCourse.ts';
import type { Worlds } from '../../../../src/ui/state/worldsState.ts';
import { WorldsSentence } from '../../../../src/ui/views/worlds/WorldsSentence.tsx';
import { renderOnPage } from '../../page.tsx';

const N = 20;
const GOVERNANCE = {
  ...SOCIAL_PARAMETERS.find(({ name }) => name === 'liking'),
  ...{ name: 'governance', label: 'Governance', unit: '', kind: 'boolean' },
} as ParameterDefinition;

/** Two set-ups whose worlds have one outcome. */
const worldsOf = (arms: Worlds['plan']['arms'], size: (arm: number, world: number) => number, more: object) =>
  ({
    plan: { arms, worlds: N, rounds: 1, from: null, subject: null, files: null },
    ...{ sweep: [], shown: null, base: DEFAULT_SETUP, baseArm: 0, change: null },
    definitions: [{ name: 'size', label: 'Size', unit: 'people', better: null, meaning: '' }],
    ...{ ticks: [1], states: 1, apart: -1, origin: null, left: null, asking: null, active: null },
    ...{ status: 'done', pinned: 'size', isOver: false, wanted: { points: 3, percent: 10 } },
    played: arms.flatMap((_, arm) =>
      Array.from({ length: N }, (_, world): World => {
        const rest = { seed: world, rounds: 1, hash: '', growing: [false] };
        return { arm, world, outcomes: [size(arm, world)], ...rest, course: null, trace: null };
      }),
    ),
    ...more,
  }) as unknown as Worlds;

async function told(worlds: Worlds): Promise<string | null> {
  const { store } = await renderOnPage(
    <p data-testid="told">
      <WorldsSentence />
    </p>,
  );
  const { run } = store.getState();
  if (run === null) throw new Error('the page has no run');
  const parameters = [...SOCIAL_PARAMETERS, GOVERNANCE];
  act(() =>
    store.setState({
      run: { ...run, info: { ...run.info, parameters } },
      worlds: { ...worlds, epoch: run.info.epoch },
    }),
  );
  return screen.getByTestId('told').textContent;
}

it('a sweep over a switch says off and on, with nothing before the colon', async () => {
  const arms = [false, true].map(governance => ({ label: '', values: { governance }, setup: DEFAULT_SETUP }));
  const worlds = worldsOf(arms, (arm, world) => world + arm * (40 + (world % 7)), {
    sweep: ['governance=false,true'],
  });
  expect(await told(worlds)).toMatch(/^Governance off to on: size goes from /);
});

it('a pair names the value before the change and its time, and leaves out a side without worlds', async () => {
  const changes = [{ tick: 1, name: 'liking', value: 3 }];
  const arms = [DEFAULT_SETUP, { ...DEFAULT_SETUP, changes }].map(setup => ({
    label: '',
    values: {},
    setup,
  }));
  const more = { change: 'Liking 3' };
  const words = (size: (arm: number, world: number) => number) => told(worldsOf(arms, size, more));
  expect(await words((arm, world) => world + arm * (1 + (world % 5)))).toMatch(
    /^Round 1, Liking \S+ to 3 .*from round 1: size \+.*; more in 20\.$/,
  );
});

it('a pair whose worlds are all alike says so', async () => {
  const arms = [DEFAULT_SETUP, DEFAULT_SETUP].map(setup => ({ label: '', values: {}, setup }));
  expect(await told(worldsOf(arms, (_, world) => world, { change: 'Liking 3' }))).toMatch(
    /; alike in all 20\.$/,
  );
});
