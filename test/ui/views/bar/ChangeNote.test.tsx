import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { Headline } from '../../../../src/ui/views/bar/Headline.tsx';
import { renderOnPage } from '../../page.tsx';
import { settlePage } from '../../settlePage.ts';

it('a change before the first round is named, compared and played in new societies, as one of a branch is', async () => {
  const user = userEvent.setup();
  const { store, commands } = await renderOnPage(<Headline />);
  const played = vi.spyOn(commands, 'playWorlds').mockResolvedValue(undefined);
  const compared = vi.spyOn(commands, 'compare').mockResolvedValue(true);
  const inWorlds = { name: 'In 200 worlds?' };
  await act(() => commands.change('activity', 3));
  await settlePage();
  expect(screen.queryByRole('button', inWorlds)).toBeNull();
  for (let i = 0; i < 4; i++) await act(() => commands.step());
  await user.click(await screen.findByRole('button', inWorlds));
  expect(screen.getByText(/Activity 3 × from round 1/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'What did it change?' }));
  expect(compared).toHaveBeenCalledWith(
    expect.objectContaining({ kind: 'setup', setup: expect.objectContaining({ changes: [] }), rounds: 4 }),
    { own: 'Activity 3 × from round 1', other: 'without it' },
    true,
  );
  act(() => store.getState().select({ cursor: 2 }));
  await act(() => commands.change('activity', 9));
  await settlePage();
  await user.click(await screen.findByRole('button', inWorlds));
  const question = { worlds: 200, isAgainstUnchanged: true, from: null };
  expect(played.mock.calls).toEqual([[question], [question]]);
});

it('a changed answer is played after the run’s own past, as it is to a question of this run', async () => {
  const { commands } = await renderOnPage(<Headline />);
  const played = vi.spyOn(commands, 'playWorlds').mockResolvedValue(undefined);
  for (let i = 0; i < 4; i++) await act(() => commands.step());
  await act(() => commands.fork({ kind: 'answer', tick: 2, agent: 'agent_001', answer: 'like' }));
  await settlePage();
  await userEvent.click(await screen.findByRole('button', { name: 'In 200 worlds?' }));
  expect(played).toHaveBeenCalledWith({ worlds: 200, isAgainstUnchanged: true, from: 2 });
});
