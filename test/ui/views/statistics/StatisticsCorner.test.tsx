import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { StatisticsCorner } from '../../../../src/ui/views/statistics/StatisticsCorner.tsx';
import { renderWorkflow } from '../../page.tsx';
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
