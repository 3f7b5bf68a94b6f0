import {
  compareGuardArms,
  type GuardComparison,
  type GuardTrial,
  sumKnown,
} from '../../../guard/compareGuardArms.ts';
import {
  GUARD_ARMS,
  GUARD_LABEL,
  GUARD_SHARE_LABEL,
  type GuardEventKind,
  isGuardTool,
} from '../../../traces/guardSteps.ts';
import type { PreparedCase } from '../governance/prepareCases.ts';

/** Effect of one guard's policy on recorded cases, as a randomised comparison. */
export interface GuardedCasesReport {
  /** Name of the policy; empty if the cases have none. */
  readonly policy: string;
  /** Sessions of other policies, or drawn with another share, which are left out. */
  readonly ofOthers: number;
  readonly comparison: GuardComparison;
}

/** Remedies for a comparison of recorded cases that decides nothing. */
export const GUARD_REMEDIES = {
  oneArm: 'Set act to 0.5 in the policy.',
  noOutcome: 'Read traces that say how their cases ended.',
};

/**
 * Compares the sessions in which a guard acted with those in which it only noted, each with its sub-agents. Of several
 * policies the one with most sessions counts. Ids identify cases within a set. Null unless one policy has sessions of both kinds.
 */
export function compareGuardedCases(sets: readonly (readonly PreparedCase[])[]): GuardedCasesReport | null {
  const byPolicy = new Map<string, GuardTrial[]>();
  for (const unit of sets.flatMap(groupCasesByUnit)) {
    const trial = toTrial(unit);
    if (trial === null) continue;
    // Sessions drawn with another share came earlier or later, which cannot be compared by chance.
    const { labels } = unit[0].source;
    const key = JSON.stringify([labels.policy ?? '', labels[GUARD_SHARE_LABEL] ?? '']);
    byPolicy.set(key, [...(byPolicy.get(key) ?? []), trial]);
  }
  const all = [...byPolicy].sort(([, a], [, b]) => b.length - a.length);
  const ofBoth = all.find(
    ([, trials]) => trials.some(({ acts }) => acts) && trials.some(({ acts }) => !acts),
  );
  if (ofBoth === undefined) return null;
  const [key, trials] = ofBoth;
  const [policy] = JSON.parse(key) as [policy: string, share: string];
  const ofOthers = all.reduce((sum, [, own]) => sum + own.length, 0) - trials.length;
  return { policy, ofOthers, comparison: compareGuardArms(trials) };
}

/** Cases with those of their sub-agents, the session that a person began first. */
function groupCasesByUnit(cases: readonly PreparedCase[]): readonly (readonly PreparedCase[])[] {
  const byId = new Map(cases.map(one => [one.source.id, one]));
  const units = new Map<PreparedCase, PreparedCase[]>();
  for (const one of cases) {
    const root = findRoot(one, byId);
    const unit = units.get(root) ?? [root];
    units.set(root, one === root ? unit : [...unit, one]);
  }
  return [...units.values()];
}

function findRoot(one: PreparedCase, byId: ReadonlyMap<string, PreparedCase>): PreparedCase {
  const passed = new Set([one]);
  for (let root = one; ; ) {
    const { parent } = root.source;
    const sender = parent === null ? undefined : byId.get(parent);
    // Traces that name each other as senders have no first one.
    if (sender === undefined || passed.has(sender)) return root;
    passed.add(sender);
    root = sender;
  }
}

/** A session of the experiment; null if no guard reports about it. */
function toTrial(unit: readonly PreparedCase[]): GuardTrial | null {
  const arm = unit.map(({ source }) => source.labels[GUARD_LABEL]).find(isGuardArm);
  if (arm === undefined) return null;
  const [{ source }] = unit;
  const steps = unit.flatMap(one => one.source.steps);
  const count = (kind: GuardEventKind) => steps.filter(({ tool }) => isGuardTool(tool, [kind])).length;
  const times = unit.flatMap(({ total }) => total.ms ?? []);
  return {
    ...{ session: source.id, acts: arm === GUARD_ARMS.acted, outcome: source.outcome },
    calls: sumKnown(unit.map(({ total }) => total.calls)),
    tokens: sumKnown(unit.map(({ total }) => total.tokens)),
    usd: sumKnown(unit.map(({ total }) => total.usd)),
    // Sub-agents work within the time of the session that started them.
    minutes: times.length === 0 ? null : Math.max(...times) / 60_000,
    isStopped: steps.some(({ tool }) => isGuardTool(tool, ['stop'])),
    ...{ advised: count('advise'), obeyed: count('obeyed'), ignored: count('ignored') },
  };
}

/** True for the label of a case that a guard reports about. */
export const isGuardArm = (label: string | undefined): boolean =>
  label === GUARD_ARMS.acted || label === GUARD_ARMS.noted;
