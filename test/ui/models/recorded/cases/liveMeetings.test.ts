import { describe, expect, it } from 'vitest';
import { LiveMeetings } from '../../../../../src/ui/models/recorded/cases/liveMeetings.ts';

const meeting = (condition: number, label: string | null, times = 1, agent: number | null = 0) => ({
  ...{ condition, agent, times, tick: 1, label },
});

const always = () => true;
const never = () => false;

describe('a meeting of a condition in a run that grows', () => {
  it('is not new when the condition is looked at for the first time, unless it is always news', () => {
    const known = new LiveMeetings();
    expect(known.knows(['a'])).toBe(false);
    expect(known.take(['a'], [meeting(0, 'one')], never)).toEqual([]);
    expect(known.knows(['a'])).toBe(true);
    expect(new LiveMeetings().take(['a'], [meeting(0, 'one')], always)).toEqual([
      { text: 'a', agent: 0, tick: 1 },
    ]);
  });

  it('is new once, and once more for each further time', () => {
    const known = new LiveMeetings();
    known.take(['a', 'b'], [], always);
    expect(known.take(['a', 'b'], [meeting(1, 'one')], never)).toEqual([{ text: 'b', agent: 0, tick: 1 }]);
    expect(known.take(['a', 'b'], [meeting(1, 'one')], never)).toEqual([]);
    expect(known.take(['a', 'b'], [meeting(1, 'one', 3)], never)).toEqual([{ text: 'b', agent: 0, tick: 1 }]);
  });

  it('is known by the label of the case, whatever its number is now', () => {
    const known = new LiveMeetings();
    known.take(['a'], [meeting(0, 'one', 1, 0)], always);
    const now = [meeting(0, 'other', 1, 0), meeting(0, 'one', 1, 1)];
    expect(known.take(['a'], now, never)).toEqual([{ text: 'a', agent: 0, tick: 1 }]);
  });

  it('is new again after a state of things that had ended', () => {
    const known = new LiveMeetings();
    known.take(['a'], [meeting(0, null, 1, null)], always);
    known.take(['a'], [], never);
    expect(known.take(['a'], [meeting(0, null, 1, null)], never)).toEqual([
      { text: 'a', agent: null, tick: 1 },
    ]);
  });
});
