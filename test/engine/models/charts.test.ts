import { describe, expect, it } from 'vitest';
import { compositeGovernedChart } from '../../../src/engine/models/governed/inputs/loadGovernedInputs.ts';
import { MODELS } from '../../../src/engine/models/index.ts';
import { compositeSocialChart } from '../../../src/engine/models/social/compositeSocialChart.ts';
import { findChartMistakes } from '../../../src/engine/statechart/findChartMistakes.ts';

// A run compiles its chart without looking for mistakes.
describe('the chart of a model', () => {
  it.each(MODELS.map(entry => [entry.name, entry] as const))('has no mistakes: %s', async (_, entry) => {
    const { chart } = await entry.model();
    expect(chart === undefined ? [] : findChartMistakes(chart)).toEqual([]);
  });

  it.each([
    ['moods', compositeSocialChart],
    ['second chances', compositeGovernedChart],
  ])('has no mistakes with %s either', (_, chart) => {
    expect(findChartMistakes(chart)).toEqual([]);
  });
});
