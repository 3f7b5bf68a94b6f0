import { describe, expect, it } from 'vitest';
import {
  parseBatchResult,
  serializeBatchResult,
} from '../../../../../src/cli/commands/worlds/queue/batchResults.ts';
import { packWorldsOrder, unpackWorldsOrder } from '../../../../../src/cli/commands/worlds/queue/payload.ts';
import type { OutcomeDefinition } from '../../../../../src/engine/model/outcomeDefinition.ts';
import { DEFAULT_SETUP } from '../../../../../src/engine/models/defaultSetup.ts';
import {
  computeFilesDigest,
  computePlanId,
  getJobSeed,
  type Plan,
} from '../../../../../src/engine/worlds/worldPlan.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const files = {
  network: [{ name: 'edges.csv', bytes: bytes('a,b\n'.repeat(5_000)) }],
  notes: [
    { name: 'one.md', bytes: bytes('one'), previous: bytes('eins') },
    { name: 'none.md', bytes: bytes('') },
  ],
};
const plan: Plan = {
  arms: [{ label: '', values: {}, setup: DEFAULT_SETUP }],
  ...{ worlds: 3, rounds: 5, from: null, subject: null, files: computeFilesDigest(files) },
};
const id = computePlanId(plan);

describe('a plan in transit', () => {
  it('arrives small, with its files unchanged', () => {
    const packed = packWorldsOrder({ plan, files, isLarge: true });
    expect(packed.length).toBeLessThan(2_000);
    expect(unpackWorldsOrder(packed, id)).toEqual({ plan, files, isLarge: true });
  });

  it('is refused where a byte was changed, where it is cut, and where it belongs to another plan', () => {
    const packed = packWorldsOrder({
      plan,
      files: { network: [{ name: 'e', bytes: bytes('a,b') }] },
      isLarge: false,
    });
    const damaged = `plan ${id} in the queue is damaged`;
    for (let at = 0; at < packed.length; at += 7) {
      const other = Buffer.from(packed);
      other[at] ^= 1;
      expect(() => unpackWorldsOrder(other, id)).toThrow(damaged);
      expect(() => unpackWorldsOrder(packed.subarray(0, at), id)).toThrow(damaged);
    }
    expect(() => unpackWorldsOrder(packed, id)).toThrow(damaged);
    expect(() =>
      unpackWorldsOrder(packWorldsOrder({ plan: { ...plan, rounds: 6 }, files, isLarge: false }), id),
    ).toThrow(damaged);
  });
});

/** Three measures without limits. */
const OUTCOMES: readonly OutcomeDefinition[] = ['a', 'b', 'c'].map(name => ({
  ...{ name, label: name, unit: '', better: null, meaning: 'Anything.', bounds: 'none' },
}));

describe('the result of a batch in transit', () => {
  const batch = { from: 1, to: 3 };
  const worlds = [2, 3].map(world => ({
    ...{ arm: 0, world, seed: getJobSeed(plan, { arm: 0, world }), rounds: 5, hash: 'ab'.repeat(32) },
    ...{ outcomes: [1.25, null, -3], growing: [true, false, false], course: null, trace: null },
  }));

  it('arrives unchanged', () => {
    expect(parseBatchResult(serializeBatchResult(worlds), plan, OUTCOMES, batch)).toEqual(worlds);
  });

  it('is refused where it belongs to other worlds, is cut, or is something else', () => {
    const text = serializeBatchResult(worlds);
    for (const other of [
      text.slice(0, -1),
      '',
      '[]',
      '{}',
      serializeBatchResult(worlds.slice(1)),
      text.replace('ab', 'xy'),
      text.replace('1.25', '1.25,0'),
      text.replace(',5,', ',6,'),
    ])
      expect(() => parseBatchResult(other, plan, OUTCOMES, batch)).toThrow('batch 1-3 is damaged');
    expect(() => parseBatchResult(text, plan, OUTCOMES, { from: 0, to: 2 })).toThrow('batch 0-2 is damaged');
  });
});
