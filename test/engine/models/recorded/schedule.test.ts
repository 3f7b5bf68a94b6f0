import { describe, expect, it } from 'vitest';
import { buildSchedule } from '../../../../src/engine/models/recorded/schedule.ts';
import { aCase, step } from './cases.ts';

const at = (...seconds: (number | null)[]) =>
  aCase(
    String(seconds),
    seconds.map(second => step('get', { at: second === null ? null : second * 1000 })),
  );
const ticksOf = (schedule: ReturnType<typeof buildSchedule>) => [...schedule.tickOf];

describe('the ticks of recorded steps', () => {
  it('count the steps of each case, and its end comes after them', () => {
    const schedule = buildSchedule([at(0, 9), at(5)], { by: 'step' });
    expect(ticksOf(schedule)).toEqual([1, 2, 1]);
    expect([...schedule.endOf]).toEqual([3, 2]);
    expect(schedule.delayed).toBe(0);
  });

  it('are those of their time stamps, from each case’s own beginning or that of all', () => {
    const cases = [at(100, 104, 131), at(120, 121.9)];
    const together = buildSchedule(cases, { by: 'time', tickSeconds: 2, isTogether: true });
    expect(ticksOf(together)).toEqual([1, 3, 16, 1, 2]);
    const clock = buildSchedule(cases, { by: 'time', tickSeconds: 2, isTogether: false });
    expect(ticksOf(clock)).toEqual([1, 3, 16, 11, 12]);
    expect(clock.delayed).toBe(1);
  });

  it('are never shared by two steps of a case, and never go back', () => {
    const schedule = buildSchedule([at(10, 10.1, 10.2, 4, null, 16)], {
      by: 'time',
      tickSeconds: 1,
      isTogether: true,
    });
    expect(ticksOf(schedule)).toEqual([1, 2, 3, 4, 5, 7]);
    expect(schedule.delayed).toBe(3);
  });

  it('follow the steps where no time is known', () => {
    expect(
      ticksOf(buildSchedule([at(null, null)], { by: 'time', tickSeconds: 1, isTogether: false })),
    ).toEqual([1, 2]);
  });
});
