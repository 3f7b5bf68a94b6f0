import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getStateColorToken } from '../../../src/ui/charts/inks.ts';

const SHARED = Object.assign(Object.create(null), {
  infected: 'engaging_like',
  susceptible: 'idle',
  over: '--state-resting',
});
const colorsOf = (states: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(states.map(state => [state, getStateColorToken(state, states, SHARED)]));
/** Most states of a chart that have a colour of their own. */
const COLORS = 14;
let charts = 0;

describe('the colour of a state', () => {
  it('stays when states are added, moved and taken away, and is another one for each as far as there are colours', () => {
    const change = fc.record({ at: fc.nat(), isAdded: fc.boolean(), isTurned: fc.boolean() });
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 4 }), fc.array(change, { maxLength: 10 }), (size, changes) => {
        const chart = `chart ${++charts}`;
        let next = 0;
        let states = Array.from({ length: size }, () => `${chart}: ${next++}`);
        let before = colorsOf(states);
        for (const { at, isAdded, isTurned } of changes) {
          const place = at % (states.length + 1);
          states = isAdded
            ? [...states.slice(0, place), `${chart}: ${next++}`, ...states.slice(place)]
            : states.length > 2
              ? states.filter((_, i) => i !== place)
              : states;
          if (isTurned) states = states.toReversed();
          const now = colorsOf(states);
          for (const state of states) expect(now[state]).toBe(before[state] ?? now[state]);
          expect(new Set(Object.values(now)).size).toBe(Math.min(COLORS, states.length));
          before = now;
        }
      }),
    );
  });

  it('is that of its name in whatever chart, though another state is added', () => {
    const alone = colorsOf(['susceptible', 'infected']);
    expect(alone).toEqual({ susceptible: '--state-idle', infected: '--state-engaging-like' });
    const more = colorsOf(['susceptible', 'vaccinated', 'infected', 'over']);
    expect(more).toMatchObject({ ...alone, over: '--state-resting' });
    expect(new Set(Object.values(more)).size).toBe(4);
  });

  it('comes back with a state that is restored, and is the same for a second chart in between', () => {
    const first = colorsOf(['red', 'amber', 'green']);
    const without = colorsOf(['red', 'green']);
    expect(without).toEqual({ red: first.red, green: first.green });
    colorsOf(['here', 'there', 'nowhere']);
    expect(colorsOf(['amber', 'green', 'red'])).toEqual(first);
  });

  it('goes by the order of the text in a chart that is new', () => {
    expect(Object.values(colorsOf(['alpha', 'beta', 'gamma']))).toEqual([
      '--state-scrolling',
      '--state-evaluating',
      '--state-composing',
    ]);
  });

  it('is there for states that are called like parts of objects, without hues of their own', () => {
    const states = ['constructor', '__proto__'];
    expect(new Set(states.map(state => getStateColorToken(state, states, SHARED))).size).toBe(2);
  });
});
