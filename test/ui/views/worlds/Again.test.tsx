import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { CascadeMeasureList } from '../../../../src/ui/models/social/cascade/CascadeView.tsx';
import { Again } from '../../../../src/ui/views/worlds/Again.tsx';
import { AgentAgain } from '../../../../src/ui/views/worlds/AgentAgain.tsx';
import { renderOnPage } from '../../page.tsx';
import { settlePage } from '../../settlePage.ts';

it('the ways to other worlds explain why a replay has none, and lead there where the policy decides or did so', async () => {
  const { store, commands } = await renderOnPage(
    <>
      <Again />
      <AgentAgain detail={{ id: 'post_003' } as never} />
      <CascadeMeasureList twin={null} />
    </>,
  );
  const played = vi.spyOn(commands, 'playWorlds').mockResolvedValue(undefined);
  const readied = vi.spyOn(commands, 'readyWorlds').mockResolvedValue(undefined);
  const { run } = store.getState();
  act(() => {
    const subject = { noun: 'post', example: 'post_012', fits: /^post_/, outcomes: [] };
    store.setState({ run: { ...run!, info: { ...run!.info, subject } } });
  });
  for (let i = 0; i < 3; i++) await act(() => commands.step());
  act(() => store.getState().select({ own: { root: 0, post: null, isChosen: true } }));
  await settlePage();
  const ways = () => screen.getAllByRole('button', { name: /again/ });
  expect(ways().map(({ textContent }) => textContent)).toEqual([
    'Would it happen again?',
    'this post again',
    'this post again',
  ]);
  act(() => store.getState().amendSetup({ oracle: { kind: 'replay' } }));
  for (const way of ways()) {
    expect(way).toHaveAttribute('aria-disabled', 'true');
    expect(way.title).toContain('A replay repeats one run');
    expect(way.title).toContain('Else start again, under Who decides.');
    await userEvent.click(way);
  }
  expect(ways()).toHaveLength(3);
  for (const asked of [played, readied]) expect(asked).not.toHaveBeenCalled();
  act(() => store.getState().amendSetup({ oracle: { kind: 'policy' } }));
  for (const way of ways()) await userEvent.click(way);
  expect(played).toHaveBeenCalledTimes(3);
  expect(readied).toHaveBeenCalled();
  const repeating = (hash: string) =>
    act(() => {
      const { run } = store.getState();
      const setup = { ...run!.setup, oracle: { kind: 'replay' } as const };
      store.setState({ run: { ...run!, setup, info: { ...run!.info, repeats: hash } } });
    });
  repeating('another hash');
  for (const way of ways()) {
    expect(way.title).toContain('at its end and unchanged');
    await userEvent.click(way);
  }
  expect(played).toHaveBeenCalledTimes(3);
  repeating(store.getState().hash);
  for (const way of ways()) await userEvent.click(way);
  expect(played).toHaveBeenCalledTimes(6);
});
