import { describe, expect, it } from 'vitest';
import { buildTriggerLines } from '../../../src/engine/explain/getAgentDetail.ts';
import { findStuckAgents } from '../../../src/engine/explain/stuck/stuck.ts';
import { isLoopingAgent } from '../../../src/engine/explain/stuck/stuckAgent.ts';
import { createRun } from '../../../src/engine/models/openRun.ts';
import { Replica } from '../../../src/engine/run/replica.ts';
import { computeRunStatistics } from '../../../src/engine/statistics/statistics.ts';
import { loadedOf, MODELS } from '../everyModel.ts';
import { mixedAnswers } from '../mixedAnswers.ts';
import { open, playTo, Scripted } from '../play.ts';

const SOCIETY = { network: 'small-world', agents: 60, seed: 3 };
const busy = { warm_up: 20, activity: 15, posting: 10 };

describe('a stuck agent', () => {
  it('stays longer than 95 of 100 ended stays in the state did, and for a reported time', async () => {
    const run = await playTo(await open({ ...SOCIETY, parameters: { ...busy, stall: 0.1 } }), 60);
    const { past, chart } = run.machine;
    const stays = findStuckAgents(run).agents.filter(({ kind }) => kind === 'stay');
    expect(stays.length).toBeGreaterThan(0);
    const ended = new Map(chart.states.map(state => [state, [] as number[]]));
    const { state, since } = past.at(past.start);
    const hasMoved = new Set<number>();
    past.forEach(past.start, run.tick, (tick, agent, transition) => {
      if (hasMoved.has(agent)) ended.get(chart.states[state[agent]])?.push(tick - since[agent]);
      hasMoved.add(agent);
      state[agent] = chart.target[transition];
      since[agent] = tick;
    });
    const notIdle = stays.filter(one => one.state !== 'idle');
    const expected = [...state.keys()].flatMap(agent => {
      const name = chart.states[state[agent]];
      const lengths = (ended.get(name) ?? []).sort((a, b) => a - b);
      const limit = lengths[Math.ceil(lengths.length * 0.95) - 1];
      const ticks = run.tick - since[agent];
      if (name === 'idle' || lengths.length < 20 || ticks <= limit) return [];
      const rounds = `${ticks} round${ticks === 1 ? '' : 's'}`;
      return [`${agent}: in ${name} for ${rounds}; 95 of 100 stays there end within ${limit}`];
    });
    expect(notIdle.map(({ agent, reason }) => `${agent}: ${reason}`).sort()).toEqual(expected.sort());
  });

  it('is not one that rests where all agents begin', async () => {
    const run = await playTo(await open({ network: 'congress', seed: 341 }), 31);
    const { agents } = findStuckAgents(run);
    const { chart, population } = run.machine;
    const idle = population.state.filter(state => chart.states[state] === 'idle').length;
    expect(idle).toBeGreaterThan(200);
    expect(agents.filter(({ kind, state }) => kind === 'stay' && state === 'idle').length).toBeLessThan(
      idle / 20,
    );
  });

  it('is shown with what it waits for, and empty states with the stays that ended there', async () => {
    const run = await playTo(await open({ ...SOCIETY, parameters: { ...busy, stall: 0.1 } }), 60);
    const { agents, unlimited } = findStuckAgents(run);
    const stays = agents.filter(({ kind }) => kind === 'stay');
    expect(stays.length).toBeGreaterThan(0);
    for (const { agent, waits } of stays) {
      const lines = buildTriggerLines(run.machine, agent).filter(({ ready }) => !ready);
      expect(waits ?? []).toEqual(
        lines.map(({ trigger, reason }) => ({ trigger, reason: reason.replace('no: ', '') })),
      );
      expect(waits === undefined).toBe(lines.length === 0);
    }
    const { dwell } = computeRunStatistics(run.machine, {
      from: run.machine.past.start + 1,
      to: run.tick,
      agents: null,
    });
    const judged = new Set(agents.flatMap(({ kind, state }) => (kind === 'stay' ? [state] : [])));
    const { chart, population } = run.machine;
    for (const { state, agents: there, ended } of unlimited) {
      expect(judged.has(state)).toBe(false);
      expect(there).toBe(population.state.filter(number => chart.states[number] === state).length);
      expect(ended).toBe(dwell.find(one => one.state === state)!.ended);
      if (state !== 'idle') expect(ended).toBeLessThan(20);
    }
    // Early on nothing has ended often enough.
    const early = findStuckAgents(
      await playTo(await open({ ...SOCIETY, parameters: { ...busy, warm_up: 0 } }), 1),
    );
    expect(early.unlimited.reduce((sum, one) => sum + one.agents, 0)).toBe(60);
  });

  it('is shown with what it waits for if it is among the first hundred held up, however many go round', async () => {
    const run = await playTo(
      await open({ ...SOCIETY, agents: 6000, parameters: { ...busy, stall: 0.05 } }),
      60,
    );
    const { agents } = findStuckAgents(run);
    const held = agents.filter(one => !isLoopingAgent(one));
    expect(agents.indexOf(held[99])).toBeGreaterThan(99);
    expect(held.length).toBeGreaterThan(100);
    for (const [at, { agent, waits }] of held.entries()) {
      const isHeld = buildTriggerLines(run.machine, agent).some(({ ready }) => !ready);
      expect(waits !== undefined).toBe(at < 100 && isHeld);
    }
  });

  it('does not exist where nothing leads out, and no limit is missed there', async () => {
    const run = createRun(await loadedOf('governed', { agents: 12 }, 3));
    await playTo(run, 12);
    const { chart, population } = run.machine;
    const isEnded = (state: number) => chart.states[state] === 'finishing';
    expect(population.state.filter(isEnded).length).toBeGreaterThan(3);
    const { agents, unlimited } = findStuckAgents(run);
    expect([...agents, ...unlimited].filter(({ state }) => state === 'finishing')).toEqual([]);
  });

  it('goes back and forth without anything else between', async () => {
    const run = await playTo(await open({ ...SOCIETY, parameters: busy }), 40);
    const { past, chart } = run.machine;
    const pairs = findStuckAgents(run).agents.filter(({ kind }) => kind === 'back and forth');
    expect(pairs.length).toBeGreaterThan(0);
    for (const { agent, reason, since } of pairs) {
      const [, a, b, returns] = /^(\w+) ⇄ (\w+), (\d+) returns/.exec(reason) ?? [];
      const last = past
        .history(agent, run.tick, 2 * Number(returns))
        .map(row => chart.states[past.stateAfter(row)]);
      expect(new Set(last)).toEqual(new Set([a, b]));
      expect(last.every((state, i) => i === 0 || state !== last[i - 1])).toBe(true);
      expect(since).toBeLessThan(run.tick);
    }
  });

  it('may have been asked without an answer in time', async () => {
    const run = await playTo(await open({ ...SOCIETY, parameters: busy }), 1);
    const late = new Scripted(() => ({ kind: 'late', source: 'ollama', reason: 'too slow' }) as never);
    await playTo(run, 4, late);
    const waiting = findStuckAgents(run).agents.filter(({ kind }) => kind === 'question');
    const asked = new Set(late.asked.filter(({ tick }) => tick === 4).map(({ agent }) => agent));
    expect(new Set(waiting.map(({ agent }) => agent))).toEqual(asked);
    expect(waiting[0].reason).toMatch(/^asked in [123] rounds? in a row and not answered in time$/);
  });
});

describe.each(MODELS)('the stuck agents of a run, %s %j', (...model) => {
  it('are for an earlier round the same as they were then', async () => {
    const loaded = await loadedOf(...model, 5);
    const [run, stopped] = [createRun(loaded), createRun(loaded)];
    const { signal } = new AbortController();
    while (run.tick < 40 && !run.state.isOver) await run.step(mixedAnswers(run), signal);
    while (stopped.tick < 12 && !stopped.state.isOver) await stopped.step(mixedAnswers(stopped), signal);
    const replica = new Replica(run, () => createRun(loaded));
    const then = await replica.at(stopped.tick, past => findStuckAgents(past, run.journal));
    expect(then).toEqual(findStuckAgents(stopped));
    const scores = then.agents.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
  });
});
