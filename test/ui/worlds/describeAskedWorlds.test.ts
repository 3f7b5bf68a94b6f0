import { expect, it } from 'vitest';
import { DEFAULT_SETUP } from '../../../src/engine/models/defaultSetup.ts';
import { createRemoteDefaults } from '../../../src/engine/oracle/oracleSetup.ts';
import { createPolicyArms } from '../../../src/engine/worlds/buildCommandOptions.ts';
import type { World } from '../../../src/engine/worlds/worldCourse.ts';
import {
  countAskedWorlds,
  describeAskedWorlds,
  describeExceededLimits,
  describeWorldsCost,
  estimateWorldsCost,
} from '../../../src/ui/worlds/describeAskedWorlds.ts';

const model = { ...createRemoteDefaults('openai'), model: 'qwen' };
const SO_FAR = { rounds: 12, questions: 230, calls: 214, tokens: 72_310, perSecond: 4 };
const ASKED = {
  questions: 3020,
  calls: 1816,
  tokens: 610_000,
  reused: 1204,
  notOwn: 0,
  perSecond: 4,
  at: null,
};

it('the cost of worlds is estimated from the run’s own questions, and marked as an estimate', () => {
  expect(estimateWorldsCost(SO_FAR, 20)).toEqual({ calls: 4280, tokens: 1_446_200, seconds: 1070 });
  expect(describeWorldsCost(SO_FAR, 20, 'cycle')).toBe(
    'In its 12 cycles this run has asked 214 times, 72k tokens. 20 worlds like it: about 4,280 calls, 1.4M tokens, 17 min 50 s at 4.0 answers a second. An estimate: each goes its own way, and answers that are there already serve again where nothing is drawn.',
  );
  expect(describeWorldsCost({ ...SO_FAR, perSecond: null }, 20, 'round')).toContain(
    'for how long is known once it has answered',
  );
});

it('no cost is estimated from a run that has asked nothing', () => {
  const none = { ...SO_FAR, questions: 0, calls: 0, tokens: 0, perSecond: null };
  expect(estimateWorldsCost(none, 20)).toBeNull();
  expect(describeWorldsCost(none, 20, 'round')).toContain(
    'asked 0 times, 0 tokens: what worlds would ask is not known.',
  );
  expect(describeExceededLimits(none, 20, null, model)).toBe('');
});

it('the excess over the limits of all worlds together is reported, with what they have spent', () => {
  expect(describeExceededLimits(SO_FAR, 10, null, model)).toBe('');
  expect(describeExceededLimits(SO_FAR, 20, null, model)).toContain(
    'More than the limit of 1,000,000 tokens for all of them',
  );
  expect(describeExceededLimits(SO_FAR, 20, ASKED, model)).toContain(
    'limit of 5,000 calls and 1,000,000 tokens',
  );
  const free = { ...model, limits: { ...model.limits, callsPerRun: null, tokensPerRun: null } };
  expect(describeExceededLimits(SO_FAR, 2000, ASKED, free)).toBe('');
});

it('the report of asked worlds counts the answers that existed, and those that are not the model’s own', () => {
  expect(describeAskedWorlds(ASKED)).toBe(
    'Asked for worlds: 1,816 calls, 610k tokens; 1,204 of 3,020 questions were answered by answers that were there.',
  );
  expect(describeAskedWorlds({ ...ASKED, notOwn: 1 })).toContain(
    '; 1 answer is not its own, unusable or late.',
  );
});

it('only worlds that the model decides are requested', () => {
  const plan = {
    arms: createPolicyArms({ ...DEFAULT_SETUP, oracle: model }),
    ...{ worlds: 20, rounds: 12, from: null, subject: null, files: null },
  };
  const played = [0, 1, 1, 1].map((arm, i) => ({ arm, world: i + 1 }) as World);
  expect(countAskedWorlds({ plan, played })).toEqual({ all: 20, left: 19 });
});
