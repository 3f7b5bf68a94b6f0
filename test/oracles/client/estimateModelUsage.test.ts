import { describe, expect, it } from 'vitest';
import { type EstimateOptions, estimateModelUsage } from '../../../src/oracles/client/estimateModelUsage.ts';
import { open, playTo } from '../../engine/play.ts';

const options: EstimateOptions = { rounds: 30, form: 'letter', archetypes: false, texts: false };
const estimated = async (part: Partial<EstimateOptions> = {}, signal = new AbortController().signal) =>
  estimateModelUsage(await open({ network: 'congress' }), { ...options, ...part }, async () => {}, signal);

describe('an estimate', () => {
  it('counts the questions that the policy’s run puts after the warm-up', async () => {
    const run = await playTo(await open({ network: 'congress' }), 0);
    const before = run.state.decisionCount;
    await playTo(run, 30);
    const { rounds, questions, calls } = await estimated();
    expect([rounds, questions]).toEqual([30, run.state.decisionCount - before]);
    expect(calls).toBe(questions);
  });

  it('has fewer calls with archetypes, and more tokens in JSON', async () => {
    const each = await estimated();
    const kinds = await estimated({ archetypes: true });
    const json = await estimated({ form: 'json' });
    const texts = await estimated({ form: 'json', texts: true });
    expect(kinds.questions).toBe(each.questions);
    expect(kinds.calls).toBeLessThan(each.calls / 3);
    expect(json.tokensOut).toBeGreaterThan(10 * each.tokensOut);
    expect(texts.tokensOut).toBeGreaterThan(json.tokensOut);
    expect(each.tokensIn / each.calls).toBeGreaterThan(120);
    expect(each.tokensIn / each.calls).toBeLessThan(300);
  });

  it('ends early when it is no longer needed', async () => {
    const stop = new AbortController();
    stop.abort();
    expect((await estimated({}, stop.signal)).rounds).toBe(0);
  });
});
