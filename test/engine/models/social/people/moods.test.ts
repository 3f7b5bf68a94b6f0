import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  computePolicyTerms,
  computeProbabilities,
} from '../../../../../src/engine/models/social/asking/policy.ts';
import { compositeSocialChart } from '../../../../../src/engine/models/social/compositeSocialChart.ts';
import { MOODS } from '../../../../../src/engine/models/social/people/moodNames.ts';
import { Whereabouts } from '../../../../../src/engine/models/social/people/whereabouts.ts';
import { PRESETS } from '../../../../../src/engine/models/social/presets.ts';
import { inspectPerson } from '../../../../../src/engine/models/social/reports/inspectPerson.ts';
import { SOCIAL_STATES, socialChart } from '../../../../../src/engine/models/social/socialChart.ts';
import type { Run } from '../../../../../src/engine/run/run.ts';
import type { Setup } from '../../../../../src/engine/setup/config.ts';
import { compile } from '../../../../../src/engine/statechart/compile.ts';
import type { ChartDefinition } from '../../../../../src/engine/statechart/definition.ts';
import {
  parseChartJson,
  serializeChart,
} from '../../../../../src/engine/statechart/formats/parseChartJson.ts';
import { readXStateChart } from '../../../../../src/engine/statechart/formats/readXStateChart.ts';
import { writeXStateConfig } from '../../../../../src/engine/statechart/formats/writeXStateConfig.ts';
import { readScxml } from '../../../../../src/engine/statechart/scxml/readScxml.ts';
import { writeScxml } from '../../../../../src/engine/statechart/scxml/writeScxml.ts';
import { cases } from '../../../../runs.ts';
import { documentText, open, playTo, social } from '../../../play.ts';

/** What every agent does, tick by tick: the moves of its attention alone, with what they are about. */
function attention(run: Run): string[] {
  const { past, table, population, chart } = run.machine;
  const where = new Whereabouts(run.machine);
  const place = new Uint8Array(population.size);
  const moves: string[] = [];
  past.forEach(past.start, run.tick, (tick, agent, step, context) => {
    const next = where.place(table.targets[step]);
    if (next === place[agent]) return;
    // The transition in the first region comes first.
    const { trigger } = chart.definition.transitions[table.step(step).transitions[0]];
    const [from, to] = [place[agent], next].map(one => SOCIAL_STATES[one]);
    moves.push(`${tick} ${agent} ${trigger}: ${from} > ${to} (${context})`);
    place[agent] = next;
  });
  return moves;
}

const both = (part: Partial<Setup>, moods: Setup['parameters']) =>
  Promise.all(
    [{ moods: false }, { ...moods, moods: true }].map(parameters =>
      open({ ...part, parameters: { ...part.parameters, ...parameters } }),
    ),
  );

describe('the chart with moods', () => {
  it('takes the flat chart’s transitions, tick by tick, where moods change no chances', async () => {
    const setup: fc.Arbitrary<Partial<Setup>> = fc.record({
      network: fc.constantFrom('scale-free', 'small-world', 'random', 'congress', 'lastfm'),
      agents: fc.integer({ min: 5, max: 80 }),
      seed: fc.integer({ min: 0, max: 0xffff_ffff }),
      preset: fc.constantFrom(...PRESETS),
      parameters: fc.record({
        activity: fc.constantFrom(3, 20),
        posting: fc.constantFrom(1, 20),
        stall: fc.constantFrom(0, 0.05, 0.5),
        casual_timeout: fc.integer({ min: 2, max: 6 }),
        warm_up: fc.nat(20),
      }),
    });
    let moves = 0;
    await fc.assert(
      fc.asyncProperty(setup, fc.nat(60), async (part, last) => {
        const runs = await both(part, { engaged_factor: 1, fed_up_factor: 1 });
        const [flat, composite] = await Promise.all(runs.map(run => playTo(run, last)));
        const known = attention(flat);
        moves += known.length;
        expect(attention(composite)).toEqual(known);
        expect(composite.seriesRows.save()).toEqual(flat.seriesRows.save());
        expect(composite.outcomesAt(last)).toEqual(flat.outcomesAt(last));
        expect(composite.state.decisionCount).toBe(flat.state.decisionCount);
      }),
      cases(30, 400),
    );
    expect(moves).toBeGreaterThan(1000);
  });
});

/** Lively, and quick to be fed up. */
const busy = {
  network: 'small-world',
  agents: 60,
  parameters: { moods: true, warm_up: 20, activity: 20, posting: 20, attention: 0, fed_up_after: 3 },
} as const;

describe('moods', () => {
  it('follow the agent’s actions, the reactions to them, and time', async () => {
    const { machine, tick } = await playTo(await open(busy), 120);
    const { past, table, chart } = machine;
    const seen = new Set<string>();
    past.forEach(past.start, tick, (_, _agent, step) => {
      for (const transition of table.step(step).transitions) {
        const { trigger, source, target } = chart.definition.transitions[transition];
        if (MOODS.some(mood => mood === source)) seen.add(`${trigger}: ${source} > ${target}`);
      }
    });
    expect(seen).toEqual(
      new Set([
        'action_done: calm > engaged',
        'action_done: fed_up > calm',
        'ignores: calm > fed_up',
        'ignores: engaged > calm',
        'hears_back: calm > engaged',
        'hears_back: fed_up > calm',
        'calms_down: engaged > calm',
        'recovers: fed_up > calm',
      ]),
    );
  });

  it('are fed up after the given number of ignored posts in a row, not before, and never where that number is too high', async () => {
    const run = await playTo(await open(busy), 120);
    const { decisions } = social(run);
    const fedUp = MOODS.indexOf('fed_up');
    let found = 0;
    for (let agent = 0; agent < 60; agent++) {
      const rows = decisions.of(agent, 1000).rows.reverse();
      const [mood, option] = [decisions.mood, decisions.option].map(column =>
        rows.map(row => column.data[row]),
      );
      const first = mood.indexOf(fedUp);
      if (first < 0) continue;
      found++;
      expect(option.slice(first - 3, first)).toEqual([0, 0, 0]);
    }
    expect(found).toBeGreaterThan(10);
    const never = await playTo(
      await open({ ...busy, parameters: { ...busy.parameters, fed_up_after: 100 } }),
      60,
    );
    expect(social(never).decisions.mood.view()).not.toContain(fedUp);
  });

  it('multiply the chances of a like, a reply and a reshare, as the question’s terms show', async () => {
    const factors = { engaged_factor: 2, fed_up_factor: 0.5, liking: 0.2, replying: 0.2, resharing: 0.2 };
    const state = social(
      await playTo(await open({ ...busy, parameters: { ...busy.parameters, ...factors } }), 60),
    );
    for (let row = 0; row < state.decisions.count; row++) {
      const features = state.features(state.questionOf(row));
      const { momentum } = computePolicyTerms(features, state.parameters);
      expect(momentum).toBe([1, 2, 0.5][state.decisions.mood.data[row]]);
      const [own, usual] = [features, { ...features, momentum: 1 }].map(f =>
        computeProbabilities(f, state.parameters),
      );
      for (const option of [1, 2, 3]) expect(own[option]).toBeCloseTo(usual[option] * momentum, 12);
    }
  });

  it('can be changed in their effect while the run plays', async () => {
    const change = { tick: 10, name: 'engaged_factor', value: 0 };
    const run = await playTo(await open({ ...busy, changes: [change] }), 40);
    const { decisions } = social(run);
    const engaged = MOODS.indexOf('engaged');
    const after = [...decisions.tick.view().keys()].filter(
      row => decisions.tick.data[row] >= 10 && decisions.mood.data[row] === engaged,
    );
    expect(after.length).toBeGreaterThan(5);
    for (const row of after) expect(decisions.option.data[row]).toBe(0);
  });

  it('stand in the prompt of a run with moods, in the inspector and in the document, and in no other run', async () => {
    const said = async (moods: boolean) => {
      const run = await playTo(await open({ ...busy, parameters: { ...busy.parameters, moods } }), 60);
      const state = social(run);
      const prompts = state.questions(run.tick + 1).map(q => q.situation);
      const details = Array.from({ length: 60 }, (_, agent) => inspectPerson(state, agent).mood?.name);
      const { decisions } = JSON.parse(documentText(run));
      return { prompts, details, decisions, template: state.prompt.own.situation };
    };
    const [flat, composite] = await Promise.all([said(false), said(true)]);
    expect(composite.prompts.length).toBeGreaterThan(3);
    for (const prompt of composite.prompts)
      expect(prompt).toMatch(/\nRecently: .*\. Mood: (as usual|in the swing, .*|fed up .*)\.\nPost/);
    for (const prompt of flat.prompts) expect(prompt).not.toContain('Mood');
    expect(composite.template).toContain('Mood: {mood}.');
    expect(flat.template).not.toContain('mood');
    expect(new Set(composite.details)).toEqual(new Set(MOODS));
    expect(new Set(flat.details)).toEqual(new Set([undefined]));
    expect(flat.decisions[0]).not.toHaveProperty('mood');
    expect(composite.decisions[0]).toHaveProperty('mood');
  });
});

describe('the definition of the chart with moods', () => {
  const { tree, isFlat, definition } = compile(compositeSocialChart);

  it('has the flat chart’s states as the leaves of its first region, in the same order', async () => {
    const { machine } = await open(busy);
    expect(isFlat).toBe(false);
    expect(machine.table.projection?.places).toEqual(SOCIAL_STATES);
    expect(machine.table.projection?.region).toEqual({ shown: 0, names: ['attention', 'mood'] });
  });

  it('defines once what several states share: one timeout for all active states, one end for all actions', () => {
    const counted = (trigger: string, { transitions } = definition) =>
      transitions.filter(t => t.trigger === trigger).length;
    expect([counted('timeout'), counted('timeout', socialChart)]).toEqual([3, 7]);
    expect([counted('action_done') - 2, counted('action_done', socialChart)]).toEqual([1, 3]);
  });

  it('has words for every state and trigger', () => {
    const { states, triggers } = definition.words!;
    expect(Object.keys(states).sort()).toEqual([...tree.ids].sort());
    expect(Object.keys(triggers).sort()).toEqual(
      [...new Set(definition.transitions.map(t => t.trigger))].sort(),
    );
  });

  it('keeps its restarting timeout in every format', () => {
    const restarting = ({ transitions }: ChartDefinition) =>
      transitions.filter(t => t.restarts).map(t => t.source);
    const { text } = writeScxml(compositeSocialChart);
    expect(parseChartJson(serializeChart(compositeSocialChart))).toEqual(compositeSocialChart);
    expect(restarting(readScxml(text).definition)).toEqual(['active']);
    expect(restarting(readXStateChart(writeXStateConfig(compositeSocialChart)).definition)).toEqual([
      'active',
    ]);
  });
});
