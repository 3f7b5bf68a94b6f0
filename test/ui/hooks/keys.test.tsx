import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, onTestFinished, vi } from 'vitest';
import { useKeys } from '../../../src/ui/hooks/keys.ts';
import { LogCorner } from '../../../src/ui/views/log/LogCorner.tsx';
import { renderOnPage } from '../page.tsx';

const nothing = () => {};

function Page() {
  useKeys({ onHelp: nothing, onSearch: nothing, onInspector: nothing });
  return <LogCorner />;
}

it('Esc closes the log, then the selection, then the statistics, then the look back', async () => {
  const { store, commands } = await renderOnPage(<Page />);
  for (let round = 0; round < 3; round++) await act(() => commands.step());
  act(() => {
    store.getState().count();
    store.getState().select({ agents: [3], cursor: 1 });
    store.getState().arrange({ isLogged: true });
  });
  const left = () => {
    const { isLogged, counted, selection } = store.getState();
    return [isLogged, selection.agents.length, counted !== null, selection.cursor];
  };
  const all = [left()];
  for (let i = 0; i < 4; i++) {
    await userEvent.keyboard('{Escape}');
    all.push(left());
  }
  expect(all).toEqual([
    [true, 1, true, 1],
    [false, 1, true, 1],
    [false, 0, true, 1],
    [false, 0, false, 1],
    [false, 0, false, null],
  ]);
});

it('in one column Esc closes the inspector, which lies over the log, first', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    ...{ matches: query.includes('859px'), addEventListener: () => {}, removeEventListener: () => {} },
  }));
  onTestFinished(() => void vi.unstubAllGlobals());
  const { store } = await renderOnPage(<Page />);
  act(() => {
    store.getState().select({ agents: [3] });
    store.getState().arrange({ isLogged: true });
  });
  const left = () => [store.getState().selection.agents.length, store.getState().isLogged];
  await userEvent.keyboard('{Escape}');
  expect(left()).toEqual([0, true]);
  await userEvent.keyboard('{Escape}');
  expect(left()).toEqual([0, false]);
});

it('Esc in the search field of the log clears it first', async () => {
  const { store } = await renderOnPage(<Page />);
  act(() => store.getState().arrange({ isLogged: true }));
  const words = screen.getByRole('searchbox', { name: 'Words in the log' });
  await userEvent.type(words, 'reshare');
  await userEvent.keyboard('{Escape}');
  expect([(words as HTMLInputElement).value, store.getState().isLogged]).toEqual(['', true]);
  await userEvent.keyboard('{Escape}');
  expect(store.getState().isLogged).toBe(false);
});
