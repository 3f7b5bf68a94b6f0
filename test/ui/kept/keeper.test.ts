import { describe, expect, it } from 'vitest';
import { DEFAULT_SETUP } from '../../../src/engine/models/usual.ts';
import { isSameRun } from '../../../src/ui/kept/keeper.ts';
import type { KeptRow } from '../../../src/ui/kept/keptRow.ts';

const row = (part: Partial<KeptRow>): KeptRow => ({
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
  view: {} as KeptRow['view'],
  ...part,
});

describe('a kept run that another one stands for as well', () => {
  it('is a shorter one of the policy with the same set-up', () => {
    expect(isSameRun(row({ tick: 4 }), row({}))).toBe(true);
    expect(isSameRun(row({ tick: 11 }), row({}))).toBe(false);
    expect(isSameRun(row({ setup: { ...DEFAULT_SETUP, seed: 8 } }), row({}))).toBe(false);
  });

  it('is none that a model has decided', () => {
    expect(isSameRun(row({ decider: 'qwen' }), row({ decider: 'qwen' }))).toBe(false);
  });

  it('is none that is made from a file, which may be another one of the same purpose', () => {
    const own = { ...DEFAULT_SETUP, own: ['memory'] };
    const network = { ...DEFAULT_SETUP, network: 'file' };
    for (const setup of [own, network]) expect(isSameRun(row({ setup }), row({ setup }))).toBe(false);
  });
});
