import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { StatesView } from '../../../src/ui/views/StatesView.tsx';
import { renderOnPage } from '../page.tsx';

it('words beside the axis leave its longest number room', async () => {
  const { store, link } = await renderOnPage(<StatesView />);
  await act(() => link.step());
  const room = () => screen.getByText('agents in each').style.paddingRight;
  expect(room()).toBe('2ch');
  const { run } = store.getState();
  const config = { ...run!.info.config, agents: 100_000 };
  act(() => store.setState({ run: { ...run!, info: { ...run!.info, config } } }));
  await userEvent.click(screen.getByRole('button', { name: 'all' }));
  expect(room()).toBe('6ch');
});
