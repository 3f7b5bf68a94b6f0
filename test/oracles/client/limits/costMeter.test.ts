import { describe, expect, it } from 'vitest';
import type { Answer } from '../../../../src/engine/oracle/oracle.ts';
import { CostMeter, Latencies } from '../../../../src/oracles/client/limits/costMeter.ts';
import { byHand, choice, chosen, completion, OPTIONS, put, settle, unusable, World } from '../../world.ts';

const POLICY: Answer = {
  kind: 'chosen',
  option: 0,
  probabilities: [0.7, 0.1, 0.1, 0.1],
  source: 'policy',
};
const metered = () => {
  const world = new World();
  const hand = byHand();
  const meter = new CostMeter(
    () => world.time,
    () => POLICY,
  );
  return { world, meter, ...hand, ask: meter.around(hand.ask) };
};

describe('a meter', () => {
  it('counts calls, retries and tokens', async () => {
    const { meter, ask, open } = metered();
    const asked = put(ask);
    put(ask);
    open[0].call.dispatched();
    open[0].call.dispatched();
    open[0].answer(chosen(1, 40));
    await asked.promise;
    expect(meter.report()).toMatchObject({ calls: 1, retries: 1, tokensIn: 40, tokensOut: 0 });
    expect(asked.told.dispatched).toBe(2);
  });

  it('gives answers per second of the time in which any was awaited', async () => {
    const { meter, ask, open, world } = metered();
    for (let i = 0; i < 2; i++) {
      put(ask);
      open[i].call.dispatched();
      world.time += 500;
      open[i].answer(chosen(1));
      await settle();
      world.time += 60_000;
    }
    expect(meter.report().perSecond).toBe(2);
  });

  it('counts by reason the answers that are not the model’s own, most frequent first', () => {
    const { meter } = metered();
    for (const reply of [
      { kind: 'late' } as const,
      unusable('404: no'),
      unusable('404: no'),
      { kind: 'spent', reason: 'calls in this run spent' } as const,
      { ...chosen(1), source: 'cache' } as Answer,
    ])
      meter.decided(choice(1), reply);
    const { notOwn, decisions, cacheHits } = meter.report();
    expect({ decisions, cacheHits }).toEqual({ decisions: 5, cacheHits: 1 });
    expect(notOwn).toEqual([
      { source: 'fallback', reason: '404: no', count: 2 },
      { source: 'late', reason: 'deadline passed', count: 1 },
      { source: 'budget', reason: 'calls in this run spent', count: 1 },
    ]);
  });

  it('distinguishes at most fifty reasons, each cut to eighty characters', () => {
    const { meter } = metered();
    for (let i = 0; i < 1000; i++) meter.decided(choice(1), unusable(`reason ${i} ${'x'.repeat(100)}`));
    const { notOwn } = meter.report();
    expect(notOwn.length).toBeLessThanOrEqual(51);
    expect(Math.max(...notOwn.map(n => n.reason.length))).toBe(80);
    expect(notOwn.reduce((sum, n) => sum + n.count, 0)).toBe(1000);
    expect(notOwn[0].reason).toBe('other reasons');
  });

  it('compares the model with the policy by the names of actions', () => {
    const { meter } = metered();
    expect(meter.report().comparison).toBeNull();
    meter.decided(choice(1), chosen(1));
    meter.decided(choice(2, { options: OPTIONS.slice(0, 3) }), {
      kind: 'weighed',
      probabilities: [0.5, 0.25, 0.25],
      source: 'cache',
    });
    meter.decided(choice(3), unusable('x'));
    meter.decided(completion(4), { kind: 'text', text: 'x', source: 'ollama' });
    const { comparison } = meter.report();
    expect(comparison?.questions).toBe(2);
    expect(comparison?.options).toEqual(['ignore', 'like', 'reply', 'reshare']);
    expect(comparison?.model).toEqual([0.25, 0.625, 0.125, 0]);
    expect(comparison?.policy.map(p => Math.round(p * 1e6) / 1e6)).toEqual([0.7, 0.1, 0.1, 0.05]);
  });
});

describe('latencies', () => {
  it('are summed up by quantiles and twenty bins of a round width', () => {
    const latencies = new Latencies();
    expect(latencies.summary()).toEqual({ p50: 0, p95: 0, bins: Array(20).fill(0), width: 1 });
    for (let ms = 1; ms <= 100; ms++) latencies.add(ms);
    latencies.add(100_000);
    const { p50, p95, bins, width } = latencies.summary();
    expect([p50, p95, width]).toEqual([51, 96, 10]);
    expect(bins.slice(0, 3)).toEqual([9, 10, 10]);
    expect(bins[19]).toBe(1);
    expect(bins.reduce((sum, n) => sum + n)).toBe(101);
  });

  it('keep the last ten thousand', () => {
    const latencies = new Latencies();
    for (let i = 0; i < 10_000; i++) latencies.add(1);
    for (let i = 0; i < 10_000; i++) latencies.add(7);
    const { bins, p50 } = latencies.summary();
    expect(bins.reduce((sum, n) => sum + n)).toBe(10_000);
    expect(p50).toBe(7);
  });
});
