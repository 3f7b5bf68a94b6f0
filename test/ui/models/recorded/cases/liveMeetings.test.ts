import { describe, expect, it } from 'vitest';
import { LiveMeetings } from '../../../../../src/ui/models/recorded/cases/liveMeetings.ts';

const meeting = (condition: number, label: string | null, times = 1, agent: number | null = 0) => ({
  ...{ condition, agent, times, tick: 1, label },
});

describe('a meeting of a condition in a run that grows', () => {
  it('is not new when the condition is looked at for the first time, unless nothing had come before', () => {
    const known = new LiveMeetings();
    expect(known.knows(['a'])).toBe(false);
    expect(known.take(['a'], [meeting(0, 'one')], false)).toEqual([]);
    expect(known.knows(['a'])).toBe(true);
    expect(new LiveMeetings().take(['a'], [meeting(0, 'one')], true)).toEqual([
      { text: 'a', agent: 0, tick: 1 },
    ]);
  });

  it('is new once, and once more for each further time', () => {
    const known = new LiveMeetings();
    known.take(['a', 'b'], [], true);
    expect(known.take(['a', 'b'], [meeting(1, 'one')], false)).toEqual([{ text: 'b', agent: 0, tick: 1 }]);
    expect(known.take(['a', 'b'], [meeting(1, 'one')], false)).toEqual([]);
    expect(known.take(['a', 'b'], [meeting(1, 'one', 3)], false)).toEqual([{ text: 'b', agent: 0, tick: 1 }]);
  });

  it('is known by the label of the case, whatever its number is now', () => {
    const known = new LiveMeetings();
    known.take(['a'], [meeting(0, 'one', 1, 0)], true);
    const now = [meeting(0, 'other', 1, 0), meeting(0, 'one', 1, 1)];
    expect(known.take(['a'], now, false)).toEqual([{ text: 'a', agent: 0, tick: 1 }]);
  });

  it('is new again after a state of things that had ended', () => {
    const known = new LiveMeetings();
    known.take(['a'], [meeting(0, null, 1, null)], true);
    known.take(['a'], [], false);
    expect(known.take(['a'], [meeting(0, null, 1, null)], false)).toEqual([
      { text: 'a', agent: null, tick: 1 },
    ]);
  });
});
