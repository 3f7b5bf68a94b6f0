import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { getCachedMarks } from '../../src/ui/views/time/marks.ts';
import { TimeColumn } from '../../src/ui/views/time/TimeColumn.tsx';
import { TimelinesView } from '../../src/ui/views/time/TimelinesView.tsx';
import { renderOnPage } from './page.tsx';

const field = () => screen.getByRole('combobox', { name: /^Search/ });
const options = () => within(screen.getByRole('listbox')).getAllByRole('option');

describe('the search', () => {
  it('highlights the agents that it found in every view, until it is over', async () => {
    const { store, engine } = await renderOnPage(<TimelinesView />);
    engine.hits = [{ noun: 'post', text: 'Soup for all', agents: [2], thing: 7 }];
    await userEvent.type(field(), 'soup');
    await vi.waitFor(() =>
      expect(getCachedMarks(store.getState())).toMatchObject({ why: 'found', dim: true }),
    );
    await vi.waitFor(() => expect([...getCachedMarks(store.getState()).agents]).toEqual([2]));
    await userEvent.keyboard('{Escape}');
    expect(getCachedMarks(store.getState()).why).not.toBe('found');
  });

  it('lists beginnings of names before states, and states before texts', async () => {
    const { store, engine } = await renderOnPage(<TimelinesView />);
    engine.hits = [{ noun: 'post', text: 'An idle day', agents: [1], thing: 3 }];
    await userEvent.type(field(), 'idle');
    await vi.waitFor(() =>
      expect(options().map(option => option.textContent)).toEqual([
        expect.stringMatching(/^stateidle/),
        expect.stringMatching(/^postAn idle day/),
      ]),
    );
    await userEvent.keyboard('{Enter}');
    const { selection, run, search } = store.getState();
    expect(selection.state).toBe(run!.info.chart.states.indexOf('idle'));
    expect(search.words).toBe('');
  });

  it('goes through the results with the arrow keys, and Enter selects one', async () => {
    const { store, engine } = await renderOnPage(<TimelinesView />);
    engine.hits = [{ noun: 'entry', text: 'idle_notes', agents: [0, 3], thing: null }];
    await userEvent.type(field(), 'idle');
    await vi.waitFor(() => expect(options()).toHaveLength(2));
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(store.getState().selection.agents).toEqual([0, 3]);
  });

  it('goes through everybody, with any selection', async () => {
    const { store } = await renderOnPage(<TimelinesView />);
    act(() => store.getState().select({ agents: [0, 1] }));
    const name = store.getState().run!.info.names[4]!;
    await userEvent.type(field(), name);
    expect(options()[0]).toHaveTextContent(name);
  });

  it('does not move the cursor when a result is clicked', async () => {
    const { store, engine } = await renderOnPage(
      <TimeColumn>
        <TimelinesView />
      </TimeColumn>,
    );
    engine.hits = [];
    await userEvent.type(field(), 'idle');
    // Over a tick of the past.
    fireEvent.click(options()[0]!, { clientX: 140 });
    expect(store.getState().selection.cursor).toBeNull();
    expect(store.getState().selection.state).not.toBeNull();
  });

  it('reports no results only when everything has been searched', async () => {
    const { store, engine } = await renderOnPage(<TimelinesView />);
    engine.hits = [{ noun: 'post', text: 'Soup for all', agents: [2], thing: 7 }];
    await userEvent.type(field(), 'soup');
    await vi.waitFor(() => expect(options()).toHaveLength(1));
    // What other words had found does not stand for these.
    engine.hits = [];
    await userEvent.clear(field());
    await userEvent.type(field(), 'qqq');
    expect(store.getState().search.hits).toBeNull();
    expect(screen.queryByText(/^nothing has/)).toBeNull();
    expect(screen.queryByRole('listbox')).toBeNull();
    await vi.waitFor(() => expect(screen.getByText(/^nothing has “qqq”/)).toBeDefined());
    act(() => store.getState().seek(''));
    expect(screen.queryByText(/^nothing has/)).toBeNull();
  });
});
