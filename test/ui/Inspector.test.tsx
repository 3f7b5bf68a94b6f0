import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, describe, expect, it } from 'vitest';
import { Inspector } from '../../src/ui/views/inspector/Inspector.tsx';
import { renderOnPage } from './page.tsx';
import { settlePage } from './settlePage.ts';

const region = () => screen.getByRole('region', { name: 'Agent inspector' });

describe('Inspector', () => {
  // Parts that are loaded when an agent is selected.
  beforeAll(() => import('../../src/ui/models/social/inspector/SocialAgent.tsx'));

  it('shows what is happening when nobody is selected', async () => {
    await renderOnPage(<Inspector />);
    expect(within(region()).getByRole('heading', { name: 'Happening now' })).toBeDefined();
    expect(within(region()).getByText('The river gauge has a public page now.')).toBeDefined();
  });

  it('shows profile, state, triggers with reasons, history and the last question', async () => {
    const { store } = await renderOnPage(<Inspector />);
    act(() => store.getState().select({ agents: [0] }));
    await settlePage();
    const text = region().textContent!;
    expect(text).toContain('Ines Okafor agent_001');
    expect(text).toContain('Debater, 30 followers');
    expect(text).toContain('for 3 rounds');
    expect(text).toContain('interest 0.18, needs ≥ 0.21');
    expect(text).toContain('It chose reply');
    expect(text).toContain('reply 48');
    expect(text).toContain('× quality 1.50');
    expect(within(region()).getAllByRole('listitem').length).toBeGreaterThan(3);
  });

  it('is the one of the viewed round', async () => {
    const { store, commands } = await renderOnPage(<Inspector />);
    for (let i = 0; i < 6; i++) await act(() => commands.step());
    act(() => store.getState().select({ agents: [0] }));
    await settlePage();
    act(() => store.getState().select({ cursor: 2 }));
    await settlePage();
    expect(store.getState().detail!.tick).toBe(2);
    expect(region().textContent).not.toContain('what could fire now');
    expect(region().textContent).toContain('what could fire at Round 2');
    act(() => store.getState().goForward());
    await settlePage();
    expect(store.getState().detail!.tick).toBe(6);
    expect(region().textContent).toContain('what could fire now');
  });

  it('saves the agent’s history as a file', async () => {
    const { store } = await renderOnPage(<Inspector />);
    act(() => store.getState().select({ agents: [0] }));
    await settlePage();
    const files: Blob[] = [];
    const createObjectURL = (file: Blob) => `blob:${files.push(file)}`;
    Object.assign(URL, { createObjectURL, revokeObjectURL: () => undefined });
    await userEvent.click(screen.getByRole('button', { name: 'history.json' }));
    await settlePage();
    expect(files.map(({ type, size }) => [type, size])).toEqual([['application/json', 3]]);
  });

  it('shows the prompt that a model would be given', async () => {
    const { store } = await renderOnPage(<Inspector />);
    act(() => store.getState().select({ agents: [0] }));
    await settlePage();
    await userEvent.click(screen.getByRole('button', { name: 'prompt for a model' }));
    expect(screen.getByText('You are a debater.')).toBeDefined();
    expect(screen.getByRole('dialog')).toHaveTextContent(
      'The built-in policy does not read this text as a language model does.',
    );
  });

  it('lists the agents of a state, each leading to its own page', async () => {
    const { store } = await renderOnPage(<Inspector />);
    act(() => store.getState().select({ state: 1, agents: [2, 4] }));
    expect(await screen.findByRole('heading', { name: '2 agents in scrolling' })).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Clara Birch' }));
    expect(store.getState().selection).toMatchObject({ agents: [4], state: null });
  });
});
