import { act, cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { OracleSetup } from '../../src/engine/oracle/oracleSetup.ts';
import { createRemoteDefaults } from '../../src/engine/oracle/oracleSetup.ts';
import { Headline } from '../../src/ui/views/bar/Headline.tsx';
import { OraclePanel } from '../../src/ui/views/oracle/OraclePanel.tsx';
import { ChangeFlags } from '../../src/ui/views/time/ChangeFlags.tsx';
import { renderOnPage } from './page.tsx';
import { settlePage } from './settlePage.ts';

describe('a change while an earlier round is viewed', () => {
  it('opens the run with the changes up to there and the new one, and plays it as far as it was', async () => {
    const { store, commands, engine } = await renderOnPage(<Headline />);
    for (let i = 0; i < 4; i++) await act(() => commands.step());
    await act(() => commands.change('activity', 3));
    for (let i = 0; i < 2; i++) await act(() => commands.step());
    act(() => store.getState().select({ cursor: 2 }));
    await act(() => commands.change('activity', 9));
    await settlePage();
    expect(engine.opened?.setup.changes).toEqual([{ tick: 3, name: 'activity', value: 9 }]);
    expect(engine.calls.at(-1)).toBe('runTo 6');
    expect(engine.opened?.setup.branchOf).toEqual({
      hash: '6'.padStart(64, '0'),
      rounds: 6,
      after: 2,
      by: { tick: 3, name: 'activity', value: 9 },
    });
    expect(store.getState().branch).toMatchObject({ from: 2, change: 'Activity 9 ×', parent: { head: 6 } });
    expect((await screen.findByText(/after Round 2/)).textContent).toMatch(
      /^branch of .* after Round 2: Activity 9 ×/,
    );
    expect(store.getState().notices.map(({ button }) => button?.label)).toContain('Bring it back');
  });

  it('is compared with its set-up played again where that repeats it, so that both can change places; otherwise, and after a reload, with the saved run', async () => {
    const { store, commands } = await renderOnPage(<Headline />);
    for (let i = 0; i < 4; i++) await act(() => commands.step());
    act(() => store.getState().select({ cursor: 2 }));
    await act(() => commands.change('activity', 9));
    await settlePage();
    const compared = vi.spyOn(commands, 'compare').mockResolvedValue(true);
    const { branch } = store.getState();
    const { parent: known } = branch!;
    const since = { ...known, columns: null };
    const kinds = [
      ...[known, since].map(parent => ({ ...parent, isRepeatable: true, keptAs: 'one' })),
      ...[null, 'one'].map(keptAs => ({ ...known, isRepeatable: false, keptAs })),
    ];
    for (const parent of kinds) {
      act(() => store.setState({ branch: { ...branch!, parent } }));
      await userEvent.click(await screen.findByRole('button', { name: 'What did it change?' }));
    }
    expect(compared.mock.calls.map(([{ kind }]) => kind)).toEqual(['setup', 'kept', 'setup', 'kept']);
  });

  it('is undone to the run before and made again, by keys as well', async () => {
    const user = userEvent.setup();
    const { store, commands, engine } = await renderOnPage(<Headline />);
    for (let i = 0; i < 6; i++) await act(() => commands.step());
    act(() => store.getState().select({ cursor: 2 }));
    await act(() => commands.change('activity', 9));
    await settlePage();
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await settlePage();
    expect(engine.opened?.setup.changes).toEqual([]);
    expect(engine.opened?.setup).not.toHaveProperty('branchOf');
    expect(engine.calls.at(-1)).toBe('runTo 6');
    expect(store.getState().branch).toBeNull();
    await act(() => commands.redo());
    await settlePage();
    expect(engine.opened?.setup.changes).toEqual([{ tick: 3, name: 'activity', value: 9 }]);
    expect(store.getState().branch).toMatchObject({ from: 2, change: 'Activity 9 ×' });
    await act(() => commands.undo());
    await settlePage();
    await act(() => commands.reset());
    await settlePage();
    await act(() => commands.redo());
    // Another run was opened since.
    expect(engine.opened?.setup.changes).toEqual([]);
  });

  it('keeps changes that were made before it', async () => {
    const { store, commands, engine } = await renderOnPage(<Headline />);
    await act(() => commands.change('activity', 3));
    for (let i = 0; i < 4; i++) await act(() => commands.step());
    act(() => store.getState().select({ cursor: 2 }));
    await act(() => commands.change('activity', 9));
    await settlePage();
    expect(engine.opened?.setup.changes).toEqual([
      { tick: 1, name: 'activity', value: 3 },
      { tick: 3, name: 'activity', value: 9 },
    ]);
  });

  it('repeats the answers up to there where others than the policy have answered, and keeps the run', async () => {
    const { store, commands, engine } = await renderOnPage(<Headline />);
    for (let i = 0; i < 5; i++) await act(() => commands.step());
    const oracle = { ...createRemoteDefaults('ollama'), model: 'qwen3' };
    act(() => store.getState().decideBy(oracle));
    act(() => store.getState().select({ cursor: 2 }));
    await act(() => commands.change('activity', 9));
    await settlePage();
    expect(engine.calls.slice(-3)).toEqual(['open seed 7 congress', 'branch after 2', 'runTo 5']);
    expect(engine.opened?.setup).toMatchObject({
      oracle,
      changes: [{ tick: 3, name: 'activity', value: 9 }],
    });
    const { branch, mixed, heldBefore, notices } = store.getState();
    expect(branch).toMatchObject({ from: 2, parent: { head: 5, document: { name: 'the run before' } } });
    expect([mixed, heldBefore]).toEqual([true, true]);
    await act(async () => notices.find(({ button }) => button?.label === 'Bring it back')?.button?.act());
    await settlePage();
    expect(engine.calls).toContain('resume the run before 0');
    expect(engine.opened?.setup.changes).toEqual([]);
  });

  it('of a run whose answers were repeated is compared with that run’s document', async () => {
    const { store, commands, engine } = await renderOnPage(<Headline />);
    for (let i = 0; i < 3; i++) await act(() => commands.step());
    act(() => store.getState().decideBy({ kind: 'policy' }));
    await act(() => commands.fork({ kind: 'answer', tick: 2, agent: 'agent_001', answer: 'like' }));
    await settlePage();
    expect(engine.calls).toContain('branch after 1');
    await userEvent.click(await screen.findByRole('button', { name: 'What did it change?' }));
    await settlePage();
    expect(engine.calls.at(-1)).toBe('openOther document');
  });
});

describe('another oracle, chosen while an earlier round is viewed', () => {
  const qwen = { ...createRemoteDefaults('ollama'), model: 'qwen3' };
  const flag = () => screen.getByRole('button', { name: /^Round 4: who decides/ });

  async function lookingBack(page: Awaited<ReturnType<typeof renderOnPage>>, draft: OracleSetup) {
    for (let i = 0; i < 6; i++) await act(() => page.commands.step());
    act(() => page.store.getState().select({ cursor: 3 }));
    act(() => page.store.getState().setDraft(draft));
  }

  it('decides from the round after it on, in a branch that waits for the model to be asked', async () => {
    const page = await renderOnPage(
      <>
        <Headline />
        <OraclePanel />
        <ChangeFlags width={800} gutter={100} />
      </>,
    );
    const { store, engine, commands } = page;
    await act(() => commands.change('activity', 3));
    await lookingBack(page, qwen);
    await userEvent.click(screen.getByRole('button', { name: 'Continue with it from Round 4' }));
    await settlePage();
    expect(engine.calls.slice(-3)).toEqual(['open seed 7 congress', 'branch after 3', 'runTo 3']);
    expect(engine.opened?.setup).toMatchObject({
      oracle: qwen,
      changes: [{ tick: 1, name: 'activity', value: 3 }],
    });
    expect(store.getState()).toMatchObject({ head: 3, mixed: true, heldBefore: false, phase: 'paused' });
    expect(engine.opened?.setup.branchOf).toMatchObject({ rounds: 6, after: 3, by: { kind: 'oracle' } });
    expect(store.getState().branch).toMatchObject({ from: 3, change: 'who decides: qwen3' });
    expect((await screen.findByText(/after Round 3/)).textContent).toContain('who decides: qwen3');
    const told = store.getState().notices.at(-1);
    expect(told?.text).toContain('From Round 4 on qwen3 decides; Play or Step asks it.');
    expect(told?.button?.label).toBe('Bring it back');

    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await settlePage();
    expect(engine.opened?.setup.oracle).toEqual({ kind: 'policy' });
    expect(engine.calls.at(-1)).toBe('runTo 6');
    expect(store.getState()).toMatchObject({ branch: null, mixed: false });
  });

  it('leaves the answers before it to a model, and has the policy play on to where the run was', async () => {
    const page = await renderOnPage(
      <>
        <OraclePanel />
        <ChangeFlags width={800} gutter={100} />
      </>,
    );
    const { store, engine } = page;
    act(() => store.getState().decideBy(qwen));
    await lookingBack(page, { kind: 'policy' });
    await userEvent.click(screen.getByRole('button', { name: 'Continue with it from Round 4' }));
    await settlePage();
    expect(engine.calls.slice(-3)).toEqual(['open seed 7 congress', 'branch after 3', 'runTo 6']);
    expect(store.getState()).toMatchObject({ head: 6, mixed: true, heldBefore: true });
    expect(store.getState().branch).toMatchObject({
      from: 3,
      change: 'who decides: the built-in policy',
      parent: { isRepeatable: false, document: { name: 'the run before' } },
    });
  });

  it('leads to a note that the run before is saved where the browser saves it, else that it has been replaced', async () => {
    for (const [isKept, told] of [
      [true, 'The previous run is saved, under Runs. From Round 4 on the built-in policy decides.'],
      [false, 'The previous run has been replaced. From Round 4 on the built-in policy decides.'],
    ] as const) {
      const page = await renderOnPage(<OraclePanel />);
      const { store } = page;
      act(() => store.getState().decideBy(qwen));
      await lookingBack(page, { kind: 'policy' });
      const kept = { tick: 6, bytes: 9, problem: null };
      if (isKept) act(() => store.setState({ keptAs: 'one', kept: kept as never }));
      await userEvent.click(screen.getByRole('button', { name: 'Continue with it from Round 4' }));
      await settlePage();
      expect(store.getState().notices.map(({ text }) => text)).toContain(told);
      cleanup();
    }
  });

  it('is explained for both ways, and so is why it is not available yet', async () => {
    const page = await renderOnPage(<OraclePanel />);
    await lookingBack(page, createRemoteDefaults('ollama'));
    for (const name of ['Start again with this model', 'Continue with it from Round 4']) {
      expect(screen.getByRole('button', { name })).toBeDisabled();
      expect(screen.getByRole('button', { name }).title).toBe('choose a model first');
    }
    expect(screen.getByText(/^Start again: the same seed/).textContent).toContain(
      'Go on: a branch, in which the rounds up to 3 are as they were.',
    );
    act(() => page.store.getState().select({ cursor: null }));
    expect(screen.getByText(/^Start again: the same seed/).textContent).toContain(
      'Go on: the rounds so far stay as they are.',
    );
  });

  it('has a flag on the axis, and can be chosen again where another one decided then', async () => {
    const page = await renderOnPage(
      <>
        <OraclePanel />
        <ChangeFlags width={800} gutter={100} />
      </>,
    );
    const { store, commands, engine } = page;
    for (let i = 0; i < 3; i++) await act(() => commands.step());
    await act(() => commands.goOn(qwen));
    await act(() => commands.step());
    expect(engine.calls).toContain('goOn ollama');
    expect(flag().title).toBe('Round 4: who decides: qwen3');
    expect(screen.queryByRole('button', { name: /^Continue with it/ })).toBeNull();
    act(() => store.getState().select({ cursor: 1 }));
    expect(screen.getByRole('button', { name: 'Continue with it from Round 2' })).toBeDefined();
    act(() => store.getState().select({ cursor: 3 }));
    expect(screen.queryByRole('button', { name: /^Continue with it/ })).toBeNull();
  });

  it('is not restored from a run that neither the browser nor the policy has', async () => {
    const page = await renderOnPage(<Headline />);
    const { store, commands, engine } = page;
    await lookingBack(page, qwen);
    await act(() => commands.goOn(qwen));
    await act(() => commands.undo());
    await settlePage();
    const before = engine.calls.length;
    await act(() => commands.redo());
    expect(engine.calls.length).toBe(before);
    expect(store.getState().notices.at(-1)?.text).toContain('the browser does not save them');
  });
});
