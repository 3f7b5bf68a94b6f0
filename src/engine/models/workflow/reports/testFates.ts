import { formatGroupedInteger, formatNounCount } from '../../../core/formatNounCount.ts';
import type { Tick } from '../../../core/indices.ts';
import type { WorkflowState } from '../workflowState.ts';
import type { ActionName } from '../workflowTerms.ts';

/** Tests of a run up to a tick, and what became of the artifacts that failed. */
export interface TestFates {
  /** Artifacts that were made, and those that were sold. */
  readonly made: number;
  readonly sold: number;
  readonly tests: number;
  readonly failed: number;
  /** The state in which most tests failed, and how many. */
  readonly mostIn: { readonly state: string; readonly failed: number } | null;
  /** Failures after which the artifact was reworked, by the next test; `untested`: none has followed. */
  readonly worked: number;
  readonly brokenAgain: number;
  readonly untested: number;
  /** Failures after which it was dropped, offered as it was, or kept in hand. */
  readonly dropped: number;
  readonly offered: number;
  readonly kept: number;
  /** Cost and probability of a rework that mends. */
  readonly rework: { readonly cost: number; readonly mending: number };
  /** The state in which most artifacts were made; true if a declared transition leads there from `mostIn`. */
  readonly wayBack: { readonly to: string; readonly isDeclared: boolean } | null;
}

/** Follows each failed test of a run to its consequence. O(artifacts + rows). */
export function measureTestFates(
  { world, ledger, loop, inputs, parameters }: WorkflowState,
  tick: Tick,
): TestFates {
  const sums = {
    tests: 0,
    failed: 0,
    worked: 0,
    brokenAgain: 0,
    untested: 0,
    dropped: 0,
    offered: 0,
    kept: 0,
  };
  const failures = new Set<string>();
  for (const { maker, events } of world.artifacts) {
    const past = events.filter(event => event.tick <= tick);
    for (const [at, { kind, tick: when }] of past.entries()) {
      if (kind === 'works' || kind === 'broken') sums.tests++;
      if (kind !== 'broken') continue;
      sums.failed++;
      failures.add(`${maker} ${when}`);
      const after = past.slice(at + 1).map(event => event.kind);
      const next = after.find(one => one !== 'reworked');
      const isReworked = after[0] === 'reworked';
      if (isReworked) sums[next === 'works' ? 'worked' : next === 'broken' ? 'brokenAgain' : 'untested']++;
      else if (next === 'dropped') sums.dropped++;
      else if (next === 'returned' || next === 'sold') sums.offered++;
      else sums.kept++;
    }
  }
  const { states } = inputs.workflow;
  const countStates = (action: ActionName, fits: (agent: number, when: Tick) => boolean) => {
    const counts = states.map(() => 0);
    for (const row of ledger.rows)
      if (row.action === action && row.tick <= tick && fits(row.agent, row.tick)) counts[row.state]++;
    const most = counts.indexOf(Math.max(...counts));
    return counts[most] > 0 ? { state: most, count: counts[most] } : null;
  };
  const failing = countStates('test', (agent, when) => failures.has(`${agent} ${when}`));
  const making = countStates('make', () => true);
  return {
    ...sums,
    ...{ made: world.totalsAt(tick).made, sold: world.totalsAt(tick).sold },
    mostIn: failing && { state: states[failing.state], failed: failing.count },
    rework: { cost: parameters.rework, mending: parameters.mending },
    wayBack: failing &&
      making && {
        to: states[making.state],
        isDeclared: loop.edges.leading(failing.state, making.state).length > 0,
      },
  };
}

const listCounts = (counts: readonly (readonly [count: number, words: string])[]): string =>
  counts
    .flatMap(([count, words]) => (count > 0 ? [`${formatGroupedInteger(count)} ${words}`] : []))
    .join(', ');

/** The tests that failed and their consequences, in sentences, or that there were none; empty if none failed. */
export function describeTestFates(fates: TestFates): readonly string[] {
  const { made, sold, tests, failed, mostIn, worked, brokenAgain, untested, dropped, offered, kept } = fates;
  if (tests === 0 && made > 0)
    return [
      `No artifact was tested: ${formatNounCount(made, 'was', 'were')} made, and ${formatGroupedInteger(sold)} of them sold as they were.`,
    ];
  if (failed === 0) return [];
  const reworked = worked + brokenAgain + untested;
  const where =
    mostIn === null
      ? ''
      : mostIn.failed === failed
        ? `, all in ${mostIn.state}`
        : `, ${formatGroupedInteger(mostIn.failed)} of them in ${mostIn.state}`;
  const next = listCounts([
    [worked, 'worked at the next test'],
    [brokenAgain, 'failed it'],
    [untested, 'not tested since'],
  ]);
  const rest = listCounts([
    [dropped, 'dropped'],
    [offered, 'offered as they were'],
    [kept, 'still in hand'],
  ]);
  const then = [
    ...(reworked > 0 ? [`${formatGroupedInteger(reworked)} reworked (${next})`] : []),
    ...(rest === '' ? [] : [rest]),
  ].join('; ');
  return [
    `${formatGroupedInteger(failed)} of ${formatGroupedInteger(tests)} tests failed${where}. Then: ${then}.`,
    ...adviseRework(fates, reworked),
  ];
}

/** A rework that was left out, as far as the run says what one would do. */
function adviseRework(
  { worked, brokenAgain, dropped, offered, mostIn, rework, wayBack }: TestFates,
  reworked: number,
): readonly string[] {
  if (reworked > 0) {
    const tested = worked + brokenAgain;
    const lost = dropped + offered;
    if (lost === 0 || tested === 0) return [];
    return [
      `A rework before ${dropped > 0 ? 'dropping' : 'offering'} might have helped: after ${formatGroupedInteger(worked)} of ${formatGroupedInteger(tested)} the next test passed.`,
    ];
  }
  const way =
    mostIn === null || wayBack === null || wayBack.to === mostIn.state
      ? ''
      : `; ${wayBack.isDeclared ? 'a' : 'no'} transition leads from ${mostIn.state} back to ${wayBack.to}, where most are made`;
  return [
    `None was reworked: that costs ${rework.cost} scrip and mends ${Math.round(rework.mending * 100)} of 100 flawed ones${way}.`,
  ];
}
