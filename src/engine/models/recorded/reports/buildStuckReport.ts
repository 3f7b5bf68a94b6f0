import { cleanTextLine } from '../../../core/cleanTextLine.ts';
import { CAREFUL } from '../../../rules/presetRules.ts';
import { describeStopRule } from '../../../rules/stopRule.ts';
import { SAY } from '../../../traces/traces.ts';
import { describeStep } from '../clock/buildCallTree.ts';
import { findLatestFirings } from '../governance/stops.ts';
import type { RecordedState } from '../recordedState.ts';
import { NEVER_TICK } from '../schedule.ts';

/** A case under way in which the careful rule holds by now. */
export interface StuckCase {
  readonly agent: number;
  /** Number of the first of the latest steps in a row at which it held, from 1, without those that the mapping ignores. */
  readonly step: number;
  /** The part of the rule that held, in words: "the same call with the same result 3 times in a row". */
  readonly reason: string;
  /** The last of them: "npm test", or "a message". */
  readonly call: string;
  /** Number of them after the first. */
  readonly more: number;
  /** True if it holds at the latest step. */
  readonly lasts: boolean;
}

/** UTF-16 units of a call. */
const MAX_CALL = 60;

/** Cases under way that are stuck, each with the part of the rule that held and the call at which it did. */
export function buildStuckReport({
  inputs: { prepared },
  schedule,
}: Pick<RecordedState, 'inputs' | 'schedule'>): readonly StuckCase[] {
  return prepared.flatMap((one, agent) => {
    const held = schedule.endOf[agent] === NEVER_TICK ? findLatestFirings(one, CAREFUL) : null;
    if (held === null) return [];
    const { rule, first, last, more, lasts } = held;
    const step = one.source.steps[last];
    const call = step.tool === SAY ? 'a message' : `${step.tool} ${describeStep(step)}`;
    return [
      {
        ...{ agent, step: one.places.indexOf(first) + 1, reason: describeStopRule(rule), more, lasts },
        call: cleanTextLine(call, MAX_CALL).trim(),
      },
    ];
  });
}
