import { describe, expect, it } from 'vitest';
import type { RecordedState } from '../../../../../src/engine/models/recorded/recordedState.ts';
import { buildSetsReport } from '../../../../../src/engine/models/recorded/sets/buildSetsReport.ts';
import { describeSets } from '../../../../../src/engine/models/recorded/sets/describeSets.ts';
import type { TraceCase } from '../../../../../src/engine/traces/traces.ts';
import { aCase, runOf, step } from '../cases.ts';

const stateOf = async (cases: readonly TraceCase[]) => (await runOf(cases)).state as unknown as RecordedState;

const told = async (a: readonly TraceCase[], b: readonly TraceCase[]) =>
  describeSets(await buildSetsReport(await stateOf(a), await stateOf(b), 0, async () => undefined));

const ended = (id: string, outcome: TraceCase['outcome'], task = id): TraceCase =>
  aCase(id, [step('a')], { outcome, labels: { task } });

describe('two sets in lines', () => {
  it('of one case each have neither intervals nor unknown outcomes', async () => {
    const one = [aCase('1', [step('a')], { labels: {} })];
    const lines = await told(one, one);
    expect(lines.slice(0, 2)).toEqual([
      'A has 1 case, B 1. Compared is the 1 task of both, known by the same id: 1 case of A, 1 of B.',
      'One task alone: there are no intervals.',
    ]);
    expect(lines.filter(line => /succeeded|failed/.test(line))).toEqual([]);
  });

  it('show figures in digits that agree with their difference', async () => {
    const one = await stateOf([aCase('1', [step('a')], { labels: {} })]);
    const report = await buildSetsReport(one, one, 0, async () => undefined);
    const [measure] = report.measures;
    const rowOf = (a: number, b: number) => {
      const lines = describeSets({
        ...report,
        measures: [{ ...measure, unit: 'a case', a, b, difference: b - a }],
      });
      const line = lines.find(text => text.startsWith(`  ${measure.label}`));
      return line?.trim().split(/ {2,}/).slice(1);
    };
    expect(rowOf(2.6249, 2.6151)).toEqual(['2.625', '2.615', '-0.010']);
    expect(rowOf(0.02, 1500.3)).toEqual(['0.02', '1500.30', '+1500.28']);
    expect(rowOf(0.1 + 0.2, 0.3)).toEqual(['0.300', '0.300', '0.000']);
  });

  it('warn that few tasks make rough intervals, where nothing is paired as well', async () => {
    const apart = (name: string) => ['1', '2', '3'].map(id => aCase(name + id, [step('a')], { labels: {} }));
    expect((await told(apart('a'), apart('b'))).slice(1, 3)).toEqual([
      'Nothing is paired: no case of one has the task or the id of a case of the other; differences may come from the tasks.',
      'Fewer than 20 tasks: the intervals are rough.',
    ]);
  });

  it('explain why a difference has no interval, where one set alone hardly varies', async () => {
    const some = (steps: (i: number) => number) =>
      Array.from({ length: 24 }, (_, i) =>
        aCase(
          `${i}`,
          Array.from({ length: steps(i) }, () => step('a')),
          { outcome: 'failed', labels: { task: `${i}` } },
        ),
      );
    const varied = (i: number) => 1 + (i % 5);
    const words = /^No interval: hardly a task of one set differs/;
    const lines = await told(
      some(() => 3),
      some(varied),
    );
    expect(lines.filter(line => words.test(line))).toHaveLength(1);
    expect(lines.find(line => /^ {2}steps/i.test(line)) ?? '').not.toContain(' to ');
    const both = await told(
      some(varied),
      some(i => varied(i + 2)),
    );
    expect(both.find(line => /^ {2}steps/i.test(line))).toContain(' to ');
  });

  it('name the rough interval where only few of many tasks have a measure', async () => {
    const some = (failed: readonly number[], told: number) =>
      Array.from({ length: 24 }, (_, i) => {
        const outcome = i >= told ? null : failed.includes(i) ? 'failed' : 'succeeded';
        const steps = i % 3 === 0 ? [step('a'), step('b')] : [step('a')];
        return aCase(`${i}`, steps, { outcome, labels: { task: `${i}` } });
      });
    const lines = await told(some([0, 2, 4], 9), some([1, 5], 9));
    expect(lines).toContain('Rough: an interval of a measure that fewer than 20 tasks have.');
    const rough = lines.filter(line => line.endsWith(', rough'));
    expect(rough.map(line => line.trim().split(/ {2,}/)[0])).toEqual(['Succeeded, %, 9 tasks']);
    const whole = await told(some([0, 2, 4], 24), some([1, 5], 24));
    expect(whole.filter(line => /rough/i.test(line))).toEqual([]);
  });

  it('count a task of several cases as succeeding more often, and only a single case as changing its outcome', async () => {
    const trials = (...outcomes: readonly TraceCase['outcome'][]) =>
      outcomes.map((outcome, i) => ended(`${i}`, outcome, 'p'));
    const often = await told(
      trials('succeeded', 'failed', 'failed'),
      trials('succeeded', 'succeeded', 'failed'),
    );
    expect(often).toContain('1 of 1 task succeeded more often in B, succeeded in A | B:');
    expect(often).toContain('  p: 1 of 3 | 2 of 3');
    const once = await told([ended('p', 'failed')], [ended('p', 'succeeded')]);
    expect(once).toContain('1 of 1 task went from failed to succeeded, succeeded in A | B:');
  });
});
