import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { Narrowed, StatisticsCorner } from '../../../../src/ui/views/statistics/StatisticsCorner.tsx';
import { renderOnPage, renderWorkflow } from '../../page.tsx';
import { settlePage } from '../../settlePage.ts';

const tab = (name: string) => screen.getByRole('button', { name });

it('statistics that stay open over a change of the model are of all of its agents, on a tab that it has', async () => {
  const { store, commands } = await renderWorkflow(<StatisticsCorner />);
  act(() => store.getState().arrange({ counted: [2] }));
  await userEvent.click(await screen.findByRole('button', { name: 'Steps' }));
  expect(tab('Steps')).toHaveAttribute('aria-pressed', 'true');
  await act(() => commands.openModel('social'));
  await settlePage();
  expect(screen.queryByRole('button', { name: 'Steps' })).toBeNull();
  expect(tab('States')).toHaveAttribute('aria-pressed', 'true');
  expect(store.getState().counted).toEqual([]);
});

describe('statistics of some agents only', () => {
  it('name these agents, their number, and lead back to all', async () => {
    const { store } = await renderOnPage(<Narrowed />);
    expect(screen.queryByRole('button')).toBeNull();
    const { names, config } = store.getState().run!.info;
    act(() => store.getState().arrange({ counted: [2] }));
    expect(screen.getByText(names[2])).toBeDefined();
    act(() => store.getState().arrange({ counted: [0, 2] }));
    expect(screen.getByText('2 that were selected')).toBeDefined();
    act(() => screen.getByRole('button', { name: `count all ${config.agents} agents` }).click());
    expect(store.getState().counted).toEqual([]);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('are not marked where the counted agents are of another run', async () => {
    const { store } = await renderOnPage(<Narrowed />);
    act(() => store.getState().arrange({ counted: [store.getState().run!.info.config.agents] }));
    expect(screen.queryByRole('button')).toBeNull();
  });
});
