import { act, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Narrowed } from '../../../../src/ui/views/statistics/Narrowed.tsx';
import { renderOnPage } from '../../page.tsx';

describe('statistics of some agents only', () => {
  it('name these agents, their number, and lead back to all', async () => {
    const { store } = await renderOnPage(<Narrowed />);
    expect(screen.queryByRole('button')).toBeNull();
    const { names, config } = store.getState().run!.info;
    act(() => store.getState().arrange({ counted: [2] }));
    expect(screen.getByText(names[2])).toBeDefined();
    act(() => store.getState().arrange({ counted: [0, 2] }));
    expect(screen.getByText('2 that were selected')).toBeDefined();
    act(() => screen.getByRole('button', { name: `count all ${config.agents} agents` }).click());
    expect(store.getState().counted).toEqual([]);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('are not marked where the counted agents are of another run', async () => {
    const { store } = await renderOnPage(<Narrowed />);
    act(() => store.getState().arrange({ counted: [store.getState().run!.info.config.agents] }));
    expect(screen.queryByRole('button')).toBeNull();
  });
});
