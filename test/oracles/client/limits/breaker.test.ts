import { describe, expect, it } from 'vitest';
import type { Reply } from '../../../../src/oracles/client/ask.ts';
import { Breaker } from '../../../../src/oracles/client/limits/breaker.ts';
import { byHand, choice, chosen, put, settle, unusable } from '../../world.ts';

const broken = () => {
  const hand = byHand();
  const breaker = new Breaker(
    'http://a',
    () => 25,
    () => 0,
  );
  const ask = breaker.around(hand.ask);
  const fail = async (times: number) => {
    for (const { answer } of hand.open.splice(0, times)) {
      answer(unusable('no connection after 4 tries'));
      await settle();
    }
  };
  return { ...hand, breaker, ask, fail };
};

describe('a circuit breaker', () => {
  it('ends a round after five failures in a row, for waiting, open and coming questions', async () => {
    const { ask, open, breaker, fail } = broken();
    const asked = Array.from({ length: 8 }, (_, agent) => put(ask, choice(agent)));
    const signals = open.map(({ call }) => call.signal);
    await fail(5);
    const notAsked = { kind: 'unusable', reason: 'not asked: no connection after 4 tries' };
    expect(asked.slice(5).map(a => a.told.reply)).toEqual([notAsked, notAsked, notAsked]);
    expect(signals.map(s => s.aborted)).toEqual([false, false, false, false, false, true, true, true]);
    expect(await put(ask).promise).toEqual(notAsked);
    expect(breaker.trouble).toBe(
      '5 questions in a row failed at http://a: no connection after 4 tries; the round was finished with fallbacks',
    );
  });

  it('tolerates a model that talks past the question, but not for ever', async () => {
    const { ask, open, breaker } = broken();
    const miss = { kind: 'unusable', reason: 'option outside the set', said: true } as const;
    const answerAll = async () => {
      for (const { answer } of open.splice(0)) {
        answer(miss);
        await settle();
      }
    };
    for (let agent = 0; agent < 24; agent++) put(ask, choice(agent));
    await answerAll();
    expect(breaker.trouble).toBeNull();
    put(ask, choice(24));
    await answerAll();
    expect(breaker.trouble).toContain(
      '25 answers in a row could not be used at http://a: option outside the set',
    );
    expect(breaker.isUnusable).toBe(true);
  });

  it('that is patient tolerates it for ever, and gives up on a dead server all the same', async () => {
    const hand = byHand();
    const breaker = new Breaker(
      'http://a',
      () => null,
      () => 0,
    );
    const ask = breaker.around(hand.ask);
    const answerAll = async (reply: Reply) => {
      for (const { answer } of hand.open.splice(0)) {
        answer(reply);
        await settle();
      }
    };
    for (let agent = 0; agent < 60; agent++) put(ask, choice(agent));
    await answerAll({ kind: 'unusable', reason: 'option outside the set', said: true });
    expect(breaker.trouble).toBeNull();
    for (let agent = 0; agent < 5; agent++) put(ask, choice(agent));
    await answerAll(unusable('no connection after 4 tries'));
    expect(breaker.trouble).toContain('5 questions in a row failed');
    expect(breaker.isUnusable).toBe(false);
  });

  it('gives up on a silent server after two late answers and two minutes, not before', async () => {
    const hand = byHand();
    let time = 0;
    const breaker = new Breaker(
      'http://a',
      () => 25,
      () => time,
    );
    const ask = breaker.around(hand.ask);
    const answerAt = async (at: number, reply: Reply) => {
      time = at;
      hand.open.shift()?.answer(reply);
      await settle();
    };
    breaker.begin();
    for (let agent = 0; agent < 9; agent++) put(ask, choice(agent));
    await answerAt(90_000, { kind: 'late' });
    await answerAt(100_000, { kind: 'late' });
    await answerAt(110_000, chosen(0));
    await answerAt(220_000, { kind: 'late' });
    await answerAt(229_999, { kind: 'late' });
    expect(breaker.trouble).toBeNull();
    await answerAt(230_000, { kind: 'late' });
    expect(breaker.trouble).toContain('3 answers in a row were late at http://a');
    breaker.begin();
    put(ask, choice(9));
    await answerAt(900_000, { kind: 'late' });
    expect(breaker.trouble).toBeNull();
  });

  it('does not wait for every deadline of a round', async () => {
    const { ask, open, breaker } = broken();
    const asked = Array.from({ length: 14 }, (_, agent) => put(ask, choice(agent)));
    for (const { answer } of open.splice(0, 12)) {
      answer({ kind: 'late' });
      await settle();
    }
    expect(breaker.trouble).toBe(
      '12 answers in a row were late at http://a; the round was finished with fallbacks',
    );
    expect(asked[13].told.reply).toEqual({ kind: 'unusable', reason: 'not asked: late' });
  });

  it('starts from zero with the next round', async () => {
    const { ask, breaker, fail, open } = broken();
    for (let agent = 0; agent < 5; agent++) put(ask, choice(agent));
    await fail(5);
    breaker.begin();
    expect(breaker.trouble).toBeNull();
    for (let agent = 0; agent < 5; agent++) put(ask, choice(agent));
    await fail(4);
    expect(breaker.trouble).toBeNull();
    expect(open.length).toBe(1);
  });

  it('keeps counting through rounds with few questions', async () => {
    const { ask, breaker, fail } = broken();
    for (let round = 0; round < 5; round++) {
      expect(breaker.trouble).toBeNull();
      breaker.begin();
      put(ask);
      await fail(1);
    }
    expect(breaker.trouble).not.toBeNull();
  });

  it('does not count late or unpaid questions, and resets with an answer', async () => {
    const { ask, breaker, open, fail } = broken();
    for (let agent = 0; agent < 12; agent++) put(ask, choice(agent));
    await fail(4);
    open.shift()?.answer({ kind: 'late' });
    open.shift()?.answer({ kind: 'spent', reason: 'calls' });
    await settle();
    expect(breaker.trouble).toBeNull();
    open.shift()?.answer(chosen(1));
    await settle();
    await fail(4);
    expect(breaker.trouble).toBeNull();
    await fail(1);
    expect(breaker.trouble).not.toBeNull();
  });
});
