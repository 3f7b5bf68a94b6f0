import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { DEFAULT_SETUP } from '../../../src/engine/models/defaultSetup.ts';
import { buildNetwork } from '../../../src/engine/network/network.ts';
import { PageContext } from '../../../src/ui/hooks/hooks.ts';
import { Neighbours } from '../../../src/ui/network/Neighbours.tsx';
import { NAMES } from '../fakeEngine.ts';
import { openPage, renderOnPage } from '../page.tsx';

const names = (list: HTMLElement) =>
  within(list)
    .getAllByRole('listitem')
    .map(item => NAMES.find(name => item.textContent!.includes(name)));

describe('the people around an agent', () => {
  it('are listed with their states, the most followed first, and a click selects one', async () => {
    const { store, commands } = await renderOnPage(<Neighbours agent={3} />);
    await act(() => commands.step());
    const followers = await screen.findByRole('region', { name: '2 followers' });
    const followed = screen.getByRole('region', { name: 'follows 2' });
    expect(names(followers)).toEqual([NAMES[4], NAMES[5]]);
    expect(names(followed)).toEqual([NAMES[1], NAMES[2]]);
    expect(within(followers).getAllByRole('listitem')[0]).toHaveTextContent(/Clara Birch\s*idle\s*1$/);
    await userEvent.click(within(followed).getByRole('button', { name: new RegExp(NAMES[2]!) }));
    expect(store.getState().selection.agents).toEqual([2]);
  });

  it('are a dozen at first, as many as can be read on request, and counted beyond', async () => {
    const fans = Array.from({ length: 350 }, (_, fan) => fan + 1);
    const edges = { sources: fans.map(() => 0), targets: fans, weights: null };
    const page = await openPage({ ...DEFAULT_SETUP, seed: 7, agents: 351 });
    vi.spyOn(page.engine.api, 'network').mockResolvedValue(buildNetwork('star', 351, edges).network);
    render(
      <PageContext value={{ store: page.store, commands: page.commands }}>
        <Neighbours agent={0} />
      </PageContext>,
    );
    const followers = await screen.findByRole('region', { name: '350 followers' });
    const items = () => within(followers).getAllByRole('listitem');
    expect(items()).toHaveLength(12);
    await userEvent.click(within(followers).getByRole('button', { name: 'the first 300 of 350' }));
    expect(items()).toHaveLength(300);
    expect(within(followers).getByText('and 50 more, who are followed less')).toBeVisible();
  });
});
