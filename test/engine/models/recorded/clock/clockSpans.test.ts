import { describe, expect, it } from 'vitest';
import {
  arrangeSpanRows,
  listClockSpans,
  measureClockShares,
} from '../../../../../src/engine/models/recorded/clock/clockSpans.ts';
import { aCase, step } from '../cases.ts';

const spansOf = (...steps: Parameters<typeof step>[]) =>
  listClockSpans(
    aCase(
      'a',
      steps.map(given => step(...given)),
    ),
  );

describe('the steps of a case by the clock', () => {
  it('are in the order of their beginnings, without those whose time is unknown', () => {
    const spans = spansOf(
      ['b', { at: 20, until: 30 }],
      ['none'],
      ['a', { at: 10, until: 5 }],
      ['say', { at: 15 }],
    );
    expect(spans).toEqual([
      { place: 2, kind: 'tool', isCall: false, begin: 10, until: null },
      { place: 3, kind: 'model', isCall: false, begin: 15, until: null },
      { place: 0, kind: 'tool', isCall: false, begin: 20, until: 30 },
    ]);
  });

  it('have the calls of the model that led to them, whose time is the model’s', () => {
    const spans = spansOf(
      ['look', { at: 12, until: 20, modelCalls: [[0, 10]] }],
      [
        'read',
        {
          modelCalls: [
            [22, 25],
            [25, 24],
          ],
        },
      ],
      ['say', { at: 30, until: 34 }],
    );
    expect(spans.map(({ place, kind, isCall, begin, until }) => [place, kind, isCall, begin, until])).toEqual(
      [
        [0, 'model', true, 0, 10],
        [0, 'tool', false, 12, 20],
        [1, 'model', true, 22, 25],
        [1, 'model', true, 25, null],
        [2, 'model', false, 30, 34],
      ],
    );
    expect(measureClockShares(spans.filter(({ until }) => until !== null))).toEqual({
      ...{ wall: 34, person: null, tool: 8, model: 17, between: 9 },
    });
    // One call without an end leaves the whole unknown.
    expect(measureClockShares(spans).model).toBeNull();
  });

  it('wait for a person until their end, else until the next step, a graph until it runs the step once more', () => {
    const untilOf = (...steps: Parameters<typeof step>[]) => spansOf(...steps)[0].until;
    const asks = { at: 10, waitsFor: 'person' } as const;
    expect(untilOf(['approve', { ...asks, until: 50 }], ['send', { at: 60 }])).toBe(50);
    expect(untilOf(['approve', asks], ['guard: advises', { at: 20 }], ['send', { at: 60 }])).toBe(60);
    expect(untilOf(['book', { ...asks, until: 11 }], ['book', { at: 70 }])).toBe(70);
    expect(untilOf(['book', asks])).toBeNull();
  });

  it('have rows of their own while they overlap, and all of the lane otherwise', () => {
    const spans = spansOf(
      ['a', { at: 0, until: 10 }],
      ['b', { at: 5, until: 20 }],
      ['c', { at: 10, until: 12 }],
      ['guard: advises', { at: 15, until: 15 }],
      ['d', { at: 20, until: 30 }],
    );
    expect(arrangeSpanRows(spans)).toEqual([
      { row: 0, rows: 2 },
      { row: 1, rows: 2 },
      { row: 0, rows: 2 },
      { row: 0, rows: 1 },
      { row: 0, rows: 1 },
    ]);
  });

  it('take their time once where they overlap, and unknown parts are not 0', () => {
    const all = spansOf(
      ['say', { at: 0, until: 10 }],
      ['a', { at: 8, until: 20 }],
      ['b', { at: 15, until: 18 }],
      ['approve', { at: 19, until: 50, waitsFor: 'person' }],
      ['c', { at: 60 }],
    );
    expect(measureClockShares(all)).toEqual({ wall: 60, person: 31, tool: 11, model: 8, between: 10 });
    expect(measureClockShares(spansOf(['a', { at: 0 }], ['say', { at: 40 }]))).toEqual({
      ...{ wall: 40, person: null, tool: null, model: null, between: 40 },
    });
  });
});
