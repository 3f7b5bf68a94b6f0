import { describe, expect, it } from 'vitest';
import {
  buildMissionTraceTable,
  describeLanesAtStep,
  describeMissionStep,
  describeMissionTrace,
} from '../../../../src/ui/models/governed/describeMissionTrace.ts';
import { describeAdviceFate } from '../../../../src/ui/models/governed/governedResources.ts';
import {
  computeMissionLaneYs,
  computeStateSpans,
  findMissionStepAt,
  findRepeatedSearches,
  LabelRow,
  layoutTraceMarks,
} from '../../../../src/ui/models/governed/trace/missionTraceLayout.ts';
import { STEPS, searchOf, stepOf, traceOf } from '../../governedFake.ts';

const frame = { steps: STEPS, scale: { from: 0, pixels: 24 }, height: 262 };
const lanes = computeMissionLaneYs(262);

describe('a call trace', () => {
  it('lies in the lanes of its drawing, and closer together in a low window', () => {
    expect(lanes).toEqual({ state: 58, answer: 98, search: 138, refused: 194, advice: 232 });
    const low = computeMissionLaneYs(196);
    expect(low.advice).toBeLessThanOrEqual(170);
    expect(Object.values(low)).toEqual(Object.values(low).toSorted((a, b) => a - b));
  });

  it('puts each sign in the column of its tick', () => {
    const marks = layoutTraceMarks(frame).map(({ row, kind, x, y }) => [row, kind, x, y]);
    expect(marks).toEqual([
      [10, 'tool', 24, lanes.answer],
      [10, 'hits', 24, lanes.search],
      [11, 'tool', 48, lanes.answer],
      [11, 'hits', 48, lanes.search],
      [12, 'rejected', 72, lanes.answer],
      [12, 'refused', 72, lanes.refused],
      [13, 'tool', 96, lanes.answer],
      [13, 'hits', 96, lanes.search],
      [13, 'advice', 96, lanes.advice],
      [14, 'verdict', 120, lanes.refused],
    ]);
  });

  it('shows each step in the phase that its prompt named, then where the last one led, the end for one tick', () => {
    expect(computeStateSpans(STEPS, 9)).toEqual([
      { state: 'init', from: 1, to: 1 },
      { state: 'searching', from: 2, to: 5 },
      { state: 'stuck_search', from: 6, to: 6 },
      { state: 'finishing', from: 7, to: 7 },
    ]);
    expect(computeStateSpans(STEPS, 6).at(-1)).toEqual({ state: 'stuck_search', from: 6, to: 6 });
    expect(computeStateSpans(STEPS.slice(0, 2), 4)).toEqual([
      { state: 'init', from: 1, to: 1 },
      { state: 'searching', from: 2, to: 4 },
    ]);
  });

  it('joins equal searches', () => {
    expect(findRepeatedSearches(STEPS)).toEqual([[2, 4]]);
  });

  it('gives the step under the pointer, and a verdict in its own lane', () => {
    expect(findMissionStepAt(frame, 73, lanes.answer)).toBe(12);
    expect(findMissionStepAt(frame, 60.5, lanes.search)).toBe(12);
    expect(findMissionStepAt(frame, 120, lanes.refused)).toBe(14);
    expect(findMissionStepAt(frame, 300, lanes.answer)).toBeNull();
    expect(findMissionStepAt(frame, 73, 10)).toBeNull();
    const same = [...STEPS, stepOf({ row: 16, tick: 4, kind: 'verdict', next: 'stuck_search' })];
    expect(findMissionStepAt({ ...frame, steps: same }, 96, lanes.refused)).toBe(16);
    expect(findMissionStepAt({ ...frame, steps: same }, 96, lanes.answer)).toBe(13);
  });

  it('places words only where there is room', () => {
    const row = new LabelRow();
    expect([row.take(0, 50), row.take(55, 80), row.take(60, 80)]).toEqual([true, false, true]);
  });
});

describe('the words of a trace', () => {
  it('show the state at the head, lane by lane', () => {
    const words = describeLanesAtStep(traceOf(0, 5), STEPS.slice(0, 5));
    expect(words.state).toEqual({ strong: 'stuck_search', rest: 'then finishing with no question' });
    expect(words.refused!.strong).toBe('stuck: repeated search');
    expect(words.refused!.rest).toContain('limit 2');
    expect(words.advice!.strong).toBe('not obeyed:');
    expect(describeLanesAtStep(traceOf(0, 4), STEPS.slice(0, 4)).search).toEqual({
      strong: '0 hits',
      rest: 'as in its step 2',
    });
  });

  it('show for a mission that had not started that it waits, and a reason once', () => {
    expect(describeLanesAtStep(traceOf(0, 6), []).state!.strong).toBe('waiting');
    const reason = 'too much time in SEARCHING: 61.2 s of 60 s';
    const verdict = stepOf({ row: 14, tick: 5, kind: 'verdict', rule: 'timeout', reason });
    expect(describeLanesAtStep(traceOf(0, 5), [verdict]).refused).toEqual({
      strong: 'stuck: ',
      rest: reason,
    });
  });

  it('distinguish a finish on advice from one without', () => {
    const finish = stepOf({ row: 14, tick: 5, kind: 'finish', next: 'finishing' });
    expect(describeLanesAtStep(traceOf(0, 5), [finish]).state!.rest).toBe('by itself');
    const advised = { ...finish, advice: STEPS[3]!.advice, obeyed: true };
    expect(describeLanesAtStep(traceOf(0, 5), [advised]).state!.rest).toBe('on advice');
  });

  it('name the first of many equal searches', () => {
    const again = stepOf({ row: 20, tick: 9, call: searchOf('hacker.txt', 0, [2, 4, 6, 7, 8]) });
    expect(describeLanesAtStep(traceOf(0, 9), [again]).search!.rest).toBe('as in its steps 2, 4 and 3 more');
  });

  it('describe the whole in a sentence, and a step in one', () => {
    expect(describeMissionTrace(traceOf(0, 6))).toBe(
      'Secret password: stopped as stuck, repeated search after 4 steps; 3 searches; advised 1 time, 0 obeyed; 1 refused, 0 put right.',
    );
    expect(describeMissionStep(STEPS[1]!, STEPS)).toContain('context.fts_search “hacker.txt”, 0 hits');
    expect(describeMissionTrace(null)).toContain('No mission');
  });

  it('show the result of an advice, as far as it is known', () => {
    const advised = STEPS[3]!;
    const on = stepOf({ row: 14, tick: 5, number: 5 });
    const other = stepOf({ row: 15, tick: 6, kind: 'verdict', rule: 'same_tool' });
    expect(describeAdviceFate(advised, STEPS.slice(0, 4))).toBe('not obeyed');
    expect(describeAdviceFate(advised, STEPS)).toBe('not obeyed');
    expect(describeAdviceFate(advised, [advised, on, other])).toBe('not obeyed, but got on');
    expect(describeAdviceFate({ ...advised, obeyed: null, kind: 'unanswered' }, STEPS)).toBe('no answer');
    const refusal = { rule: null, text: 'Name a phase that is next.' };
    expect(describeAdviceFate({ ...advised, advice: refusal, obeyed: true }, STEPS)).toBe('put right');
  });

  it('count advice by rules separately from that after refusals', () => {
    const advice = { rule: null, text: 'Name a phase that is next.' };
    const steps = [...STEPS.slice(0, 4), stepOf({ row: 20, tick: 5, advice, obeyed: true })];
    expect(describeMissionTrace({ ...traceOf(0, 5), steps })).toContain(
      'advised 1 time, 0 obeyed; 1 refused, 1 put right.',
    );
    const finished = { ...traceOf(0, 6), outcome: 'finished', rule: 'same_tool' } as const;
    expect(describeMissionTrace(finished)).toContain('finished on advice, same tool again after 4 steps');
  });

  it('are a table with a row for each step', () => {
    const { head, rows } = buildMissionTraceTable(traceOf(0, 6));
    expect(rows).toHaveLength(STEPS.length);
    for (const row of rows) expect(row).toHaveLength(head.length);
  });
});

describe('a mission that is sent back for another try', () => {
  const rule = 'repeated_search';
  const resumed = stepOf({
    ...{
      row: 15,
      tick: 6,
      number: 4,
      phase: 'stuck_search',
      next: 'searching',
      kind: 'resumed',
      source: null,
    },
    ...{ said: null, rule, reason: 'second chance 1 of 2' },
  });
  const advice = { rule: null, text: 'You were found stuck.' };
  const warned = stepOf({ row: 16, tick: 7, number: 5, phase: 'searching', next: 'searching', advice });
  const steps = [...STEPS.slice(0, 5), resumed, warned];
  const trace = { ...traceOf(0, 7), steps, chances: 2, outcome: 'under_way', rule: null } as const;
  const again = stepOf({ row: 17, tick: 8, kind: 'verdict', next: 'stuck_search', rule });

  it('has a sign for it, which is hit in the lane of verdicts', () => {
    const marks = layoutTraceMarks({ ...frame, steps }).filter(({ row }) => row === 15);
    expect(marks.map(({ kind, lane }) => [kind, lane])).toEqual([['resumed', 'refused']]);
    const both = { ...frame, steps: [...steps, stepOf({ row: 18, tick: 6 })] };
    expect(findMissionStepAt(both, 144, lanes.refused)).toBe(15);
    expect(findMissionStepAt(both, 144, lanes.answer)).toBe(18);
  });

  it('is shown at the head with the step that follows being stuck, and the number of its chance', () => {
    const before = describeLanesAtStep(trace, steps.slice(0, 5));
    expect(before.state).toEqual({ strong: 'stuck_search', rest: 'then another try' });
    const then = describeLanesAtStep(trace, steps.slice(0, 6));
    expect(then.state).toEqual({ strong: 'searching' });
    expect(then.refused).toEqual({ strong: 'sent back:', rest: 'second chance 1 of 2' });
    expect(describeLanesAtStep({ ...trace, chances: 1 }, [...steps, again]).state!.rest).toBe(
      'then finishing with no question',
    );
  });

  it('is described in its sentence, with the fate of the warning as far as it is known', () => {
    expect(describeMissionTrace(trace)).toContain('; sent back for another try 1 time; ');
    expect(describeMissionStep(resumed, steps)).toBe(
      'Step 6, stuck_search: resumed; repeated search; to searching',
    );
    expect(describeAdviceFate(warned, steps)).toBe('');
    expect(describeAdviceFate(warned, [...steps, again])).toBe('stuck again');
  });
});
