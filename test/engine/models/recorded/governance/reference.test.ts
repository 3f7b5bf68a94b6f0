import { describe, expect, it } from 'vitest';
import {
  type PreparedCase,
  prepareCases,
} from '../../../../../src/engine/models/recorded/governance/prepareCases.ts';
import {
  computeRuleOutcomes,
  type RuleOutcomes,
  RuleTally,
} from '../../../../../src/engine/models/recorded/governance/ruleOutcomes.ts';
import { findFirstFiring } from '../../../../../src/engine/models/recorded/governance/stops.ts';
import { learnLengthRule } from '../../../../../src/engine/models/recorded/reports/buildPathsReport.ts';
import { PRESET_RULES } from '../../../../../src/engine/rules/presetRules.ts';
import { AS_THE_SOURCE_SAYS } from '../../../../../src/engine/stateMapping/knownMappings.ts';
import { GROUPS, recordedSet, SETS, traceFixture } from '../recordedRuns.ts';

const prepared = new Map<string, PreparedCase[]>();
function casesOf(set: string): PreparedCase[] {
  const cases = prepared.get(set) ?? prepareCases(recordedSet(set), AS_THE_SOURCE_SAYS);
  prepared.set(set, cases);
  return cases;
}

/** What the reference calls the rules, by their ids. */
const NAMES: Readonly<Record<string, string>> = {
  careful: 'careful',
  specification: 'S1+S2+S3',
  s1: 'S1 same tool 3x in a row',
  s2: 'S2 same state 5 steps',
  s3: 'S3 same call 2x in a row',
  'roo-code': 'same call 3x in a row',
  'gemini-cli': 'same call 5x in a row',
  openhands: 'OpenHands-like',
  openlit: 'same call 3x in run',
  'result-2': 'same call+result 2x in run',
  'result-3': 'same call+result 3x in run',
  'nothing-new-2': 'nothing new for 2 calls',
  'nothing-new-3': 'nothing new for 3 calls',
  similar: 'similar call J>=.9 3x in last 6',
  'abab-calls': 'ABAB calls 2 cycles',
  'abab-tools': 'ABAB tools 2 cycles',
  'state-8': 'same state 8 steps',
  'state-12': 'same state 12 steps',
  'errors-3': '3 errors in a row',
};
const lines = (name: string) => traceFixture(name).trim().split('\n');

/** Four decimals, a tie to the even digit: as the reference prints them. */
function decimals(value: number | null): string {
  if (value === null) return '';
  const scaled = value * 10_000;
  return scaled % 1 === 0.5 ? ((2 * Math.round(scaled / 2)) / 10_000).toFixed(4) : value.toFixed(4);
}

/** Wilson's interval with 1.96, as the reference has it. */
function perCase(count: number, n: number): readonly [number, number] {
  const [share, spread] = [count / n, 1.96 ** 2 / n];
  const half = (1.96 * Math.sqrt((share * (1 - share)) / n + spread / n / 4)) / (1 + spread);
  const middle = (share + spread / 2) / (1 + spread);
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}

function row(group: string, rule: string, sets: readonly string[], found: RuleOutcomes): string {
  const cost = sets[0].startsWith('moatless') ? 'usd' : 'tokens';
  const { savedShares, cutShares } = found;
  // The reference's interval takes cases of one task for independent ones.
  const judged = found.stoppedFailed + found.stoppedSucceeded;
  const interval = judged === 0 ? null : perCase(found.stoppedFailed, judged);
  const name = group.includes(',') ? `"${group}"` : group;
  const counts = [found.cases, found.failed, found.stopped, found.stoppedFailed, found.stoppedSucceeded];
  const shares = [
    ...[found.precision, interval?.[0] ?? null, interval?.[1] ?? null, found.chance],
    ...[found.recall, found.falseAlarms, savedShares?.ofOutcome[cost] ?? null],
    ...[savedShares?.ofAll[cost] ?? null, cutShares?.ofAll[cost] ?? null],
    ...[savedShares?.ofAll.steps ?? null, found.position],
  ];
  return [name, rule, ...counts, found.firesOnLast, ...shares.map(decimals)].join(',');
}

/** Learned on the even cases and judged on the odd ones, and the other way round. */
function twofold(sets: readonly string[], share: number): RuleOutcomes {
  const tally = new RuleTally();
  for (const set of sets)
    for (const half of [0, 1]) {
      const [own, other] = [half, 1 - half].map(rest => casesOf(set).filter((_, i) => i % 2 === rest));
      tally.addPart({ cases: own, rule: learnLengthRule(other, share)! });
    }
  return tally.outcomes();
}

const groups = [...Object.entries(GROUPS), ...SETS.map(set => [`set:${set}`, [set]] as const)];

describe('rules on 5,740 recorded runs', () => {
  const expected = new Map<string, string[]>();
  for (const line of lines('expected/rule_results.csv.gz').slice(1)) {
    const group = /^(?:"([^"]*)"|([^,]*)),/.exec(line);
    const name = group?.[1] ?? group?.[2] ?? '';
    expected.set(name, [...(expected.get(name) ?? []), line]);
  }

  it.each(groups)('give the reference’s table to the last digit: %s', (group, sets) => {
    const cases = sets.flatMap(casesOf);
    const found = [
      ...PRESET_RULES.map(({ id, rule }) => row(group, NAMES[id]!, sets, computeRuleOutcomes(cases, rule))),
      ...[0.95, 0.99].map(share =>
        row(group, `longer than p${100 * share} of successful runs`, sets, twofold(sets, share)),
      ),
    ];
    expect(found.sort()).toEqual(expected.get(group)?.sort());
  });

  it('hold first at the reference’s step in every run', () => {
    const found = SETS.flatMap(set =>
      casesOf(set).flatMap(one =>
        PRESET_RULES.flatMap(({ id: ruleId, rule }) => {
          const step = findFirstFiring(one, rule);
          const { id, steps, outcome } = one.source;
          return step === -1 ? [] : [[set, id, steps.length, outcome, NAMES[ruleId]!, step + 1].join(',')];
        }),
      ),
    );
    expect(found.sort()).toEqual(lines('expected/first_fire.csv.gz').slice(1).sort());
  });
});
