import { describe, expect, it } from 'vitest';
import { COMPOSITE_WORDS } from '../../../src/engine/models/social/chartWords.ts';
import { stateLabel, stateWords } from '../../../src/ui/words/chartWords.ts';

const CHART = { words: COMPOSITE_WORDS };

describe('a state in plain words', () => {
  it('has its label, with its group where it stands by itself', () => {
    expect(stateLabel(CHART, 'engaging_like')).toBe('like');
    expect(stateWords(CHART, 'engaging_like')).toBe('engaging: like');
    expect(stateWords(CHART, 'fed_up')).toBe('fed up');
    expect(stateWords(CHART, 'idle')).toBe('idle');
  });

  it('keeps the name of a chart that says nothing of it', () => {
    expect(stateLabel(undefined, 'press_a')).toBe('press_a');
    expect(stateWords({ words: { states: {}, triggers: {} } }, 'press_a')).toBe('press_a');
  });
});
