import { expect, it } from 'vitest';
import { buildGovernedHashEntry } from '../../../../src/engine/models/governed/missionLedger.ts';
import { outsideOf } from '../../entryFields.ts';
import { finish, play, search } from './mission.ts';

it('the entry of a step holds all of its fields except its place, its reasoning, its source and tokens', async () => {
  const { steps } = await play([search('architecture'), search('nothing'), finish('It is “built”.')]);
  const [step] = steps;
  const full = {
    ...step,
    advice: { rule: null, text: 'a' },
    final: 'f',
    reason: 'r',
    refused: 'no',
  } as const;
  expect(outsideOf(full, buildGovernedHashEntry)).toEqual([
    'agent',
    'call.hits.*.snippet',
    'call.hits.*.title',
    'call.text',
    'reasoning',
    'row',
    'source',
    'tick',
    'tokensIn',
    'tokensOut',
  ]);
  expect(new Set(steps.map(buildGovernedHashEntry)).size).toBe(steps.length);
});
