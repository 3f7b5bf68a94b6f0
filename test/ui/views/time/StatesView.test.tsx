import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { getModelDefaults } from '../../../../src/ui/model/getModelAppearance.ts';
import { getBranchParent } from '../../../../src/ui/store/getBranchParent.ts';
import { StatesView } from '../../../../src/ui/views/time/StatesView.tsx';
import { renderOnPage, type TestPage } from '../../page.tsx';

/** Makes the run on the screen one that has branched off from itself. */
async function branchOff({ store, commands }: TestPage): Promise<void> {
  await act(() => commands.step());
  const parent = { ...getBranchParent(store.getState())!, head: 1 };
  act(() => store.getState().setBranch({ from: 0, change: 'other', since: 'anew', parent }));
}

it('the run without the change has a line while not all agents are stacked', async () => {
  await branchOff(await renderOnPage(<StatesView />));
  expect(screen.getByText('line: without it')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'all' }));
  expect(screen.queryByText('line: without it')).toBeNull();
});

it('the run without the change has no line where all agents are stacked, whose top is the same in every run', async () => {
  await branchOff(await renderOnPage(<StatesView />, getModelDefaults('chart')));
  expect(screen.queryByText('line: without it')).toBeNull();
  expect(screen.getByText('agents in each')).toBeInTheDocument();
});

it('words next to the axis leave room for its longest number', async () => {
  const { store, commands } = await renderOnPage(<StatesView />);
  await act(() => commands.step());
  const room = () => screen.getByText('agents in each').style.paddingRight;
  expect(room()).toBe('2ch');
  const { run } = store.getState();
  const config = { ...run!.info.config, agents: 100_000 };
  act(() => store.setState({ run: { ...run!, info: { ...run!.info, config } } }));
  await userEvent.click(screen.getByRole('button', { name: 'all' }));
  expect(room()).toBe('6ch');
});
