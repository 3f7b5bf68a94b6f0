import { describe, expect, it } from 'vitest';
import {
  formatHeldFileName,
  parseHeldFileName,
} from '../../../../../src/engine/models/recorded/reading/held.ts';

describe('the file of the cases that a run document holds', () => {
  it('has the name of its source, or the one that it had in earlier saved runs', () => {
    expect(parseHeldFileName(formatHeldFileName('mine.csv'))).toBe('mine.csv');
    expect(parseHeldFileName('cases of the run document')).toBe('cases of the run document');
  });

  it('is not a user’s file whose name only begins like it', () => {
    expect(parseHeldFileName('cases of the run document.jsonl')).toBeNull();
    expect(parseHeldFileName('mine.csv')).toBeNull();
  });
});
