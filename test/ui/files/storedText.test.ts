import { beforeEach, describe, expect, it } from 'vitest';
import type { Files } from '../../../src/engine/files/namedFile.ts';
import type { Setup } from '../../../src/engine/setup/config.ts';
import { StoredText } from '../../../src/ui/files/storedText.ts';

const files = (name: string, text: string): Files => ({
  chart: [{ name, bytes: new TextEncoder().encode(text) }],
});
const SETUP = { own: ['chart'] } as unknown as Setup;
const opened = (kept: StoredText) =>
  kept.filesOf(SETUP).chart?.map(({ name, bytes }) => [name, new TextDecoder().decode(bytes)]);
const fresh = () => new StoredText('chart', 'a-chart');

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe('a saved text of the user’s', () => {
  it('survives a reload', () => {
    fresh().keep(files('mine.scxml', 'mine'));
    expect(opened(fresh())).toEqual([['mine.scxml', 'mine']]);
  });

  it('stays next to one that came with an address, which a reload of the tab opens', () => {
    fresh().keep(files('mine.scxml', 'mine'));
    const kept = fresh();
    kept.lend(files('theirs.scxml', 'theirs'));
    kept.keep(files('theirs.scxml', 'theirs'));
    expect(kept.text()).toEqual({ name: 'mine.scxml', text: 'mine' });
    expect(opened(fresh())).toEqual([['theirs.scxml', 'theirs']]);
    expect(fresh().lent()?.name).toBe('theirs.scxml');
  });

  it('replaces the lent one when it is opened again, and may be changed', () => {
    fresh().keep(files('mine.scxml', 'mine'));
    const kept = fresh();
    kept.lend(files('theirs.scxml', 'theirs'));
    kept.keep(files('mine.scxml', 'mine, later'));
    expect(kept.lent()).toBeNull();
    expect(opened(fresh())).toEqual([['mine.scxml', 'mine, later']]);
  });

  it('is not lent to its owner', () => {
    const kept = fresh();
    kept.keep(files('mine.scxml', 'mine'));
    kept.lend(files('mine.scxml', 'mine'));
    expect(kept.lent()).toBeNull();
  });
});
