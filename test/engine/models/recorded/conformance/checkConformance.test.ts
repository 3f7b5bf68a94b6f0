import { describe, expect, it } from 'vitest';
import {
  type Conformance,
  checkConformance,
} from '../../../../../src/engine/models/recorded/conformance/checkConformance.ts';
import { prepareCases } from '../../../../../src/engine/models/recorded/governance/prepareCases.ts';
import type { ChartDefinition } from '../../../../../src/engine/statechart/definition.ts';
import { readScxml } from '../../../../../src/engine/statechart/scxml/readScxml.ts';
import { AS_THE_SOURCE_SAYS, EACH_TOOL } from '../../../../../src/engine/stateMapping/knownMappings.ts';
import { aCase, recordedSet, traceFixture } from '../recordedRuns.ts';

const chart = readScxml(traceFixture('charts/moatless_search_and_code.scxml')).definition;
const expected = JSON.parse(traceFixture('expected/conformance_moatless_chart.json')) as Record<
  string,
  object
>;
const sets = ['moatless_0617_gpt4o', 'moatless_0623_sonnet35'];
const ofSet = (set: string) => checkConformance(prepareCases(recordedSet(set), AS_THE_SOURCE_SAYS), chart);
const ofWalk = (states: readonly string[], over: ChartDefinition = chart) =>
  checkConformance(prepareCases([aCase(states.map(tool => ({ tool })))], EACH_TOOL), over);
const firstOf = ({ walks }: Conformance) => walks[0].deviations[0];

/** A walk over the chart to a final state, by the remainders of a number. */
function walkOver(seed: number): string[] {
  const states = ['SearchCode'];
  for (let state = states[0], n = seed; !/ed$/.test(state); n = Math.imul(n, 1_103_515_245) + 12_345) {
    const ways = chart.transitions.filter(({ source }) => source === state);
    state = String(ways[(n >>> 16) % ways.length].target);
    states.push(state);
  }
  return states;
}
const walks = Array.from({ length: 50 }, (_, i) => walkOver(i * 7919 + 1));
const edges = new Set(chart.transitions.map(({ source, target }) => `${source}→${String(target)}`));
/** Places of a walk where this, put between its neighbours, makes a move that the chart does not have. */
const placesFor = (states: readonly string[], isWrong: (i: number) => boolean) =>
  states.flatMap((_, i) => (i > 0 && i < states.length - 1 && isWrong(i) ? [i] : []));
const isMove = (from: string, to: string) => edges.has(`${from}→${to}`);

describe('the declared chart of an agent', () => {
  it.each(sets)('is followed and left as the reference counts: %s', set => {
    const { walks, moves, deviating, edges } = ofSet(set);
    const by = (outcome: string, is: (walk: (typeof walks)[number]) => boolean) =>
      walks.filter(walk => walk.outcome === outcome && is(walk)).length;
    expect({
      runs: walks.length,
      runs_deviating_failed: by('failed', walk => walk.deviations.length > 0),
      runs_not_ending_in_final_failed: by('failed', walk => !walk.endsFinal),
      moves,
      moves_deviating: deviating,
      runs_deviating_succeeded: by('succeeded', walk => walk.deviations.length > 0),
      runs_not_ending_in_final_succeeded: by('succeeded', walk => !walk.endsFinal),
      deviations: Object.fromEntries(edges.map(({ from, to, count }) => [`${from}→${to}`, count])),
    }).toEqual(expected[set]);
  });

  it('is followed by all of the one set and by three runs of the other', () => {
    const [older, own] = sets.map(ofSet);
    expect([own.following, own.fits, own.endOutside]).toEqual([291, 1, 17]);
    expect([older.following, older.fits]).toEqual([3, 3 / 300]);
  });
});

describe('a walk over the chart', () => {
  it('has no deviation and ends in a final state', () => {
    expect(new Set(walks.map(states => states.length)).size).toBeGreaterThan(5);
    for (const states of walks)
      expect(ofWalk(states)).toMatchObject({ following: 1, endOutside: 0, fits: 1 });
  });

  it('with a dropped step has one, at the step after it', () => {
    const tampered = walks.flatMap(states =>
      placesFor(states, i => !isMove(states[i - 1], states[i + 1])).map(
        i => [states.toSpliced(i, 1), i] as const,
      ),
    );
    expect(tampered.length).toBeGreaterThan(50);
    for (const [states, i] of tampered)
      expect(ofWalk(states).walks[0].deviations).toEqual([{ step: i, from: states[i - 1], to: states[i] }]);
  });

  it('without its first step begins elsewhere', () => {
    expect(firstOf(ofWalk(['IdentifyCode', 'DecideRelevance']))).toEqual({
      step: 0,
      from: null,
      to: 'IdentifyCode',
    });
  });

  it('with an inserted step that cannot be there has one', () => {
    const tampered = walks.flatMap(states =>
      placesFor(states, i => !isMove(states[i - 1], 'ClarifyCodeChange')).map(i =>
        states.toSpliced(i, 0, 'ClarifyCodeChange'),
      ),
    );
    expect(tampered.length).toBeGreaterThan(50);
    for (const states of tampered) expect(ofWalk(states).following).toBe(0);
  });

  it('with two steps swapped has one', () => {
    const tampered = walks.flatMap(states =>
      placesFor(states, i => !isMove(states[i - 1], states[i + 1])).map(i =>
        states.toSpliced(i, 2, states[i + 1], states[i]),
      ),
    );
    expect(tampered.length).toBeGreaterThan(50);
    for (const states of tampered) expect(ofWalk(states).following).toBe(0);
  });

  it('with a foreign state has one into it and one out of it', () => {
    for (const states of walks) {
      const { walks: found } = ofWalk(states.toSpliced(1, 0, 'Foreign'));
      expect(found[0].deviations).toEqual([
        { step: 1, from: states[0], to: 'Foreign' },
        { step: 2, from: 'Foreign', to: states[1] },
      ]);
    }
  });

  it('of states that are all missing from the chart is distinguished from one that shares some', () => {
    expect(ofWalk(['look', 'say', 'look']).nothingShared).toEqual({
      chart: expect.arrayContaining(['SearchCode', 'IdentifyCode']),
      cases: ['look', 'say'],
    });
    expect(ofWalk(['look', 'SearchCode']).nothingShared).toBeNull();
    expect(ofWalk([]).nothingShared).toBeNull();
  });

  it('with its end cut off ends outside a final state', () => {
    for (const states of walks) {
      const { following, endOutside } = ofWalk(states.slice(0, -1));
      expect([following, endOutside]).toEqual([1, 1]);
    }
  });
});

describe('any chart', () => {
  const nested: ChartDefinition = {
    name: 'nested',
    states: [
      {
        id: 'work',
        initial: 'look',
        states: ['look', 'think', { id: 'past', kind: 'history', initial: 'look' }],
      },
      'pause',
      { id: 'done', kind: 'final' },
    ],
    initial: 'work',
    transitions: [
      { trigger: 'think', source: 'look', target: 'think' },
      { trigger: 'pause', source: 'work', target: 'pause' },
      { trigger: 'resume', source: 'pause', target: 'past' },
      { trigger: 'stay', source: 'think', target: null },
      { trigger: 'stop', source: '*', target: 'done' },
    ],
  };

  it.each([
    [['look', 'think', 'think', 'pause', 'think', 'done'], 0],
    [['look', 'pause', 'look', 'done'], 0],
    [['look', 'look'], 1],
    [['think'], 1],
    [['pause', 'done'], 1],
    [['work', 'pause'], 0],
  ])('may have states within states, a history, and a wildcard: %j', (states, deviating) => {
    expect(ofWalk(states, nested).deviating).toBe(deviating);
  });

  it('without a final state has no case that ends outside one', () => {
    const { endOutside, walks: found } = ofWalk(['a'], {
      name: 'c',
      states: ['a'],
      initial: 'a',
      transitions: [],
    });
    expect([endOutside, found[0].endsFinal]).toEqual([null, null]);
  });

  it('fits an unknown share of no cases', () => {
    expect(checkConformance([], chart).fits).toBeNull();
  });

  it('is refused with a mistake or with parallel states', () => {
    const wrong: ChartDefinition = { ...nested, initial: 'nowhere' };
    expect(() => ofWalk(['look'], wrong)).toThrow('nowhere');
    const regions = [
      { id: 'p', states: ['a'] },
      { id: 'q', states: ['b'] },
    ];
    const parallel: ChartDefinition = {
      ...{ name: 'both', initial: 'all', transitions: [] },
      states: [{ id: 'all', kind: 'parallel', states: regions }],
    };
    expect(() => ofWalk(['a'], parallel)).toThrow('chart “both” has parallel states');
  });
});
