import { act, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
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

  it('is refused where others than the policy have answered, and the run stays', async () => {
    const { store, link, engine } = await renderOnPage(<Headline />);
    for (let i = 0; i < 3; i++) await act(() => link.step());
    act(() => store.getState().decideBy({ kind: 'replay', file: 'a.json' } as never));
    act(() => store.getState().select({ cursor: 1 }));
    const before = engine.calls.length;
    await act(() => link.change('activity', 9));
    await settle();
    expect(engine.calls.slice(before)).toEqual([]);
    expect(store.getState().notices.at(-1)?.text).toContain(
      'Only a run that the built-in policy decides can branch',
    );
  });
});
