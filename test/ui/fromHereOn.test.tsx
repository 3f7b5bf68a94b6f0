import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, describe, expect, it } from 'vitest';
import { SOCIAL_PICKED } from '../../src/ui/models/social/socialPart.ts';
import { Inspector } from '../../src/ui/views/inspector/Inspector.tsx';
import { NAMES } from './fakeEngine.ts';
import { renderOnPage, type TestPage } from './page.tsx';
import { settlePage } from './settlePage.ts';

const button = (name: string) => screen.getByRole('button', { name });

const done = (tick: number, name: string, ...on: string[]) => ({ kind: 'intervention', tick, name, on });

describe('a change from here on', () => {
  // Parts that are loaded when an agent is selected.
  beforeAll(() => import('../../src/ui/models/social/inspector/SocialAgent.tsx'));

  /** Looks at the second agent. @param cursor null: at the head */
  async function lookAt({ store }: TestPage, cursor: number | null) {
    act(() => store.getState().select({ agents: [1], cursor }));
    await settlePage();
    await userEvent.click(screen.getByRole('button', { name: /^Change something from Round \d+ on…$/ }));
  }

  async function opened(cursor: number | null = 3): Promise<TestPage> {
    const page = await renderOnPage(<Inspector />);
    await act(() => page.commands.open(page.store.getState().run!.setup, {}, 6));
    await lookAt(page, cursor);
    return page;
  }

  it('is behind one button, which names the round after the one that is shown', async () => {
    await opened();
    const toggle = button('Change something from Round 4 on…');
    expect(toggle).toHaveAttribute('aria-expanded', 'true');
    await userEvent.click(toggle);
    expect(screen.queryByRole('region', { name: 'Change something from here on' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Remove this agent' })).toBeNull();
  });

  it('may remove a post or an agent, in a branch', async () => {
    const page = await opened();
    const { store, engine } = page;
    expect(screen.queryByRole('button', { name: 'Remove this post' })).toBeNull();
    act(() => store.getState().pick(SOCIAL_PICKED, { post: 11 }));
    await userEvent.click(button('Remove this post'));
    await settlePage();
    const post = done(4, 'remove_post', 'post_012');
    expect(engine.opened?.setup.changes).toEqual([post]);
    expect(engine.calls.at(-1)).toBe('runTo 6');

    await lookAt(page, null);
    await userEvent.click(button('Remove this agent'));
    await settlePage();
    expect(engine.opened?.setup.changes).toEqual([post, done(7, 'remove_agents', 'agent_002')]);
    await lookAt(page, null);
    expect(screen.getByText('This agent is removed.')).toBeDefined();
  });

  it('may change what an agent is, and replaces an earlier choice for that round', async () => {
    const page = await opened();
    const { store, engine } = page;
    const groups = { label: 'archetype', names: ['lurker', 'debater'], of: new Uint8Array(6) };
    const offer = () =>
      act(() => {
        const { run } = store.getState();
        store.setState({ run: run && { ...run, info: { ...run.info, groups } } });
      });
    offer();
    expect(button('It is this')).toBeDisabled();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Archetype' }), 'lurker');
    await userEvent.click(button('Make it a lurker'));
    await settlePage();
    expect(engine.opened?.setup.changes).toEqual([done(4, 'become', 'lurker', 'agent_002')]);
    offer();
    await lookAt(page, 3);
    expect(screen.getByRole('combobox', { name: 'Archetype' })).toHaveValue('lurker');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Archetype' }), 'debater');
    await userEvent.click(button('Make it a debater'));
    await settlePage();
    expect(engine.opened?.setup.changes).toEqual([done(4, 'become', 'debater', 'agent_002')]);
  });

  it('may add a post, about the topic that the agent prefers unless another one is chosen', async () => {
    const { engine } = await opened(null);
    expect(screen.getByRole('combobox', { name: 'Post about' })).toHaveValue('climate');
    await userEvent.click(button('Let it post'));
    await settlePage();
    expect(engine.opened?.setup.changes).toEqual([done(7, 'insert_post', 'agent_002', 'climate')]);
  });

  it('may change whom it follows, by name or id; the opposite in that round replaces it', async () => {
    const page = await opened();
    const { engine } = page;
    const field = () => screen.getByRole('combobox', { name: 'Follows' });
    await userEvent.type(field(), 'hugo jansen{Enter}');
    await settlePage();
    const on = ['agent_002', 'agent_003'];
    expect(engine.opened?.setup.changes).toEqual([done(4, 'add_edge', ...on)]);
    await lookAt(page, 3);
    await userEvent.type(field(), 'agent_003');
    await userEvent.click(button('Unfollow'));
    await settlePage();
    expect(engine.opened?.setup.changes).toEqual([done(4, 'cut_edge', ...on)]);
  });

  it.each([
    ['agent_099', '“agent_099” is nobody in this run: it has agent_001 to agent_006.'],
    ['Wen Keller', 'Nobody follows oneself.'],
    ['Wen', '“Wen” is nobody in this run: it has agent_001 to agent_006.'],
    [' ', 'Type a name, or an id such as agent_012.'],
  ])('refuses %j by name, and keeps the typed text', async (typed, words) => {
    const { engine } = await opened();
    const before = engine.calls.length;
    const field = screen.getByRole('combobox', { name: 'Follows' });
    await userEvent.type(field, `${typed}{Enter}`);
    expect(screen.getByRole('alert').textContent).toBe(words);
    expect(field).toHaveValue(typed);
    expect(engine.calls.length).toBe(before);
    await userEvent.type(field, 'x');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('suggests agents whose name or id contains the typed text, and no more than twenty', async () => {
    const page = await opened();
    const field = screen.getByRole('combobox', { name: 'Follows' });
    const suggested = () =>
      [...document.querySelectorAll('datalist option')].map(one => one.getAttribute('value'));
    expect(suggested()).toEqual([]);
    await userEvent.type(field, 'gra');
    expect(suggested()).toEqual(['agent_004']);
    const { store } = page;
    const names = Array.from({ length: 10_000 }, (_, i) => NAMES[i % NAMES.length]!);
    act(() => {
      const { run } = store.getState();
      store.setState({ run: run && { ...run, info: { ...run.info, names } } });
    });
    expect(suggested()).toHaveLength(20);
    await userEvent.clear(field);
    await userEvent.type(field, 'Maya Grant{Enter}');
    expect(screen.getByRole('alert').textContent).toBe(
      '1667 are called “Maya Grant”: type an id, such as agent_004.',
    );
  });
});
