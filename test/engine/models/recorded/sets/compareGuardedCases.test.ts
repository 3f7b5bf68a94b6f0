import { describe, expect, it } from 'vitest';
import { prepareCases } from '../../../../../src/engine/models/recorded/governance/prepareCases.ts';
import { compareGuardedCases } from '../../../../../src/engine/models/recorded/sets/compareGuardedCases.ts';
import { EACH_TOOL } from '../../../../../src/engine/stateMapping/knownMappings.ts';
import type { TraceCase } from '../../../../../src/engine/traces/traces.ts';
import { aCase, step } from '../cases.ts';

const guarded = (id: string, guard: string, known: Partial<TraceCase> = {}, ...tools: string[]): TraceCase =>
  aCase(
    id,
    ['search', ...tools].map(tool => step(tool)),
    {
      ...known,
      labels: { guard, policy: 'ours', ...known.labels },
    },
  );
const compare = (...sets: (readonly TraceCase[])[]) =>
  compareGuardedCases(sets.map(cases => prepareCases(cases, EACH_TOOL)));

describe('the comparison of recorded sessions with and without a guard', () => {
  it('counts a session with its sub-agents once, in the arm of the session', () => {
    const report = compare([
      guarded('a', 'acted', { outcome: 'succeeded' }, 'read'),
      guarded('a1', 'acted', { parent: 'a', outcome: 'failed' }, 'guard: advises', 'guard: obeyed'),
      guarded('a2', 'acted', { parent: 'a1' }),
      guarded('b', 'shadow', { outcome: 'failed' }, 'guard: would stop'),
    ]);
    expect(report?.comparison).toMatchObject({ guarded: 1, unguarded: 1 });
    const of = (measure: string) => report?.comparison.contrasts.find(one => one.measure === measure);
    expect(of('calls')?.guarded.value).toBe(4);
    expect(of('success')?.guarded).toMatchObject({ count: 1, value: 1 });
    expect(report?.comparison.advice).toMatchObject({ sessions: 1, obeyed: { value: 1 } });
    expect(report?.comparison.detection.recall).toMatchObject({ count: 1, value: 1 });
  });

  it('keeps the ids of two sets apart', () => {
    const set = (guard: string) => [guarded('a', guard), guarded('b', guard, { parent: 'a' })];
    expect(compare(set('shadow'), set('acted'))?.comparison).toMatchObject({ guarded: 1, unguarded: 1 });
  });

  it('takes the policy with most sessions of both kinds, and counts those of others', () => {
    const other = { labels: { policy: 'theirs' } };
    const report = compare([
      guarded('a', 'acted'),
      guarded('b', 'shadow'),
      ...['c', 'd', 'e'].map(id => guarded(id, 'acted', other)),
      aCase('f', [step('search')]),
    ]);
    expect(report).toMatchObject({ policy: 'ours', ofOthers: 3, comparison: { guarded: 1, unguarded: 1 } });
  });

  it('says nothing of sessions that are all of one kind, or whose senders name each other', () => {
    expect(compare([guarded('a', 'acted'), guarded('b', 'acted')])).toBeNull();
    expect(compare([aCase('a', [step('search')])])).toBeNull();
    const ring = [guarded('a', 'acted', { parent: 'b' }), guarded('b', 'acted', { parent: 'a' })];
    expect(compare([...ring, guarded('c', 'shadow')])?.comparison).toMatchObject({ unguarded: 1 });
  });
});
