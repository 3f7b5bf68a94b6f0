import { describe, expect, it } from 'vitest';
import {
  formatClockDuration,
  formatClockTime,
  listClockTicks,
} from '../../../../../src/ui/models/recorded/clock/clockTicks.ts';

const at = (day: number, hours: number, minutes = 0, seconds = 0, ms = 0): number =>
  new Date(2026, 10, day, hours, minutes, seconds, ms).getTime();

/** @param least milliseconds between two lines that have room for a label */
const labels = (from: number, until: number, least: number) =>
  listClockTicks({ from, until }, ((until - from) / least) * 84).map(({ label }) => label);

describe('the axis of the clock', () => {
  it('has lines at usual steps of local time, from a millisecond to days', () => {
    expect(labels(at(29, 14, 1), at(29, 14, 12), 4 * 60_000)).toEqual(['14:05', '14:10']);
    expect(labels(at(29, 14, 0, 7), at(29, 14, 0, 20), 5000)).toEqual(['14:00:10', '14:00:15', '14:00:20']);
    // A label with thousandths is longer.
    expect(labels(at(29, 14, 0, 7, 1), at(29, 14, 0, 7, 11), 2)).toEqual(['14:00:07.005', '14:00:07.010']);
    expect(labels(at(27, 12), at(30, 12), 2e7)).toContain('12:00');
    expect(labels(at(1, 12), at(9, 12), 1.5e8)).toEqual([
      '3 Nov 2026',
      '5 Nov 2026',
      '7 Nov 2026',
      '9 Nov 2026',
    ]);
  });

  it('has lines within a single millisecond, the shortest stretch that is shown', () => {
    const from = at(29, 14, 0, 7, 11);
    expect(labels(from + 0.05, from + 1.05, 0.3)).toEqual(['14:00:07.0115', '14:00:07.0120']);
    for (const begin of [0, 0.25, 0.5, 0.9])
      expect(listClockTicks({ from: from + begin, until: from + begin + 1 }, 450).length).toBeGreaterThan(1);
    expect(formatClockTime(from + 988.96, 0.1)).toBe('14:00:08.0000');
  });

  it('has the date where it changes', () => {
    expect(labels(at(28, 21), at(29, 4), 3 * 3_600_000)).toEqual(['21:00', '29 Nov 2026', '03:00']);
  });

  it.each([
    [0, '0 ms'],
    [0.25, '0.3 ms'],
    [999, '999 ms'],
    [1500, '1.5 s'],
    [9960, '10 s'],
    [59_400, '59 s'],
    [119_900, '2 min'],
    [125_000, '2 min 5 s'],
    [3_720_000, '1 h 2 min'],
    [187_200_000, '2 d 4 h'],
  ])('writes %d ms as %s', (ms, words) => {
    expect(formatClockDuration(ms)).toBe(words);
  });
});
