import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { remoteDefaults } from '../../src/engine/oracleSetup.ts';
import { Headline } from '../../src/ui/views/Headline.tsx';
import { renderOnPage } from './page.tsx';

const settle = () => act(() => new Promise<void>(resolve => setTimeout(resolve, 30)));

describe('a change while an earlier round is looked at', () => {
  it('opens the run with the changes up to there and the new one, and plays it as far as it was', async () => {
    const { store, link, engine } = await renderOnPage(<Headline />);
    for (let i = 0; i < 4; i++) await act(() => link.step());
    await act(() => link.change('activity', 3));
    for (let i = 0; i < 2; i++) await act(() => link.step());
    act(() => store.getState().select({ cursor: 2 }));
    await act(() => link.change('activity', 9));
    await settle();
    expect(engine.opened?.setup.changes).toEqual([{ tick: 3, name: 'activity', value: 9 }]);
    expect(engine.calls.at(-1)).toBe('runTo 6');
    expect(store.getState().branch).toMatchObject({ from: 2, change: 'Activity 9 ×', parent: { head: 6 } });
    expect((await screen.findByText(/after Round 2/)).textContent).toMatch(
      /^branch of .* after Round 2: Activity 9 ×/,
    );
    expect(store.getState().notices.map(({ button }) => button?.label)).toContain('Bring it back');
  });

  it('is undone to the run before and made again, by keys as well', async () => {
    const user = userEvent.setup();
    const { store, link, engine } = await renderOnPage(<Headline />);
    for (let i = 0; i < 6; i++) await act(() => link.step());
    act(() => store.getState().select({ cursor: 2 }));
    await act(() => link.change('activity', 9));
    await settle();
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await settle();
    expect(engine.opened?.setup.changes).toEqual([]);
    expect(engine.calls.at(-1)).toBe('runTo 6');
    expect(store.getState().branch).toBeNull();
    await act(() => link.redo());
    await settle();
    expect(engine.opened?.setup.changes).toEqual([{ tick: 3, name: 'activity', value: 9 }]);
    expect(store.getState().branch).toMatchObject({ from: 2, change: 'Activity 9 ×' });
    await act(() => link.undo());
    await settle();
    await act(() => link.reset());
    await settle();
    await act(() => link.redo());
    // Another run was opened since.
    expect(engine.opened?.setup.changes).toEqual([]);
  });

  it('keeps changes that were made before it', async () => {
    const { store, link, engine } = await renderOnPage(<Headline />);
    await act(() => link.change('activity', 3));
    for (let i = 0; i < 4; i++) await act(() => link.step());
    act(() => store.getState().select({ cursor: 2 }));
    await act(() => link.change('activity', 9));
    await settle();
    expect(engine.opened?.setup.changes).toEqual([
      { tick: 1, name: 'activity', value: 3 },
      { tick: 3, name: 'activity', value: 9 },
    ]);
  });

  it('repeats the answers up to there where others than the policy have answered, and keeps the run', async () => {
    const { store, link, engine } = await renderOnPage(<Headline />);
    for (let i = 0; i < 5; i++) await act(() => link.step());
    const oracle = { ...remoteDefaults('ollama'), model: 'qwen3' };
    act(() => store.getState().decideBy(oracle));
    act(() => store.getState().select({ cursor: 2 }));
    await act(() => link.change('activity', 9));
    await settle();
    expect(engine.calls.slice(-3)).toEqual(['open seed 7 congress', 'branch after 2', 'runTo 5']);
    expect(engine.opened?.setup).toMatchObject({
      oracle,
      changes: [{ tick: 3, name: 'activity', value: 9 }],
    });
    const { branch, mixed, heldBefore, notices } = store.getState();
    expect(branch).toMatchObject({ from: 2, parent: { head: 5, document: { name: 'the run before' } } });
    expect([mixed, heldBefore]).toEqual([true, true]);
    await act(async () => notices.find(({ button }) => button?.label === 'Bring it back')?.button?.act());
    await settle();
    expect(engine.calls).toContain('resume the run before 0');
    expect(engine.opened?.setup.changes).toEqual([]);
  });

  it('of a run whose answers were repeated is compared with that run’s document', async () => {
    const { store, link, engine } = await renderOnPage(<Headline />);
    for (let i = 0; i < 3; i++) await act(() => link.step());
    act(() => store.getState().decideBy({ kind: 'policy' }));
    await act(() => link.fork({ kind: 'answer', tick: 2, agent: 'agent_001', answer: 'like' }));
    await settle();
    expect(engine.calls).toContain('branch after 1');
    await userEvent.click(await screen.findByRole('button', { name: 'What did it change?' }));
    await settle();
    expect(engine.calls.at(-1)).toBe('openOther document');
  });
});
