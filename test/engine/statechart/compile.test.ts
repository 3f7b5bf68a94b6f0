import { describe, expect, it } from 'vitest';
import { socialChart } from '../../../src/engine/models/social/socialChart.ts';
import { ChartError, compile } from '../../../src/engine/statechart/compile.ts';
import type { ChartDefinition } from '../../../src/engine/statechart/definition.ts';

const door: ChartDefinition = {
  name: 'door',
  states: ['open', 'closed', 'locked'],
  initial: 'closed',
  transitions: [
    { trigger: 'push', source: 'open', target: 'closed' },
    { trigger: 'pull', source: 'closed', target: 'open' },
    {
      trigger: 'turn',
      source: 'closed',
      target: 'locked',
      guard: { kind: 'compare', column: 'key', op: '>', value: 0 },
    },
    { trigger: 'break', source: '*', target: 'open' },
  ],
};

describe('compile', () => {
  it('lists a wildcard among the transitions of every state', () => {
    const { interpreter, states } = compile(door);
    for (const state of states.keys()) expect(interpreter.moves.from(state)).toContain(3);
  });

  it('finds a chart flat until a state has nested ones, and simple until more happens than is fired', () => {
    const kinds = (chart: ChartDefinition) => {
      const { isFlat, isSimple } = compile(chart);
      return { isFlat, isSimple };
    };
    expect(kinds(door)).toEqual({ isFlat: true, isSimple: true });
    const [push, ...others] = door.transitions;
    const fading = { ...door, transitions: [{ ...push, rate: 0.1 }, ...others] };
    expect(kinds(fading)).toEqual({ isFlat: true, isSimple: false });
    const inside: ChartDefinition = {
      ...door,
      states: ['open', { id: 'shut', states: ['closed', 'locked'] }],
    };
    expect(kinds(inside)).toEqual({ isFlat: false, isSimple: false });
  });

  it('names every mistake of a definition at once', () => {
    const broken = () =>
      compile({
        name: 'broken',
        states: ['a', 'a', ''],
        initial: 'z',
        transitions: [
          { trigger: '', source: 'a', target: 'a' },
          { trigger: 'go', source: 'q', target: 'r' },
        ],
        thresholds: { a: -1, b: 3 },
      });
    expect(broken).toThrow(ChartError);
    for (const words of [
      'state 3 cannot be named ""',
      'state "a" is defined twice',
      'initial state "z"',
      'transition 1 has an empty trigger',
      'transition 2 ("go"): unknown source "q"',
      'transition 2 ("go"): unknown target "r"',
      'threshold of "a" is -1',
      'threshold of unknown state "b"',
    ])
      expect(broken).toThrow(words);
  });
});

describe('the social chart', () => {
  it('has the eight states, idle first', () => {
    expect(compile(socialChart).states).toEqual([
      'idle',
      'scrolling',
      'evaluating',
      'composing',
      'engaging_like',
      'engaging_reply',
      'engaging_reshare',
      'resting',
    ]);
  });

  it('leaves every state but idle by timeout: scrolling to rest, resting to idle, the others to scrolling', () => {
    const timeouts = socialChart.transitions.filter(t => t.trigger === 'timeout');
    expect(Object.fromEntries(timeouts.map(t => [t.source, t.target]))).toEqual({
      scrolling: 'resting',
      evaluating: 'scrolling',
      composing: 'scrolling',
      engaging_like: 'scrolling',
      engaging_reply: 'scrolling',
      engaging_reshare: 'scrolling',
      resting: 'idle',
    });
  });

  it('catches an invalid decision with an unguarded transition that stands last', () => {
    const decides = socialChart.transitions.filter(t => t.trigger === 'decides');
    expect(decides.at(-1)).toMatchObject({ source: 'evaluating', target: 'scrolling' });
    expect(decides.at(-1)?.guard).toBeUndefined();
  });
});
