import { afterEach, describe, expect, it, vi } from 'vitest';
import { DEFAULT_SETUP } from '../../src/engine/models/usual.ts';
import { removePage, type SavedPage, savedPage, savePage } from '../../src/ui/reload/savedPages.ts';

const PAGE: SavedPage = {
  setup: DEFAULT_SETUP,
  files: {},
  round: 3,
  hash: 'ab',
  addressed: 0,
  run: { document: { name: 'a run', bytes: new Uint8Array([1, 2, 3]) }, spent: { calls: 4, tokens: 5 } },
  recording: null,
  view: {} as SavedPage['view'],
  intent: 'look',
  keyUrls: [],
};
const DAY = 24 * 3600 * 1000;

afterEach(() => {
  vi.restoreAllMocks();
});

describe('a saved page', () => {
  it('is found under its id until it is removed', async () => {
    const id = await savePage(PAGE);
    const other = await savePage({ ...PAGE, round: 4 });
    expect(await savedPage(id)).toEqual(PAGE);
    await removePage(id);
    expect(await savedPage(id)).toBeNull();
    expect((await savedPage(other))?.round).toBe(4);
  });

  it('that nobody called for is given up after a week', async () => {
    const now = Date.now();
    const clock = vi.spyOn(Date, 'now').mockReturnValue(now - 8 * DAY);
    const old = await savePage(PAGE);
    clock.mockReturnValue(now - 6 * DAY);
    const young = await savePage(PAGE);
    clock.mockReturnValue(now);
    await savePage(PAGE);
    expect(await savedPage(old)).toBeNull();
    expect(await savedPage(young)).not.toBeNull();
  });

  it('that does not fit is an error', async () => {
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await expect(savePage(PAGE)).rejects.toThrow('full');
  });
});
