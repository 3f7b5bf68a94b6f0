import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { DEFAULT_SETUP } from '../../src/engine/models/defaultSetup.ts';
import { getModelDefaults } from '../../src/ui/model/getModelAppearance.ts';
import { Bar } from '../../src/ui/views/bar/Bar.tsx';
import { renderOnPage } from './page.tsx';

describe('Bar', () => {
  it('names every control', async () => {
    await renderOnPage(<Bar />);
    for (const name of ['Step', 'Play', 'Reset', 'New seed', 'Export JSON', 'Share'])
      expect(screen.getByRole('button', { name })).toBeDefined();
    for (const name of ['Model', 'Network', 'Preset', 'Oracle'])
      expect(screen.getByRole('combobox', { name })).toBeDefined();
    expect(screen.getByRole('spinbutton', { name: 'Seed' })).toHaveProperty('value', '7');
    expect(screen.getByRole('slider', { name: 'Speed' }).getAttribute('aria-valuetext')).toBe('4 rounds/s');
  });

  it.each([
    [{}, 'Your agents: Retail, GPT-4.1 …'],
    [{ own: ['traces'], preset: '' }, 'Your agents: mine.jsonl …'],
  ])(
    'names model and set where there is no room for the choices, and leads to them: %#',
    async (part, name) => {
      vi.stubGlobal('matchMedia', (query: string) => ({
        ...{ matches: query.includes('1179px'), media: query },
        ...{ addEventListener: () => undefined, removeEventListener: () => undefined },
      }));
      const { store } = await renderOnPage(<Bar />, { ...getModelDefaults('recorded'), preset: 'retail' });
      const run = store.getState().run!;
      const inputInfo = { traces: { name: 'mine.jsonl', count: 1, sha256: '' } };
      act(() =>
        store.setState({
          run: {
            ...run,
            setup: { ...run.setup, ...part },
            info: { ...run.info, config: { ...run.info.config, inputInfo } },
          },
        } as object),
      );
      const button = screen.getByRole('button', { name });
      await userEvent.click(button);
      expect(store.getState().panel).toBe('setup');
      vi.unstubAllGlobals();
    },
  );

  it('shows the round and is not announced while playing', async () => {
    const { store, commands } = await renderOnPage(<Bar />);
    const status = screen.getByRole('status');
    expect(status.textContent).toBe('Round 0 18:00');
    await userEvent.click(screen.getByRole('button', { name: 'Step' }));
    expect(status.textContent).toBe('Round 1 18:03');
    expect(status.getAttribute('aria-live')).toBe('polite');
    await act(() => commands.toggle());
    expect(status.getAttribute('aria-live')).toBe('off');
    expect(screen.getByRole('button', { name: 'Pause' })).toBeDefined();
    expect(store.getState().phase).toBe('playing');
  });

  it('shows eight digits of the hash and the whole of it in its title', async () => {
    const { commands } = await renderOnPage(<Bar />);
    await act(() => commands.step());
    const hash = screen.getByLabelText('Run hash');
    expect(hash.textContent).toBe('00000000');
    expect(hash.title).toMatch(/\n[0-9a-f]{64}$/);
  });

  it('opens the typed seed, on Enter', async () => {
    const { engine } = await renderOnPage(<Bar />);
    const seed = screen.getByRole('spinbutton', { name: 'Seed' });
    await userEvent.clear(seed);
    await userEvent.type(seed, '12{Enter}');
    expect(engine.calls.at(-1)).toBe('open seed 12 congress');
  });

  it('goes back to the preset without the changes to it', async () => {
    const { engine, store } = await renderOnPage(<Bar />, {
      ...DEFAULT_SETUP,
      seed: 7,
      parameters: { activity: 9 },
    });
    const preset = screen.getByRole('combobox', { name: 'Preset' });
    expect(within(preset).getByRole('option', { name: 'Showcase, 1 change' })).toHaveProperty(
      'selected',
      true,
    );
    await userEvent.selectOptions(preset, 'Showcase, no changes');
    expect(engine.calls.at(-1)).toBe('open seed 7 congress');
    expect(store.getState().run!.setup).toMatchObject({ preset: 'showcase', parameters: {} });
  });

  it('opens another network from round 0', async () => {
    const { engine, store } = await renderOnPage(<Bar />);
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Network' }), 'lastfm');
    expect(engine.calls.at(-1)).toBe('open seed 7 lastfm');
    expect(store.getState().run!.setup.network).toBe('lastfm');
  });
});
