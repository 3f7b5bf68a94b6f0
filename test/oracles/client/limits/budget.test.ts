import { describe, expect, it } from 'vitest';
import { Budget } from '../../../../src/oracles/client/limits/budget.ts';
import { byHand, choice, chosen, NO_LIMITS, put, settle, unusable } from '../../world.ts';

const budgetOf = (limits: object, estimate = 100) => {
  const hand = byHand();
  const budget = new Budget({ ...NO_LIMITS, ...limits });
  const inner: typeof hand.ask = call => {
    call.dispatched();
    return hand.ask(call);
  };
  return { ...hand, budget, ask: budget.around(inner, () => estimate) };
};

describe('a budget', () => {
  it('is reserved in the order of asking, before anything is answered', async () => {
    const { ask, open } = budgetOf({ callsPerRound: 2 });
    const replies = [1, 2, 3].map(agent => put(ask, choice(agent)));
    await settle();
    expect(open.length).toBe(2);
    expect(replies[2].told.reply).toEqual({ kind: 'spent', reason: 'calls in this round spent' });
  });

  it('settles tokens with what the server counted', async () => {
    const { ask, open, budget } = budgetOf({ tokensPerRun: 250 });
    const first = put(ask);
    put(ask);
    const third = put(ask);
    expect(budget.spent).toEqual({ calls: 2, tokens: 200 });
    open[0].answer(chosen(0, 30));
    await first.promise;
    expect(third.told.reply).toEqual({ kind: 'spent', reason: 'tokens in this run spent' });
    expect(budget.spent).toEqual({ calls: 2, tokens: 130 });
  });

  it('keeps the estimate where no usage was counted', async () => {
    const { ask, open, budget } = budgetOf({});
    const asked = put(ask);
    open[0].answer(unusable('connection broken off after 4 tries'));
    await asked.promise;
    expect(budget.spent).toEqual({ calls: 1, tokens: 100 });
  });

  it('gives back what was never sent', async () => {
    const hand = byHand();
    const budget = new Budget(NO_LIMITS);
    const asked = put(budget.around(hand.ask, () => 100));
    expect(budget.spent).toEqual({ calls: 1, tokens: 100 });
    asked.abort();
    await asked.promise;
    expect(budget.spent).toEqual({ calls: 0, tokens: 0 });
  });

  it('of a round is renewed with the next tick, of a run is not', async () => {
    const { ask, open } = budgetOf({ callsPerRound: 1, callsPerRun: 2 });
    for (const tick of [1, 1, 2, 3]) put(ask, choice(1, { tick }));
    const last = put(ask, choice(1, { tick: 3 }));
    await settle();
    expect(open.map(({ call }) => call.question.tick)).toEqual([1, 2]);
    expect(last.told.reply).toEqual({ kind: 'spent', reason: 'calls in this run spent' });
  });

  it('can be raised in mid-run', async () => {
    const { ask, open, budget } = budgetOf({ callsPerRun: 0 });
    put(ask);
    budget.limits = NO_LIMITS;
    put(ask);
    await settle();
    expect(open.length).toBe(1);
  });

  it('counts a measurement for the run only', async () => {
    const hand = byHand();
    const budget = new Budget({ ...NO_LIMITS, callsPerRound: 1 });
    put(budget.around(hand.ask, () => 1));
    put(
      budget.around(hand.ask, () => 1, 'run'),
      choice(1, { tick: 9 }),
    );
    const third = put(budget.around(hand.ask, () => 1));
    await settle();
    expect(hand.open.length).toBe(2);
    expect(third.told.reply?.kind).toBe('spent');
    expect(budget.spent.calls).toBe(2);
  });
});
