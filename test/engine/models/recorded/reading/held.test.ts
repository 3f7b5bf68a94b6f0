import { describe, expect, it } from 'vitest';
import { heldAs, nameOfHeld } from '../../../../../src/engine/models/recorded/reading/held.ts';

describe('the file of the cases that a run document holds', () => {
  it('has the name of what they were read from, or the one that it had in kept runs of before', () => {
    expect(nameOfHeld(heldAs('mine.csv'))).toBe('mine.csv');
    expect(nameOfHeld('cases of the run document')).toBe('cases of the run document');
  });

  it('is no file of somebody’s whose name only begins like it', () => {
    expect(nameOfHeld('cases of the run document.jsonl')).toBeNull();
    expect(nameOfHeld('mine.csv')).toBeNull();
  });
});
