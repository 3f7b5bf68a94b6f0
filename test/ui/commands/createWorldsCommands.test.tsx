import { act, screen, within } from '@testing-library/react';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { EngineStopped, NotLoaded } from '../../../src/engine/core/errors.ts';
import { DEFAULT_SETUP } from '../../../src/engine/models/defaultSetup.ts';
import { createRemoteDefaults } from '../../../src/engine/oracle/oracleSetup.ts';
import type { Setup } from '../../../src/engine/setup/config.ts';
import type { World } from '../../../src/engine/worlds/worldCourse.ts';
import type { Job } from '../../../src/engine/worlds/worldPlan.ts';
import type { PageStore } from '../../../src/ui/state/pageState.ts';
import { Notices } from '../../../src/ui/views/bar/Notices.tsx';
import { Corner } from '../../../src/ui/views/inspector/Corner.tsx';
import { WorldsCorner } from '../../../src/ui/views/worlds/WorldsCorner.tsx';
import { WorldsSentence } from '../../../src/ui/views/worlds/WorldsSentence.tsx';
import { WorldPool } from '../../../src/workers/worlds/startWorldWorkers.ts';
import { renderOnPage } from '../page.tsx';
import { settlePage } from '../settlePage.ts';

const play = vi.spyOn(WorldPool.prototype, 'play');
beforeEach(() => void play.mockReset());
afterAll(() => play.mockRestore());

const NOTICE = /The worlds cannot be played: no such worker/;

/** A page whose run has been played for three rounds. */
async function page(setup = DEFAULT_SETUP) {
  const page = await renderOnPage(
    <>
      <Notices />
      <p data-testid="told">
        <WorldsSentence />
      </p>
    </>,
    { ...setup, seed: 7 },
  );
  for (let round = 0; round < 3; round++) await act(() => page.commands.step());
  return { ...page, told: () => screen.getByTestId('told').textContent };
}

/** What a world came to: each outcome is its own number and a hundred. */
function worldFor(store: PageStore, { arm, world }: Job): World {
  const { definitions, plan } = store.getState().worlds!;
  const outcomes = definitions.map(() => 100 + world);
  return {
    ...{ arm, world, seed: world, rounds: plan.rounds, outcomes, growing: definitions.map(() => false) },
    ...{ hash: store.getState().hash, course: null, trace: null },
  };
}

it('worlds that could not be played are played when that is tried again, and the notice goes', async () => {
  play.mockImplementationOnce((_plan, jobs, heard) => {
    // The engine has played one of them, while the workers were to start.
    heard.played([worldFor(store, jobs[1])]);
    heard.failed(new Error('no such worker'));
  });
  const { store, commands, told } = await page();
  await act(() => commands.playWorlds({ worlds: 20 }));
  await settlePage();
  expect(screen.getByRole('alert')).toHaveTextContent(NOTICE);
  expect(told()).toMatch(/[a-z]; 1 other world so far\.$/);
  play.mockImplementationOnce((_plan, jobs, heard) => {
    heard.played(jobs.map(job => worldFor(store, job)));
    heard.ended();
  });
  await act(() => commands.goOnWorlds());
  await settlePage();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(told()).toMatch(/ 100 .*; in 20 of 20 other worlds it was more, in nine of ten it was /);
});

it('a run without figures of its own next to worlds that a model decides gets them on the next request', async () => {
  const { store, commands, engine, told } = await page({
    ...DEFAULT_SETUP,
    oracle: createRemoteDefaults('ollama'),
  });
  const ask = vi.spyOn(engine.api, 'askWorlds').mockRejectedValueOnce(new Error('no such worker'));
  await act(() => commands.playWorlds({ worlds: 5 }));
  await settlePage();
  expect(screen.getByRole('alert')).toHaveTextContent(NOTICE);
  expect(told()).toMatch(/[a-z]; no world has been played\.$/);
  ask.mockImplementation(async (_plan, jobs, tell) => {
    await tell(
      jobs.map(job => worldFor(store, job)),
      {} as never,
    );
  });
  await act(() => commands.playWorlds({ worlds: 10 }));
  await settlePage();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(store.getState().worlds?.origin).not.toBeNull();
  expect(told()).toMatch(/ 100 [a-z]+; no world has been played\.$/);
});

it('worlds whose engine has ended do not report it, since the engine does', async () => {
  const { store, commands, engine } = await page({
    ...DEFAULT_SETUP,
    oracle: createRemoteDefaults('ollama'),
  });
  const stopped = new EngineStopped('it was ended');
  vi.spyOn(engine.api, 'askWorlds').mockRejectedValue(stopped);
  const soFar = vi.spyOn(engine.api, 'askedSoFar').mockRejectedValueOnce(stopped);
  await act(() => commands.playWorlds({ worlds: 5 }));
  await act(() => commands.playWorlds({ worlds: 6 }));
  await settlePage();
  expect(soFar).toHaveBeenCalledTimes(2);
  await act(() => commands.goOnWorlds());
  await settlePage();
  expect(store.getState().worlds?.status).toBe('stopped');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('worlds come before the log, which its button brings back over them', async () => {
  const { store, commands } = await renderOnPage(<Corner />, { ...DEFAULT_SETUP, seed: 7 });
  for (let round = 0; round < 3; round++) await act(() => commands.step());
  act(() => store.getState().count());
  act(() => store.getState().arrange({ isLogged: true }));
  expect(await screen.findByRole('region', { name: 'Log' }, { timeout: 5000 })).toBeDefined();
  play.mockImplementationOnce((_plan, jobs, heard) => heard.played(jobs.map(job => worldFor(store, job))));
  await act(() => commands.playWorlds({ worlds: 20 }));
  await settlePage();
  expect(screen.getByRole('region', { name: 'Worlds' })).toBeDefined();
  expect(screen.queryByRole('region', { name: 'Log' })).toBeNull();
  act(() => store.getState().arrange({ isLogged: true }));
  expect(screen.getByRole('region', { name: 'Log' })).toBeDefined();
  act(() => store.getState().arrange({ isLogged: false }));
  expect(screen.getByRole('region', { name: 'Worlds' })).toBeDefined();
});

it('the table of worlds has a region of its own to scroll in, with every column', async () => {
  const { store, commands } = await renderOnPage(<WorldsCorner />, { ...DEFAULT_SETUP, seed: 7 });
  for (let round = 0; round < 3; round++) await act(() => commands.step());
  play.mockImplementationOnce((_plan, jobs, heard) => heard.played(jobs.map(job => worldFor(store, job))));
  await act(() => commands.playWorlds({ worlds: 20 }));
  await settlePage();
  const region = screen.getByRole('region', { name: 'Outcomes of the worlds' });
  expect(region.tabIndex).toBe(0);
  const heads = within(region).getAllByRole('columnheader').slice(3);
  expect(heads.map(({ textContent }) => textContent)).toEqual(['median', '9 in 10', 'mean', 'ahead of']);
});

it('the worlds name the run’s own rule for parents, whichever one the cascade is drawn by, and the command that plays them', async () => {
  const { store, commands } = await renderOnPage(<WorldsCorner />, { ...DEFAULT_SETUP, seed: 7 });
  for (let round = 0; round < 3; round++) await act(() => commands.step());
  act(() => {
    const { run } = store.getState();
    const rules = { parent_rule: 'drawn', cascade_counts: 'reshares' };
    const config = { ...run!.info.config, parameters: { ...run!.info.config.parameters, ...rules } };
    store.setState({ run: { ...run!, info: { ...run!.info, config } } });
  });
  act(() => store.getState().select({ own: { root: 0, post: null, isChosen: true, rule: 'last_seen' } }));
  play.mockImplementationOnce((_plan, jobs, heard) => heard.played(jobs.map(job => worldFor(store, job))));
  await act(() => commands.playWorlds({ worlds: 20 }));
  expect(await screen.findByText(/own rule for parents \(parameter Parent: drawn\)/)).toBeVisible();
  expect(
    screen.getByText(/^npm run -s cli -- worlds .*--seed 7 .*--worlds 20 --csv worlds.csv$/),
  ).toBeDefined();
});

it('a world that is opened by Try again is compared with its recorded result as well', async () => {
  play.mockImplementationOnce((_plan, jobs, heard) => {
    heard.played(jobs.map(job => ({ ...worldFor(store, job), hash: 'f'.repeat(64) })));
    heard.ended();
  });
  const { store, commands, engine } = await page();
  await act(() => commands.playWorlds({ worlds: 5 }));
  await settlePage();
  engine.refuse = new NotLoaded('networks/congress.bin could not be loaded (no connection)');
  const { arm, world } = store.getState().worlds!.played[0];
  await act(() => commands.openWorld({ arm, world }));
  expect(store.getState().run!.setup.seed).toBe(7);
  const again = screen.getByRole('button', { name: 'Try again' });
  await act(async () => again.click());
  await vi.waitFor(() =>
    expect(screen.getByText(/^This world came to another hash than before: /)).toBeVisible(),
  );
});

it('a run of the policy that a document repeats is played in other worlds by the policy, and leads back to them', async () => {
  const { store, commands } = await page();
  const repeating = (epoch: number, changes: Setup['changes'] = []) =>
    act(() => {
      const { run, hash } = store.getState();
      const setup = { ...run!.setup, changes, oracle: { kind: 'replay' } as const };
      store.setState({ run: { ...run!, setup, info: { ...run!.info, epoch, repeats: hash } } });
    });
  repeating(store.getState().run!.info.epoch);
  play.mockImplementationOnce((_plan, jobs, heard) => {
    heard.played(jobs.map(job => worldFor(store, job)));
    heard.ended();
  });
  await act(() => commands.playWorlds({ worlds: 5 }));
  await settlePage();
  const { plan, played, status } = store.getState().worlds!;
  expect(plan.arms.map(({ setup }) => setup.oracle)).toEqual([{ kind: 'policy' }]);
  expect([played.length, status]).toEqual([5, 'done']);
  expect(screen.queryByRole('alert')).toBeNull();
  // The document comes back, as another run of the engine's.
  act(() => store.getState().setWorlds({ ...store.getState().worlds!, shown: { arm: 0, world: 2 } }));
  repeating(99);
  expect(store.getState().worlds).toMatchObject({ shown: null, epoch: 99 });
  // One in which something was changed is another run.
  repeating(100, [{ tick: 2, name: 'activity', value: 9 }]);
  expect(store.getState().worlds).toMatchObject({ epoch: 99 });
});

it('a headline about worlds goes with their run: of a reset or changed one it says nothing, and it comes back at their round', async () => {
  play.mockImplementation((_plan, jobs, heard) => {
    heard.played(jobs.map(job => worldFor(store, job)));
    heard.ended();
  });
  const { store, commands, told } = await page();
  const again = async () => {
    await act(() => commands.playWorlds({ worlds: 20 }));
    await settlePage();
    expect(told()).toContain('20 other worlds');
  };
  await again();
  // The same set-up, of which nothing has happened yet.
  await act(() => commands.openAsked({ ...store.getState().run!.setup }, 0, null));
  expect([store.getState().head, told()]).toEqual([0, '']);
  for (const round of [1, 2, 3]) {
    expect(told(), `before round ${round}`).toBe('');
    await act(() => commands.step());
  }
  expect(told()).toContain('20 other worlds');
  await act(() => commands.change('activity', 9));
  expect(told()).toBe('');
  await act(() => commands.step());
  expect(told()).toBe('');
});

it('a world that is opened keeps the headline about all of them', async () => {
  play.mockImplementation((_plan, jobs, heard) => {
    heard.played(jobs.map(job => worldFor(store, job)));
    heard.ended();
  });
  const { store, commands, told } = await page();
  await act(() => commands.playWorlds({ worlds: 5 }));
  await settlePage();
  await act(() => commands.openWorld({ arm: 0, world: 2 }));
  expect(store.getState().worlds?.shown).toMatchObject({ arm: 0, world: 2 });
  expect(told()).toContain('5 other worlds');
});

it('a measure that was chosen stays the chosen one in a sweep', async () => {
  play.mockImplementation((_plan, jobs, heard) => {
    heard.played(jobs.map(job => worldFor(store, job)));
    heard.ended();
  });
  const { store, commands } = await page();
  const ask = (sweep?: string[]) => act(() => commands.playWorlds({ worlds: 5, ...(sweep && { sweep }) }));
  await ask();
  const worlds = store.getState().worlds!;
  const other = worlds.definitions.find(({ name }) => name !== worlds.pinned)!.name;
  act(() => store.getState().setWorlds({ ...worlds, pinned: other }));
  await ask(['activity=1,2']);
  expect(store.getState().worlds).toMatchObject({ sweep: ['activity=1,2'], pinned: other });
});

it('a run that was played again to another hash is reported', async () => {
  const { store, commands } = await page();
  const rounds = [3, 2];
  play.mockImplementation((_plan, jobs, heard) => {
    const own = { hash: '0123456789abcdef', rounds: rounds.shift()! };
    heard.played(jobs.map(job => ({ ...worldFor(store, job), ...(job.world === 0 && own) })));
    heard.ended();
  });
  for (let i = 1; i <= 2; i++) {
    await act(() => commands.playWorlds({ worlds: 5 }));
    await settlePage();
    expect(screen.getByRole('alert')).toHaveTextContent(
      'This run played again came to another hash: 01234567.',
    );
    act(() => store.setState({ notices: [], worlds: null }));
  }
});

it('the remaining time of worlds is shown once it is long', async () => {
  const now = performance.now.bind(performance);
  let ahead = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + ahead);
  const { store, commands } = await renderOnPage(<WorldsCorner />, { ...DEFAULT_SETUP, seed: 7 });
  for (let round = 0; round < 3; round++) await act(() => commands.step());
  let hear: (count: number) => void = () => {};
  play.mockImplementationOnce((_plan, [, ...jobs], heard) => {
    hear = count => heard.played(jobs.splice(0, count).map(job => worldFor(store, job)));
  });
  await act(() => commands.playWorlds({ worlds: 20 }));
  ahead = 20_000;
  act(() => hear(5));
  await settlePage();
  expect(screen.getByText(/^about 1 min \d s left$/)).toBeVisible();
  act(() => hear(14));
  await settlePage();
  expect(screen.queryByText(/ left$/)).toBeNull();
  clock.mockRestore();
});
