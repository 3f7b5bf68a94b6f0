import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { DEFAULT_SETUP } from '../../src/engine/models/defaultSetup.ts';
import type { Setup } from '../../src/engine/setup/config.ts';
import { ChangeFlags } from '../../src/ui/views/time/ChangeFlags.tsx';
import { renderOnPage } from './page.tsx';
import { settlePage } from './settlePage.ts';

const CHANGES: Setup['changes'] = [
  { tick: 2, name: 'activity', value: 3 },
  { kind: 'answer', tick: 4, agent: 'agent_002', answer: 'reply' },
  { kind: 'intervention', tick: 4, name: 'remove_agents', on: ['agent_001', 'creator'] },
];

describe('flags on the time axis', () => {
  it('name each change in words, and lead to its round', async () => {
    const { store, commands } = await renderOnPage(<ChangeFlags width={800} gutter={100} />);
    expect(screen.queryAllByRole('button')).toEqual([]);
    await act(() => commands.open({ ...DEFAULT_SETUP, changes: CHANGES }, {}, 6));
    const flags = screen.getAllByRole('button');
    expect(flags.map(flag => flag.title)).toEqual([
      'Round 2: Activity 3 ×',
      'Round 4: Wen Keller answers “reply”; without Ines Okafor, creator',
    ]);
    await userEvent.click(flags[1]);
    expect(store.getState().selection.cursor).toBe(4);
  });

  it('show where the run branched off, and nothing outside of the window', async () => {
    const { store, commands } = await renderOnPage(<ChangeFlags width={800} gutter={100} />);
    await act(() => commands.open({ ...DEFAULT_SETUP, changes: CHANGES }, {}, 6));
    await act(() => commands.fork({ kind: 'answer', tick: 5, agent: 'agent_001', answer: 'like' }));
    await settlePage();
    const flag = screen.getByRole('button', { name: 'Round 5: Ines Okafor answers “like”' });
    expect(flag.dataset.branch).toBe('true');
    expect(screen.getAllByRole('button').filter(({ dataset }) => dataset.branch)).toEqual([flag]);
    act(() => store.setState(({ scale }) => ({ scale: { ...scale, from: 100 } })));
    expect(screen.queryAllByRole('button')).toEqual([]);
  });
});
