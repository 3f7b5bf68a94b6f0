import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, describe, expect, it } from 'vitest';
import { SOCIAL_PICKED } from '../../src/ui/models/social/socialPart.ts';
import { Inspector } from '../../src/ui/views/Inspector.tsx';
import { renderOnPage } from './page.tsx';

const settle = () => act(() => new Promise<void>(resolve => setTimeout(resolve, 30)));

describe('what is removed from here on', () => {
  // Parts that are loaded when an agent is selected.
  beforeAll(() => import('../../src/ui/models/social/SocialAgent.tsx'));

  it('is gone from the round after the one that is shown, in a branch', async () => {
    const { store, link, engine } = await renderOnPage(<Inspector />);
    await act(() => link.open(store.getState().run!.setup, {}, 6));
    act(() => store.getState().select({ agents: [1], cursor: 3 }));
    await settle();
    expect(screen.queryByRole('button', { name: 'Remove this post from here on' })).toBeNull();
    act(() => store.getState().pick(SOCIAL_PICKED, { post: 11 }));
    await userEvent.click(screen.getByRole('button', { name: 'Remove this post from here on' }));
    await settle();
    const post = { kind: 'intervention', tick: 4, name: 'remove_post', on: ['post_012'] };
    expect(engine.opened?.setup.changes).toEqual([post]);
    expect(engine.calls.at(-1)).toBe('runTo 6');

    act(() => store.getState().select({ agents: [1] }));
    await settle();
    await userEvent.click(screen.getByRole('button', { name: 'Remove this agent from here on' }));
    await settle();
    const agent = { kind: 'intervention', tick: 7, name: 'remove_agents', on: ['agent_002'] };
    expect(engine.opened?.setup.changes).toEqual([post, agent]);
    act(() => store.getState().select({ agents: [1] }));
    await settle();
    expect(screen.getByText('This agent is removed.')).toBeDefined();
  });
});
