import { describe, expect, it } from 'vitest';
import { Waits, withCallDeadline } from '../../../../src/oracles/client/limits/withCallDeadline.ts';
import { byHand, choice, chosen, put, settle, World } from '../../world.ts';

const timed = (seconds: number | null) => {
  const world = new World();
  const hand = byHand();
  return { world, ...hand, ask: withCallDeadline(hand.ask, world, () => seconds) };
};

describe('a deadline', () => {
  it('does not run while a question waits to be sent', async () => {
    const { world, ask, open } = timed(2);
    const asked = put(ask);
    await world.pass(60_000);
    open[0].call.dispatched();
    await world.pass(1_999);
    expect(asked.told.reply).toBeNull();
    await world.pass(1);
    expect(asked.told.reply).toEqual({ kind: 'late', evidence: { milliseconds: 2000 } });
  });

  it('aborts the request with a timeout', async () => {
    const { world, ask, open } = timed(1);
    put(ask);
    open[0].call.dispatched();
    await world.pass(1_000);
    expect(open[0].call.signal.reason).toMatchObject({ name: 'TimeoutError' });
  });

  it('counts from the first of several attempts', async () => {
    const { world, ask, open } = timed(2);
    const asked = put(ask);
    open[0].call.dispatched();
    await world.pass(1_500);
    open[0].call.dispatched();
    await world.pass(500);
    expect(asked.told).toMatchObject({ dispatched: 2, reply: { kind: 'late' } });
  });

  it('starts again when the machine has slept', async () => {
    const { world, ask, open } = timed(2);
    const asked = put(ask);
    open[0].call.dispatched();
    await world.pass(2_000, 3_600_000);
    expect(asked.told.reply).toBeNull();
    await world.pass(1_999);
    expect(asked.told.reply).toBeNull();
    await world.pass(1);
    expect(asked.told.reply?.kind).toBe('late');
  });

  it('leaves no timer behind an answer', async () => {
    const { world, ask, open } = timed(2);
    const asked = put(ask);
    open[0].call.dispatched();
    expect(world.timers).toBe(1);
    open[0].answer(chosen(1));
    await asked.promise;
    await settle();
    expect(world.timers).toBe(0);
    expect(asked.told.reply).toEqual(chosen(1));
  });

  it('that is absent waits for ever', async () => {
    const { world, ask, open } = timed(null);
    const asked = put(ask);
    open[0].call.dispatched();
    await world.pass(1e9);
    expect(asked.told.reply).toBeNull();
    asked.abort();
    await asked.promise;
    expect(asked.told.error).toMatchObject({ name: 'AbortError' });
  });
});

describe('the longest wait', () => {
  it('is that of the first call that was sent and has not come back', async () => {
    const world = new World();
    const waits = new Waits(world);
    const { ask: inner, open } = byHand();
    const ask = withCallDeadline(inner, world, () => 5, waits);
    for (const agent of [0, 1]) put(ask, choice(agent));
    expect(waits.longest).toBeNull();
    open[0].call.dispatched();
    await world.pass(1_000);
    open[1].call.dispatched();
    await world.pass(500);
    expect(waits.longest).toBe(1_500);
    open[0].answer(chosen(0));
    await settle();
    expect(waits.longest).toBe(500);
    // The other is late.
    await world.pass(4_500);
    expect(waits.longest).toBeNull();
  });
});
