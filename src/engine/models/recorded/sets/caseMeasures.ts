import { CAREFUL } from '../../../rules/presetRules.ts';
import {
  GUARD_ARMS,
  GUARD_LABEL,
  type GuardEventKind,
  isCallTool,
  isGuardTool,
} from '../../../traces/guardSteps.ts';
import type { PreparedCase } from '../governance/prepareCases.ts';
import { findFirstFiring } from '../governance/stops.ts';
import { isGuardArm } from './compareGuardedCases.ts';

/** A measure for comparing two sets, case by case. */
export interface CaseMeasure {
  readonly name:
    | 'succeeded'
    | 'steps'
    | 'calls'
    | 'tokens'
    | 'usd'
    | 'ms'
    | 'failed_steps'
    | 'repeats'
    | 'stuck'
    | 'returns'
    | 'guard_acted'
    | 'guard_advised'
    | 'guard_obeyed'
    | 'guard_stopped';
  readonly label: string;
  readonly meaning: string;
  readonly unit: 'share' | 'a case' | 'US$ a case' | 'ms';
  readonly better: 'more' | 'less' | null;
  /** Null if the source does not have it. */
  of(one: PreparedCase): number | null;
}

/** All of them, in the order of the report. */
export const CASE_MEASURES: readonly CaseMeasure[] = [
  {
    ...{ name: 'succeeded', label: 'Succeeded', unit: 'share', better: 'more' },
    meaning: 'Share of the cases that succeeded, of those whose outcome is known.',
    of: ({ source }) => (source.outcome === null ? null : Number(source.outcome === 'succeeded')),
  },
  {
    ...{ name: 'steps', label: 'Steps', unit: 'a case', better: 'less' },
    meaning: 'Calls and messages of a case.',
    of: ({ total }) => total.steps,
  },
  {
    ...{ name: 'calls', label: 'Calls', unit: 'a case', better: 'less' },
    meaning: 'Calls of tools in a case.',
    of: ({ total }) => total.calls,
  },
  {
    ...{ name: 'tokens', label: 'Tokens', unit: 'a case', better: 'less' },
    meaning: 'Tokens in and out of a case.',
    of: ({ total }) => total.tokens,
  },
  {
    ...{ name: 'usd', label: 'Cost', unit: 'US$ a case', better: 'less' },
    meaning: 'Cost of a case, where the source has one.',
    of: ({ total }) => total.usd,
  },
  {
    ...{ name: 'ms', label: 'Time', unit: 'ms', better: 'less' },
    meaning: 'From the beginning of a case’s first step to the end of its last.',
    of: ({ total }) => total.ms,
  },
  {
    ...{ name: 'failed_steps', label: 'Failed steps', unit: 'a case', better: 'less' },
    meaning: 'Steps of a case of which the source says that they failed.',
    of: ({ source }) =>
      source.steps.some(({ failed }) => failed !== null)
        ? source.steps.reduce((sum, { failed }) => sum + Number(failed === true), 0)
        : null,
  },
  {
    ...{ name: 'repeats', label: 'Calls again', unit: 'a case', better: 'less' },
    meaning: 'Calls of a case with a tool and arguments that it has called before.',
    of: countRepeatedCalls,
  },
  {
    ...{ name: 'stuck', label: 'Stuck', unit: 'share', better: 'less' },
    meaning: 'Share of the cases in which the rule “clear loops” finds a loop, be it at the last step.',
    of: one => Number(findFirstFiring(one, CAREFUL) !== -1),
  },
  {
    ...{ name: 'returns', label: 'Returns to a state', unit: 'a case', better: null },
    meaning: 'How often a case comes back to a state that it has left.',
    of: ({ stepStates: states }) => {
      const stays = states.filter((state, i) => state !== states[i - 1]);
      return stays.length - new Set(stays).size;
    },
  },
  {
    ...{ name: 'guard_acted', label: 'Guard acts', unit: 'share', better: null },
    meaning: 'Share of the guarded cases in which the guard acts; in the others it only notes.',
    of: ({ source }) => (isGuarded(source) ? Number(source.labels[GUARD_LABEL] === GUARD_ARMS.acted) : null),
  },
  {
    ...{ name: 'guard_advised', label: 'Guard advises, or would', unit: 'share', better: null },
    meaning: 'Share of the guarded cases that the guard advised, or would have advised.',
    of: one => findDecision(one, ['advise']),
  },
  {
    ...{ name: 'guard_obeyed', label: 'Advice obeyed', unit: 'share', better: 'more' },
    meaning: 'Share of the cases that got advice in which it was obeyed at least once.',
    of: one =>
      one.source.labels[GUARD_LABEL] === GUARD_ARMS.acted && findDecision(one, ['advise']) === 1
        ? findDecision(one, ['obeyed'])
        : null,
  },
  {
    ...{ name: 'guard_stopped', label: 'Guard stops, or would', unit: 'share', better: null },
    meaning: 'Share of the guarded cases that the guard stopped, or would have stopped.',
    of: one => findDecision(one, ['stop']),
  },
];

/** True if a guard reports about a case. */
const isGuarded = ({ labels }: PreparedCase['source']): boolean => isGuardArm(labels[GUARD_LABEL]);

/** 1 if a guard decided one of these in a case, or would have; 0 if not; null without a guard. */
const findDecision = ({ source }: PreparedCase, kinds: readonly GuardEventKind[]): number | null =>
  isGuarded(source) ? Number(source.steps.some(({ tool }) => isGuardTool(tool, kinds))) : null;

function countRepeatedCalls({ source }: PreparedCase): number | null {
  const calls = source.steps.flatMap(({ tool, argsHash }) =>
    !isCallTool(tool) || argsHash === null ? [] : [JSON.stringify([tool, argsHash])],
  );
  const hasCalls = source.steps.some(({ tool }) => isCallTool(tool));
  return hasCalls && calls.length === 0 ? null : calls.length - new Set(calls).size;
}
