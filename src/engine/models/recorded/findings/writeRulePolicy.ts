import { getFileStem } from '../../../files/getFileStem.ts';
import { proposeGuardPolicy } from '../../../guard/proposeGuardPolicy.ts';
import { describeSavingsChoice, type SavingsInterval } from '../governance/selectSavingsInterval.ts';
import type { RuleReport } from '../reports/governanceReport.ts';

/** Choices for a policy that are not the rule's. */
interface PolicyChoices {
  /** Share of sessions in which the guard acts, 0 to 1. */
  readonly act: number;
  /** Mapping of steps to states as JSON; null if it is unknown. */
  readonly mapping: string | null;
  /** File of the recordings; the policy is named after it. */
  readonly file: string;
  /** The interval that page and report show with the rule's savings. */
  readonly savings: SavingsInterval;
}

/** A rule as a guard's policy in JSON, with the evidence of the recordings. */
export function writeRulePolicy(
  { id, rule, exempt, measure, outcomes }: RuleReport,
  { act, mapping, file, savings }: PolicyChoices,
): string {
  const { cases, failed, succeeded, unknown, stoppedFailed, stoppedSucceeded, stoppedUnknown } = outcomes;
  const saved = outcomes.savedShares;
  const set = getFileStem(file);
  const policy = proposeGuardPolicy({
    ...{ name: set, id, rule, exempt, act, advises: true },
    mapping: mapping === null ? undefined : JSON.parse(mapping),
    evidence: {
      traces: set,
      measure,
      on_all: {
        ...{ cases, failed, succeeded, unknown },
        stopped_failed: stoppedFailed,
        stopped_succeeded: stoppedSucceeded,
        stopped_unknown: stoppedUnknown,
        false_alarms_95: outcomes.intervals.falseAlarms,
        saved_share: saved?.ofAll[measure] ?? null,
        saved_share_95: savings.interval,
        saved_share_95_for: describeSavingsChoice(savings),
      },
    },
  });
  return `${JSON.stringify(policy, null, 2)}\n`;
}
