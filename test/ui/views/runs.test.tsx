import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { DEFAULT_SETUP } from '../../../src/engine/models/defaultSetup.ts';
import { PageContext } from '../../../src/ui/hooks/hooks.ts';
import { type SavedRow, UNREAD } from '../../../src/ui/state/savedRow.ts';
import { RunsPanel } from '../../../src/ui/views/runs/RunsPanel.tsx';
import { renderOnPage } from '../page.tsx';

const ROW: SavedRow = {
  id: '1',
  name: 'the good one',
  setup: DEFAULT_SETUP,
  words: 'Social',
  agents: 475,
  tick: 10,
  hash: 'ab'.repeat(32),
  bytes: 1000,
  address: '',
  touched: 0,
  isPinned: false,
  spark: [0, 1],
  decider: null,
  parent: null,
  view: {} as SavedRow['view'],
};

it('a damaged entry stands in the list of saved runs with the damage, and can be opened, exported and deleted', async () => {
  const { commands, store } = await renderOnPage(<RunsPanel />);
  const damaged = [{ id: '2', problem: 'tick is missing' }];
  vi.spyOn(commands, 'listKept').mockResolvedValue({ rows: [ROW], damaged });
  const [open, save, remove] = [
    vi.spyOn(commands, 'openKept').mockResolvedValue(true),
    vi.spyOn(commands, 'saveKept').mockResolvedValue(),
    vi.spyOn(commands, 'forgetKept').mockResolvedValue(),
  ];
  act(() => store.getState().relistKept());
  const entry = within((await screen.findByText('Damaged entry')).closest('li')!);
  expect(entry.getByText('tick is missing; its run may be whole.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'the good one' })).toBeVisible();
  await userEvent.click(entry.getByRole('button', { name: 'Open its run' }));
  await userEvent.click(entry.getByRole('button', { name: 'Save as file' }));
  await userEvent.click(entry.getByRole('button', { name: 'Delete' }));
  expect(remove).not.toHaveBeenCalled();
  await userEvent.click(entry.getByRole('button', { name: 'Delete for good' }));
  for (const command of [open, save, remove]) expect(command).toHaveBeenCalledExactlyOnceWith('2');
});

it('a loading list of saved runs is reported as such, and offers another try where it could not be read', async () => {
  const { commands, store } = await renderOnPage(<RunsPanel />);
  const list = vi.spyOn(commands, 'listKept').mockReturnValue(new Promise(() => undefined));
  cleanup();
  render(
    <PageContext value={{ store, commands }}>
      <RunsPanel />
    </PageContext>,
  );
  const looks = 'Loading the saved runs…';
  expect(screen.getByText(looks)).toBeVisible();
  expect(screen.queryByText(/None yet/)).toBeNull();
  list.mockResolvedValue(UNREAD);
  act(() => store.getState().relistKept());
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.queryByText(looks)).toBeNull();
  expect(screen.queryByText(/None yet/)).toBeNull();
  list.mockResolvedValue({ rows: [ROW], damaged: [] });
  await userEvent.click(again);
  expect(await screen.findByRole('button', { name: 'the good one' })).toBeVisible();
});

it('a saved recording is listed without a seed, which it does not have', async () => {
  const { commands, store } = await renderOnPage(<RunsPanel />);
  const recording = { ...ROW, id: '2', setup: { ...DEFAULT_SETUP, model: 'recorded' } };
  vi.spyOn(commands, 'listKept').mockResolvedValue({ rows: [ROW, recording], damaged: [] });
  act(() => store.getState().relistKept());
  expect(await screen.findAllByText(/475 agents, /)).toHaveLength(2);
  expect(screen.getAllByText(new RegExp(`seed ${DEFAULT_SETUP.seed}, 475 agents, Round 10`))).toHaveLength(1);
});

it('a replayed document stands in the list by its file, with what came of its check', async () => {
  const { commands, store } = await renderOnPage(<RunsPanel />);
  const replayed = { name: 'fall.json', rounds: 20, hash: 'ab', check: null };
  const row = {
    ...ROW,
    ...{ name: null, setup: { ...DEFAULT_SETUP, oracle: { kind: 'replay' as const } } },
    view: { replayed } as SavedRow['view'],
  };
  const named = { ...row, id: '2', name: 'group 3' };
  vi.spyOn(commands, 'listKept').mockResolvedValue({ rows: [row, named], damaged: [] });
  act(() => store.getState().relistKept());
  const entry = within((await screen.findByRole('button', { name: 'fall.json' })).closest('li')!);
  expect(entry.getByText('not checked')).toBeVisible();
  expect(
    within(screen.getByRole('button', { name: 'group 3' }).closest('li')!).getByText(
      'fall.json: not checked',
    ),
  ).toBeVisible();
});
