import { describe, expect, it } from 'vitest';
import type { TraceCase } from '../../../../../src/engine/traces/traces.ts';
import { listClockLanes, orderClockCases } from '../../../../../src/ui/models/recorded/clock/clockLanes.ts';
import {
  AXIS,
  type ClockPlot,
  convertTimeToX,
  convertXToTime,
  findClockHit,
  getBarPlace,
  getDrawnEnd,
  visitSpans,
} from '../../../../../src/ui/models/recorded/clock/clockPlot.ts';
import { aCase, step } from '../../../../engine/models/recorded/cases.ts';
import { NO_INKS } from '../../../noInks.ts';
import { clockOf, SESSIONS, TWO_PM } from './clockReports.ts';

const MINUTE = 60_000;

/** A plot in which a minute has 50 pixels from 100 on. */
async function plotOf(
  cases: readonly TraceCase[],
  known: Partial<ClockPlot> = {},
  parameters = {},
): Promise<ClockPlot> {
  const report = await clockOf(cases, parameters);
  return {
    ...{ report, lanes: listClockLanes(report, orderClockCases(report, 'begin', null, null), new Set()) },
    ...{ names: cases.map(({ id }) => id), ends: () => ({ words: '', isStrong: false, tokens: '' }) },
    window: { from: TWO_PM, until: TWO_PM + 20 * MINUTE },
    ...{ scrolled: 0, width: 1200, height: 400, left: 100, right: 1100, now: null, viewed: 99 },
    ...{ selected: null, step: null, active: null, inks: NO_INKS },
    ...known,
  };
}

const stepAt = (plot: ClockPlot, minutes: number, y: number) => {
  const span = findClockHit(plot, 100 + minutes * 50, AXIS + y)?.span ?? null;
  return span === null ? null : plot.report.step[span];
};

describe('the place under the pointer in the lanes', () => {
  it('leads to the step at that time, of several at once the one in that row', async () => {
    const plot = await plotOf(SESSIONS);
    const { middle, half } = getBarPlace(plot.report, 1, plot.lanes[0].height);
    expect(stepAt(plot, 2.5, middle - half)).toBe(2);
    expect(stepAt(plot, 2.5, middle + 3 * half)).toBe(3);
    expect(stepAt(plot, 6, 17)).toBe(5);
    expect(stepAt(plot, 8.5, 17)).toBeNull();
  });

  it('leads to a lane next to its name, and to the sign that opens its sub-agents', async () => {
    const plot = await plotOf(SESSIONS);
    expect(findClockHit(plot, 60, AXIS + 10)).toEqual({ lane: 0, span: null, isFold: false });
    expect(findClockHit(plot, 20, AXIS + 10)).toMatchObject({ lane: 0, isFold: true });
    expect(findClockHit(plot, 20, AXIS + 40)).toMatchObject({ lane: 1, isFold: false });
    expect(findClockHit(plot, 60, AXIS + 300)).toBeNull();
    expect(findClockHit(plot, 60, 4)).toBeNull();
  });
});

describe('the spans that are drawn', () => {
  const drawn = (plot: ClockPlot) => {
    const steps: number[] = [];
    visitSpans(plot, plot.lanes[0], span => steps.push(plot.report.step[span]));
    return steps;
  };

  it('are those in the stretch on the screen, also if they began before it', async () => {
    const window = { from: TWO_PM + 5 * MINUTE, until: TWO_PM + 8.5 * MINUTE };
    expect(drawn(await plotOf(SESSIONS, { window }))).toEqual([5]);
  });

  it('are those up to the step that is looked at', async () => {
    expect(drawn(await plotOf(SESSIONS, { viewed: 3 }))).toEqual([1, 2, 3]);
  });

  it('grow up to now if they have not ended, and only then', async () => {
    const cases = [
      aCase('a', [
        step('Read', { at: TWO_PM, until: TWO_PM + 10, result: 'x' }),
        step('Bash', { at: TWO_PM + MINUTE }),
      ]),
    ];
    const now = TWO_PM + 50 * MINUTE;
    const window = { from: TWO_PM + 40 * MINUTE, until: now };
    const live = await plotOf(cases, { now, window }, { under_way: true });
    expect(getDrawnEnd(live, 1)).toBe(now);
    expect(drawn(live)).toEqual([2]);
    const recorded = await plotOf(cases, { window });
    expect(getDrawnEnd(recorded, 1)).toBe(TWO_PM + MINUTE);
    expect(drawn(recorded)).toEqual([]);
  });

  it('have the one that has not ended, also where a guard has decided since it began left of the screen', async () => {
    const cases = [
      aCase('a', [
        step('Read', { at: TWO_PM, until: TWO_PM + 10, result: 'x' }),
        step('Bash', { at: TWO_PM + MINUTE }),
        step('guard: advises', { at: TWO_PM + 2 * MINUTE, until: TWO_PM + 2 * MINUTE }),
      ]),
    ];
    const now = TWO_PM + 50 * MINUTE;
    const late = { from: TWO_PM + 40 * MINUTE, until: now };
    expect(drawn(await plotOf(cases, { now, window: late }, { under_way: true }))).toEqual([2]);
    const early = { from: TWO_PM + 1.5 * MINUTE, until: now };
    expect(drawn(await plotOf(cases, { now, window: early }, { under_way: true }))).toEqual([2, 3]);
    const all = { from: TWO_PM, until: now };
    expect(drawn(await plotOf(cases, { now, window: all }, { under_way: true }))).toEqual([1, 2, 3]);
  });

  it('lie where their time is', async () => {
    const plot = await plotOf(SESSIONS);
    expect(convertTimeToX(plot, TWO_PM + 10 * MINUTE)).toBe(600);
    expect(convertXToTime(plot, 600)).toBe(TWO_PM + 10 * MINUTE);
  });
});
