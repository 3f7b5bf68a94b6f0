import { expect, it } from 'vitest';
import { SOCIAL_WORDS } from '../../../src/engine/models/social/socialChart.ts';
import { translateChartTerms } from '../../../src/ui/words/chartLabels.ts';

it('names of a chart in a sentence become its words, but parts of other words and quotations do not', () => {
  const chart = { words: SOCIAL_WORDS };
  expect(
    translateChartTerms(chart, 'it moved from composing to engaging_reshare by compose_done (a draft)'),
  ).toBe('it moved from composing to engaging: reshare by “has written” (a draft)');
  expect(translateChartTerms(chart, 'its time-out, “decides”, timeouts')).toBe(
    'its time-out, “decides”, timeouts',
  );
  expect(translateChartTerms(undefined, 'by compose_done')).toBe('by compose_done');
});
