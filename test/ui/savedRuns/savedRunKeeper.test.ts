import { describe, expect, it } from 'vitest';
import { DEFAULT_SETUP } from '../../../src/engine/models/defaultSetup.ts';
import { findSurplusRows, isSameSavedRun } from '../../../src/ui/savedRuns/savedRunKeeper.ts';
import type { SavedRow } from '../../../src/ui/state/savedRow.ts';

const row = (part: Partial<SavedRow>): SavedRow => ({
  id: '1',
  name: null,
  setup: DEFAULT_SETUP,
  words: '',
  agents: 475,
  tick: 10,
  hash: '',
  bytes: 0,
  address: '',
  touched: 0,
  isPinned: false,
  spark: [],
  decider: null,
  parent: null,
  view: {} as SavedRow['view'],
  ...part,
});

describe('a saved run that another one replaces', () => {
  it('is a shorter one of the policy with the same set-up', () => {
    expect(isSameSavedRun(row({ tick: 4 }), row({}))).toBe(true);
    expect(isSameSavedRun(row({ tick: 11 }), row({}))).toBe(false);
    expect(isSameSavedRun(row({ setup: { ...DEFAULT_SETUP, seed: 8 } }), row({}))).toBe(false);
  });

  it('does not include one that a model has decided', () => {
    expect(isSameSavedRun(row({ decider: 'qwen' }), row({ decider: 'qwen' }))).toBe(false);
  });

  it('does not include one made from a file, which may be another file of the same purpose', () => {
    const own = { ...DEFAULT_SETUP, own: ['memory'] };
    const network = { ...DEFAULT_SETUP, network: 'file' };
    for (const setup of [own, network]) expect(isSameSavedRun(row({ setup }), row({ setup }))).toBe(false);
  });
});

describe('the list of saved runs', () => {
  const some = (count: number, part: Partial<SavedRow>, touched = 1e9) =>
    Array.from({ length: count }, (_, i) =>
      row({ id: `${part.tick}-${i}`, touched: touched - i, decider: 'qwen', ...part }),
    );
  const own = row({ id: 'own', touched: 1e9 + 1 });
  const idsOf = (rows: readonly SavedRow[]) => rows.map(({ id }) => id);

  it('has the last forty, and all that are pinned or named', () => {
    const pinned = some(3, { tick: 7, isPinned: true });
    expect(idsOf(findSurplusRows([...pinned, ...some(42, { tick: 5 })], own))).toEqual([
      '5-39',
      '5-40',
      '5-41',
    ]);
  });

  it('loses no run with rounds for set-ups with files that were never played', () => {
    const setup = { ...DEFAULT_SETUP, network: 'file' };
    const rows = [...some(50, { tick: 0, setup }), ...some(39, { tick: 5 }, 1e8)];
    const gone = findSurplusRows(rows, own);
    expect(gone.filter(({ tick }) => tick > 0)).toEqual([]);
    expect(idsOf(gone)).toEqual(idsOf(rows.slice(5, 50)));
    expect(idsOf(findSurplusRows(rows, { ...own, tick: 0, setup }))).toEqual(idsOf(rows.slice(4, 50)));
  });

  it('keeps an unplayed set-up for an hour', () => {
    const bare = some(2, { tick: 0, setup: { ...DEFAULT_SETUP, network: 'file' } });
    const later = (minutes: number) => ({ ...own, touched: 1e9 + minutes * 60_000 });
    expect(findSurplusRows(bare, later(59))).toEqual([]);
    expect(idsOf(findSurplusRows(bare, later(61)))).toEqual(['0-0', '0-1']);
  });
});
