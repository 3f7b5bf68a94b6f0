import { describe, expect, it } from 'vitest';
import { askQuestionRound } from '../../../src/oracles/client/measure.ts';
import { byHand, choice, chosen, settle } from '../world.ts';

const three = [choice(3), choice(1), choice(2)];

describe('a round', () => {
  it('asks in the order of agents, all before any answers, and answers in the order of questions', async () => {
    const { ask, open } = byHand();
    const told: number[] = [];
    const asked = askQuestionRound(three, ask, new AbortController().signal, index => told.push(index));
    expect(open.map(({ call }) => call.question.agent)).toEqual([1, 2, 3]);
    for (const i of [2, 0, 1]) {
      open[i].answer(chosen(i));
      await settle();
    }
    expect(await asked).toEqual([chosen(2), chosen(0), chosen(1)]);
    expect(told).toEqual([0, 1, 2]);
  });

  it('resolves at once when aborted, and ignores later answers', async () => {
    const { ask, open } = byHand();
    const controller = new AbortController();
    const told: number[] = [];
    const asked = askQuestionRound(three, ask, controller.signal, index => told.push(index));
    open[0].answer(chosen(0));
    await settle();
    controller.abort();
    expect(await asked).toEqual([null, chosen(0), null]);
    expect(open.map(({ call }) => call.signal.aborted)).toEqual([false, true, true]);
    open[1].answer(chosen(1));
    await settle();
    expect(told).toEqual([1]);
  });

  it('asks nothing when it is over before it starts, and nothing for no questions', async () => {
    const { ask, open } = byHand();
    expect(await askQuestionRound(three, ask, AbortSignal.abort())).toEqual([null, null, null]);
    expect(await askQuestionRound([], ask, new AbortController().signal)).toEqual([]);
    expect(open).toEqual([]);
  });

  it('rejects with an error of the program and gives up the others', async () => {
    const { ask, open } = byHand();
    const asked = askQuestionRound(three, ask, new AbortController().signal);
    open[1].fail(new RangeError('ours'));
    await expect(asked).rejects.toThrow('ours');
    expect(open[0].call.signal.aborted).toBe(true);
  });
});
