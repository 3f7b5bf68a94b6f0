import { describe, expect, it } from 'vitest';
import { readCondition } from '../../../src/engine/conditions/condition.ts';
import { countConditionMeetings } from '../../../src/engine/conditions/countConditionMeetings.ts';
import { collectConditionNames, RunWatch } from '../../../src/engine/conditions/runWatch.ts';
import { createRun } from '../../../src/engine/models/openRun.ts';
import { createMoment } from '../../../src/engine/run/moment.ts';
import { loadedOf, MODELS } from '../everyModel.ts';
import { playTo } from '../play.ts';

describe.each(MODELS)('the meetings of conditions in a run of %s %j', (model, part) => {
  it('are those that a watch finds while it is played', async () => {
    const run = createRun(await loadedOf(model, part, 3));
    const names = collectConditionNames(run);
    const texts = [
      ...names.states.map(state => `enters ${state}`),
      ...names.triggers.map(trigger => `takes ${trigger}`),
      ...['agent_001 moves', 'fails'],
    ];
    const conditions = texts.map(text => readCondition(text, names));
    const watch = new RunWatch(run, conditions);
    const ticks = new Map<number, number[]>();
    while (run.tick < 12) {
      await playTo(run, run.tick + 1);
      for (const { condition } of watch.met())
        ticks.set(condition, [...(ticks.get(condition) ?? []), run.tick]);
    }
    expect(ticks.size).toBeGreaterThan(2);
    const meetings = countConditionMeetings(run, conditions);
    const firstAgents = new Map(watch.met().map(({ condition, agent }) => [condition, agent]));
    for (const [at, text] of texts.entries()) {
      const own = meetings.filter(({ condition }) => condition === at);
      const found = ticks.get(at) ?? [];
      expect(own.length > 0, text).toBe(found.length > 0);
      if (text !== 'fails' && own.length > 0)
        expect(Math.max(...own.map(({ tick }) => tick)), text).toBe(found.at(-1));
      expect(own.reduce((sum, { times }) => sum + times, 0)).toBeGreaterThanOrEqual(found.length);
      const agent = firstAgents.get(at);
      if (agent != null) expect(own.find(one => one.agent === agent)?.tick).toBe(run.tick);
    }
  });

  it('count once each as long as a state of things lasts', async () => {
    const run = await playTo(createRun(await loadedOf(model, part, 3)), 6);
    const names = collectConditionNames(run);
    const sizes = Array.from(createMoment(run, run.tick).counts);
    const state = names.states[sizes.indexOf(Math.max(...sizes))];
    const texts = [
      `${state} >= 1`,
      `${state} < 1`,
      'any agent: ticks_in_state >= 0',
      'agent_002: ticks_in_state < 0',
    ];
    const conditions = texts.map(text => readCondition(text, names));
    const met = texts.map(
      (_, at) => countConditionMeetings(run, conditions).filter(({ condition }) => condition === at).length,
    );
    expect(met).toEqual([1, 0, run.config.agents, 0]);
  });
});
