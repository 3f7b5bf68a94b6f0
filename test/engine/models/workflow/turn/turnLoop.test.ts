import { expect, it } from 'vitest';
import type { OutcomeRow } from '../../../../../src/engine/models/workflow/outcomeTable.ts';
import { buildOutcomeHashEntry } from '../../../../../src/engine/models/workflow/turn/turnLoop.ts';
import { outsideOf } from '../../../entryFields.ts';

const ROW: OutcomeRow = {
  row: 3,
  agent: 1,
  tick: 2,
  state: 0,
  step: 4,
  outcome: 'done',
  failure: null,
  attempt: 1,
  source: 'ollama',
  answer: 'make',
  mended: ['a fence'],
  action: 'make',
  note: 'n',
  key: 'k',
  match: 'exact',
  target: 2,
  result: 'made artifact_001',
  tokensIn: 5,
  tokensOut: 6,
};

it('the entry of a row holds all of its fields except its place, its source and tokens', () => {
  expect(outsideOf(ROW, buildOutcomeHashEntry)).toEqual([
    'agent',
    'row',
    'source',
    'tick',
    'tokensIn',
    'tokensOut',
  ]);
  expect(buildOutcomeHashEntry({ ...ROW, failure: 'no_edge' })).not.toBe(buildOutcomeHashEntry(ROW));
});
