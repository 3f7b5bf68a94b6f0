import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { App } from '../../../src/ui/app/App.tsx';
import { getModelDefaults } from '../../../src/ui/model/getModelAppearance.ts';
import { renderOnPage } from '../page.tsx';
import { settlePage } from '../settlePage.ts';

describe('App', () => {
  it('has its five regions before anything is selected', async () => {
    await renderOnPage(<App />);
    for (const name of ['Statechart', 'State distribution', 'Agent timelines', 'Cascade', 'Agent inspector'])
      expect(screen.getByRole('region', { name })).toBeDefined();
  });

  it('describes what is going on in one sentence', async () => {
    const { commands } = await renderOnPage(<App />);
    expect(document.body.textContent).toContain(
      'Round 0, 18:00: 4 of 6 already active; press Play to see what spreads.',
    );
    await act(() => commands.step());
    await settlePage();
    expect(document.body.textContent).toContain('3 people in the largest cascade, about climate, seen by 4.');
  });

  it.each(['social', 'governed', 'librarian', 'workflow'])(
    'does not ask to press Play while %s plays and waits',
    async model => {
      const { store } = await renderOnPage(<App />, getModelDefaults(model));
      const headline = screen.getByRole('region', { name: 'Headline' });
      await waitFor(() => expect(headline).toHaveTextContent('press Play'));
      act(() => store.getState().send('play'));
      await waitFor(() => expect(headline).not.toHaveTextContent('press Play'));
    },
  );

  it('plays on Space, steps on →, goes back on ←, and helps on ?', async () => {
    const { engine, store } = await renderOnPage(<App />);
    await userEvent.keyboard('{ArrowRight}');
    expect(engine.calls.at(-1)).toBe('step');
    await userEvent.keyboard('{ArrowLeft}');
    expect(store.getState().selection.cursor).toBe(0);
    await userEvent.keyboard('{ArrowRight} ');
    expect(engine.calls.at(-1)).toBe('play 4');
    await userEvent.keyboard('?');
    expect(await screen.findByRole('dialog', { name: 'Help' })).toBeDefined();
  });

  it('leads from the log to the inspector on I, before its lines have been counted', async () => {
    await renderOnPage(<App />);
    await userEvent.keyboard('l');
    expect(await screen.findByRole('region', { name: 'Log' })).toHaveTextContent('Counting');
    await userEvent.keyboard('i');
    expect(screen.queryByRole('region', { name: 'Log' })).toBeNull();
    expect(screen.getByRole('region', { name: 'Agent inspector' })).toHaveFocus();
  });

  it('ignores letters when they are switched off, and in fields', async () => {
    const { store } = await renderOnPage(<App />);
    const { pixels } = store.getState().scale;
    act(() => store.setState({ letterKeys: false }));
    await userEvent.keyboard('w');
    expect(store.getState().scale.pixels).toBe(pixels);
    act(() => store.setState({ letterKeys: true }));
    await userEvent.type(screen.getByRole('combobox', { name: 'Search an agent, a state, a text' }), 'w');
    expect(store.getState().scale.pixels).toBe(pixels);
    act(() => document.querySelector<HTMLElement>('input[type=search]')!.blur());
    await userEvent.keyboard('w');
    expect(store.getState().scale.pixels).toBeGreaterThan(pixels);
  });

  it('separates live parameters from those that need a reset', async () => {
    const { engine, store } = await renderOnPage(<App />);
    await userEvent.click(screen.getByRole('button', { name: 'Set-up' }));
    const activity = await screen.findByRole('spinbutton', { name: 'Activity' });
    await userEvent.clear(activity);
    await userEvent.type(activity, '4{Enter}');
    expect(engine.calls.at(-1)).toBe('change activity 4');
    const warmUp = screen.getByRole('spinbutton', { name: 'Warm-up' });
    await userEvent.clear(warmUp);
    await userEvent.type(warmUp, '20{Enter}');
    expect(engine.calls.at(-1)).toBe('open seed 7 congress');
    // What was changed in mid-run holds from the beginning of the next.
    expect(store.getState().run?.setup.parameters).toEqual({ activity: 4, warm_up: 20 });
  });

  it('shows an error once, until it is dismissed', async () => {
    const { engine, commands } = await renderOnPage(<App />);
    engine.refuse = 'line 17: "x" is not a number';
    await act(() => commands.reset({ seed: 8 }));
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
