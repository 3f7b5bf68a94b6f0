import { describe, expect, it } from 'vitest';
import { selectAgentModelPart } from '../../../src/engine/model/selectAgentModelPart.ts';
import { createRun } from '../../../src/engine/models/openRun.ts';
import type { SocialDetail } from '../../../src/engine/models/social/reports/socialDetail.ts';
import { Run } from '../../../src/engine/run/run.ts';
import { poetChart } from '../../fixtures/poet/engine/poetChart.ts';
import { type PoetModelState, poet } from '../../fixtures/poet/engine/poetModel.ts';
import { poets } from '../../fixtures/poet/poets.ts';
import { loadedOf } from '../everyModel.ts';
import { open, playTo } from '../play.ts';
import { agentDetail } from '../reports.ts';

describe('agentDetail', () => {
  it('shows state, history newest first, and why each trigger fires or not', async () => {
    const run = await playTo(await open({ network: 'small-world', agents: 60 }), 20);
    for (let agent = 0; agent < 60; agent++) {
      const detail = agentDetail(run, agent);
      const { state, history, triggers, threshold } = detail;
      expect(history[0]?.to ?? 'idle').toBe(state);
      expect(history.map(line => line.tick)).toEqual(history.map(line => line.tick).sort((a, b) => b - a));
      expect(threshold === null).toBe(state === 'idle');
      expect(triggers.length).toBeGreaterThan(0);
      for (const line of triggers) expect(line.reason).not.toBe('');
    }
  });

  it('explains a refusal with both numbers of the guard', async () => {
    const run = await playTo(await open({ network: 'small-world', agents: 60 }), 20);
    const { state } = run.machine.population;
    const scrolling = state.findIndex(s => run.machine.chart.states[s] === 'scrolling');
    const lines = agentDetail(run, scrolling).triggers;
    const sees = lines.find(line => line.trigger === 'sees_post')!;
    if (!sees.ready)
      expect(sees.reason).toMatch(
        /^no: waits for “a post is interesting” \(interest [\d.]+, needs ≥ 0\.\d+\)$/,
      );
    expect(lines.find(line => line.trigger === 'round_ends')!.reason).toMatch(
      /^(no: waits for “session is over” \(session left [1-9]\d*, needs 0\)|session is over \(session left 0\))$/,
    );
    expect(lines.find(line => line.trigger === 'timeout')!.reason).toMatch(/^\d+ so far; fires after \d$/);
  });

  it('rounds no whole number of a guard, and names the limit that it exceeds', async () => {
    const run = createRun(await loadedOf('librarian', { agents: 2 }, 3));
    await playTo(run, 1);
    const { population, chart } = run.machine;
    population.state[0] = chart.states.indexOf('thinking');
    population.column('working_tokens')![0] = 4412;
    const lines = agentDetail(run, 0).triggers;
    expect(lines.find(({ trigger }) => trigger === 'over_limit')!.reason).toBe(
      `working memory is over the paging limit (working tokens 4412 > ${population.column('paging_at')![0]})`,
    );
  });

  it('lets no timeout fire that its guard refuses', async () => {
    const chart = {
      ...poetChart,
      transitions: poetChart.transitions.map(t =>
        t.trigger === 'timeout'
          ? { ...t, guard: { kind: 'function', name: 'the page is full', test: () => false } as const }
          : t,
      ),
    };
    const { config, inputs } = poets(1).state as PoetModelState;
    const run = new Run({ ...poet, chart }, config, inputs);
    run.machine.population.state[0] = chart.states.indexOf('writing');
    run.machine.population.setTicksInState(0, 2);
    const timeout = () => agentDetail(run, 0).triggers.find(({ trigger }) => trigger === 'timeout');
    expect(timeout()).toMatchObject({ ready: false, reason: '2 so far; fires after 5' });
    run.machine.population.setTicksInState(0, 9);
    expect(timeout()).toMatchObject({ ready: false, reason: 'no: the page is full' });
  });

  it('recomputes the terms of each question so that they give the probabilities that were used', async () => {
    const run = await playTo(await open({ network: 'congress' }), 10);
    const { model } = agentDetail(
      run,
      run.machine.population.state.findIndex((_, agent) => {
        const social = selectAgentModelPart<SocialDetail>('social', agentDetail(run, agent).model);
        return social !== null && social.questionCount > 2;
      }),
    );
    const social = selectAgentModelPart<SocialDetail>('social', model);
    if (social === null) throw new Error('not social');
    for (const { terms, probabilities, chosen, options } of social.questions) {
      const sum = terms.affinity + terms.freshness + terms.tie + terms.attention;
      expect(sum * terms.quality).toBeCloseTo(terms.interest, 12);
      expect(probabilities!.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 12);
      expect(probabilities![options.indexOf(chosen)]).toBeGreaterThan(0);
    }
  });

  it('names an agent that does not exist', async () => {
    const run = await open({ network: 'small-world', agents: 20 });
    expect(() => agentDetail(run, 20)).toThrow('agent 20 is not one of 20');
  });
});
