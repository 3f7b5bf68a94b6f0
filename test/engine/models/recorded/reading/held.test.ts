import { describe, expect, it } from 'vitest';
import {
  formatHeldFileName,
  parseHeldFileName,
} from '../../../../../src/engine/models/recorded/reading/held.ts';

describe('the file of the cases that a run document holds', () => {
  it('has the name of what they were read from, or the one that it had in kept runs of before', () => {
    expect(parseHeldFileName(formatHeldFileName('mine.csv'))).toBe('mine.csv');
    expect(parseHeldFileName('cases of the run document')).toBe('cases of the run document');
  });

  it('is no file of somebody’s whose name only begins like it', () => {
    expect(parseHeldFileName('cases of the run document.jsonl')).toBeNull();
    expect(parseHeldFileName('mine.csv')).toBeNull();
  });
});
