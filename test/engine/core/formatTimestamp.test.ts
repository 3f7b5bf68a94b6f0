import { describe, expect, it } from 'vitest';
import { formatStartTime, formatTickTimestamp } from '../../../src/engine/core/formatTimestamp.ts';

describe('simulated time', () => {
  const start = formatStartTime(18);

  it('has no milliseconds and counts from tick 0, back into the warm-up', () => {
    expect(formatTickTimestamp(start, 180, 0)).toBe('2026-01-30T18:00:00Z');
    expect(formatTickTimestamp(start, 180, 31)).toBe('2026-01-30T19:33:00Z');
    expect(formatTickTimestamp(start, 180, -60)).toBe('2026-01-30T15:00:00Z');
    expect(formatTickTimestamp(start, 1, 1)).toBe('2026-01-30T18:00:01Z');
  });

  it('runs on past midnight', () => {
    expect(formatTickTimestamp(start, 180, 480)).toBe('2026-01-31T18:00:00Z');
    expect(formatTickTimestamp(start, 180, 121)).toBe('2026-01-31T00:03:00Z');
  });
});
