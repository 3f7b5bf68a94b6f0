import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { RunPair, RunState } from '../../../../src/ui/state/runState.ts';
import { StateShares } from '../../../../src/ui/views/compare/StateShares.tsx';
import { renderOnPage } from '../../page.tsx';

it('the shares of two runs are those of the states that differ most, or of the ones that are chosen', async () => {
  const { store } = await renderOnPage(<StateShares />);
  const { run } = store.getState();
  const { states } = run!.info.chart;
  const [first, second] = states;
  const agents = run!.info.config.agents;
  /** All are in the second state up to a tick, and then in the first. */
  const runUntil = (until: number) =>
    ({
      ...run,
      columns: {
        count: (tick: number, state: number) => (state === (tick <= until ? 1 : 0) ? agents : 0),
      },
    }) as unknown as RunState;
  const show = (tick: number) => {
    const pair = {
      ...{ run: runUntil(9), words: { own: '', other: '' }, isOwnB: false, elsewhere: null, texts: null },
      ...{ outcomes: { tick, a: [], b: [] }, differences: null },
    } as unknown as RunPair;
    act(() => store.setState({ run: runUntil(2), pair }));
  };
  show(5);
  const rows = () => screen.queryAllByRole('rowheader').map(header => header.textContent);
  const rowOf = (state: string, isMost = false) =>
    screen.getByRole('row', { name: new RegExp(`^${isMost ? 'Most in' : 'In'} ${state} `) }).textContent;
  expect(rows()).toEqual([`In ${first}`, `Most in ${first}`, `In ${second}`, `Most in ${second}`]);
  expect(rowOf(first!)).toBe(`In ${first}100.00.0−100.0`);
  expect(rowOf(second!, true)).toBe(`Most in ${second}100.0100.00.0`);
  await userEvent.click(screen.getByRole('button', { name: first! }));
  expect(rows()).toEqual([`In ${second}`, `Most in ${second}`]);
  await userEvent.click(screen.getByRole('button', { name: 'resting' }));
  expect(rows()).toEqual([`In ${second}`, `Most in ${second}`, 'In resting', 'Most in resting']);
  expect(rowOf('resting')).toBe('In resting0.00.00.0');
});

it('models whose outcomes have the share of each state have no second table of them', async () => {
  const { store } = await renderOnPage(<StateShares />);
  const { run } = store.getState();
  const outcomes = [{ name: 'share_in_calm', label: 'In calm', unit: 'share', better: null, meaning: '' }];
  const told = { ...run!, info: { ...run!.info, outcomes } } as RunState;
  const pair = { run: told, words: {}, isOwnB: false, outcomes: { tick: 0, a: [0], b: [0] } } as unknown;
  act(() => store.setState({ run: told, pair: pair as RunPair }));
  expect(screen.queryByRole('region', { name: 'Shares by state' })).toBeNull();
});
