import { describe, expect, it } from 'vitest';
import { collectVariants, findCaseLoops } from '../../../../../src/engine/models/recorded/discovery/loops.ts';
import { prepareCases } from '../../../../../src/engine/models/recorded/governance/prepareCases.ts';
import { computeDwellLimits } from '../../../../../src/engine/models/recorded/reports/buildPathsReport.ts';
import { AS_THE_SOURCE_SAYS, EACH_TOOL } from '../../../../../src/engine/stateMapping/knownMappings.ts';
import type { TraceOutcome } from '../../../../../src/engine/traces/traces.ts';
import { aCase, recordedSet } from '../recordedRuns.ts';

const walks = (...all: [string, string, TraceOutcome?][]) =>
  prepareCases(
    all.map(([id, states, outcome = null]) =>
      aCase(
        [...states].map(tool => ({ tool })),
        { id, outcome: outcome ?? null },
      ),
    ),
    EACH_TOOL,
  );

describe('variants', () => {
  it('count a stay once, and are known by their frequency', () => {
    const found = collectVariants(
      walks(['1', 'aab', 'failed'], ['2', 'abb', 'succeeded'], ['3', 'ba']),
      'state',
    );
    expect(found).toEqual([
      { path: ['a', 'b'], cases: 2, failed: 1, succeeded: 1, ids: ['1', '2'] },
      { path: ['b', 'a'], cases: 1, failed: 0, succeeded: 0, ids: ['3'] },
    ]);
  });

  it('hold every case of a set once', () => {
    const cases = prepareCases(recordedSet('moatless_0623_sonnet35'), AS_THE_SOURCE_SAYS);
    const found = collectVariants(cases, 'state');
    expect(found.reduce((sum, one) => sum + one.cases, 0)).toBe(291);
    expect(new Set(found.flatMap(({ ids }) => ids)).size).toBe(291);
    expect(found[0].cases).toBeGreaterThan(found[1].cases);
  });
});

describe('loops', () => {
  it('are the cycles that a walk falls into, entered at any state', () => {
    const found = findCaseLoops(
      walks(['1', 'xababab'], ['2', 'bba'], ['3', 'bab'], ['4', 'abcabc']),
      'state',
    );
    expect(found).toEqual([
      { path: ['a', 'b', 'a'], count: 3, cases: 2, most: { id: '1', times: 2 } },
      { path: ['a', 'b', 'c', 'a'], count: 1, cases: 1, most: { id: '4', times: 1 } },
    ]);
  });

  it('within a loop are loops of their own', () => {
    const found = findCaseLoops(walks(['1', 'abcbda']), 'state');
    expect(found.map(({ path }) => path.join(''))).toEqual(['abda', 'bcb']);
  });

  it('do not count a stay', () => {
    expect(findCaseLoops(walks(['1', 'aaaa']), 'state')).toEqual([]);
  });
});

describe('limits on a stay', () => {
  it('are learned from successful cases alone', () => {
    const cases = walks(['1', 'aabaaa', 'succeeded'], ['2', 'aaaaaaaa', 'failed'], ['3', 'bbbbbb']);
    expect(computeDwellLimits(cases)).toEqual([
      { state: 'a', visits: 2, steps: 3 },
      { state: 'b', visits: 1, steps: 1 },
    ]);
    expect(computeDwellLimits(cases, 0)).toEqual([
      { state: 'a', visits: 2, steps: 2 },
      { state: 'b', visits: 1, steps: 1 },
    ]);
  });

  it('are exceeded by about one in a hundred visits', () => {
    const cases = prepareCases(recordedSet('intercode_sql_gpt4'), AS_THE_SOURCE_SAYS);
    const states = new Set(cases.flatMap(one => (one.source.outcome === 'succeeded' ? one.states : [])));
    expect(computeDwellLimits(cases).map(({ state }) => state)).toEqual([...states].sort());
  });
});
