import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { DEFAULT_SETUP } from '../../../src/engine/models/usual.ts';
import type { KeptRow } from '../../../src/ui/kept/keptRow.ts';
import { RunsPanel } from '../../../src/ui/views/runs/RunsPanel.tsx';
import { renderOnPage } from '../page.tsx';

const ROW: KeptRow = {
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
  view: {} as KeptRow['view'],
};

it('a damaged entry stands in the list of kept runs with what is wrong, and can be opened, saved and deleted', async () => {
  const { link, store } = await renderOnPage(<RunsPanel />);
  const damaged = [{ id: '2', problem: 'tick is missing' }];
  vi.spyOn(link, 'listKept').mockResolvedValue({ rows: [ROW], damaged });
  const [open, save, remove] = [
    vi.spyOn(link, 'openKept').mockResolvedValue(true),
    vi.spyOn(link, 'saveKept').mockResolvedValue(),
    vi.spyOn(link, 'forgetKept').mockResolvedValue(),
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
