import { describe, expect, it } from 'vitest';
import { findChartMistakes } from '../../../src/engine/statechart/findChartMistakes.ts';

describe('a mistake in a chart', () => {
  it.each([
    ['an atomic', undefined],
    ['a parallel', 'parallel' as const],
  ])('has the article of the kind of state concerned: %s', (words, kind) => {
    const inside = kind === undefined ? {} : { states: ['b', 'c'] };
    const state = { id: 'a', initial: 'b', ...(kind && { kind }), ...inside };
    expect(findChartMistakes({ name: 'own', states: [state], initial: 'a', transitions: [] })).toContain(
      `state "a": ${words} state has no initial state`,
    );
  });
});
