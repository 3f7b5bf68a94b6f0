import { describe, expect, it } from 'vitest';
import type { Answer } from '../../../src/engine/oracle/oracle.ts';
import { createGroupAsk } from '../../../src/oracles/client/measure.ts';
import { byHand, choice, put, unusable } from '../world.ts';

const kind = choice(7, { situation: 'A kind.' });
const ofKind = choice(7, {
  kin: { question: kind, adapt: ([a, b, c, d]) => [a + d, b, c, 0] },
});
const weighed: Answer = {
  kind: 'weighed',
  probabilities: [0.1, 0.2, 0.3, 0.4],
  source: 'ollama',
  evidence: { model: 'm' },
};

describe('the group of an agent', () => {
  it('is asked in its place, and the agent adapts the answer', async () => {
    const [shared, own] = [byHand(), byHand()];
    const asked = put(createGroupAsk(shared.ask, own.ask), ofKind);
    expect(shared.open[0].call.question).toBe(kind);
    shared.open[0].answer(weighed);
    expect(await asked.promise).toEqual({
      kind: 'weighed',
      probabilities: [0.5, 0.2, 0.3, 0],
      source: 'ollama',
      evidence: { model: 'm', shared: [0.1, 0.2, 0.3, 0.4] },
    });
    expect(own.open.length).toBe(0);
  });

  it('answering with one option only counts as certain', async () => {
    const shared = byHand();
    const asked = put(createGroupAsk(shared.ask, byHand().ask), ofKind);
    shared.open[0].answer({ kind: 'chosen', option: 3, source: 'cache' });
    expect(await asked.promise).toMatchObject({
      probabilities: [1, 0, 0, 0],
      evidence: { shared: [0, 0, 0, 1] },
    });
  });

  it.each([{ kind: 'late' } as const, unusable('x'), { kind: 'spent', reason: 'calls' } as const])(
    'answering $kind passes that on to each agent',
    async reply => {
      const shared = byHand();
      const asked = put(createGroupAsk(shared.ask, byHand().ask), ofKind);
      shared.open[0].answer(reply);
      expect(await asked.promise).toEqual(reply);
    },
  );

  it('is not asked for an agent without one', async () => {
    const [shared, own] = [byHand(), byHand()];
    const alone = choice(7);
    put(createGroupAsk(shared.ask, own.ask), alone);
    expect(shared.open.length).toBe(0);
    expect(own.open[0].call.question).toBe(alone);
  });
});
