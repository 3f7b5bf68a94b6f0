import { describe, expect, it } from 'vitest';
import { COMPOSITE_WORDS } from '../../../src/engine/models/social/socialChart.ts';
import { describeStateName, getStateLabel } from '../../../src/ui/words/chartLabels.ts';

const CHART = { words: COMPOSITE_WORDS };

describe('a state in plain words', () => {
  it('has its label, with its group where it stands by itself', () => {
    expect(getStateLabel(CHART, 'engaging_like')).toBe('like');
    expect(describeStateName(CHART, 'engaging_like')).toBe('engaging: like');
    expect(describeStateName(CHART, 'fed_up')).toBe('fed up');
    expect(describeStateName(CHART, 'idle')).toBe('idle');
  });

  it('keeps the name of a chart without words for it', () => {
    expect(getStateLabel(undefined, 'press_a')).toBe('press_a');
    expect(describeStateName({ words: { states: {}, triggers: {} } }, 'press_a')).toBe('press_a');
  });
});
