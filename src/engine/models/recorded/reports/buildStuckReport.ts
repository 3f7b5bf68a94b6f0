import { cleanTextLine } from '../../../core/cleanTextLine.ts';
import { CAREFUL } from '../../../rules/presetRules.ts';
import { describeStopRule, listPlainRules, type PlainRule, type StopRule } from '../../../rules/stopRule.ts';
import { SAY } from '../../../traces/traces.ts';
import { describeStep } from '../clock/buildCallTree.ts';
import { findLatestFirings } from '../governance/stops.ts';
import type { RecordedState } from '../recordedState.ts';
import { NEVER_TICK } from '../schedule.ts';

/** A case under way in which the careful rule holds by now. */
export interface StuckCase {
  readonly agent: number;
  /** Number of the last step at which it held, from 1, without those that the mapping ignores. */
  readonly step: number;
  /** The part of the rule that held, in words, for as long as it did: "the same call with the same result 20 times in a row". */
  readonly reason: string;
  /** The last of these steps: "npm test", or "a message". */
  readonly call: string;
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
    const held = schedule.endOf[agent] === NEVER_TICK ? findLatestFirings(one, CLOSEST_FIRST) : null;
    if (held === null) return [];
    const { rule, last, count, lasts } = held;
    const step = one.source.steps[last];
    const call = step.tool === SAY ? 'a message' : `${step.tool} ${describeStep(step)}`;
    return [
      {
        ...{ agent, step: one.places.indexOf(last) + 1, lasts },
        reason: describeStopRule({ ...rule, threshold: rule.threshold + countMoreRounds(rule, count) }),
        call: cleanTextLine(call, MAX_CALL).trim(),
      },
    ];
  });
}

/** The careful rule, the part that holds in other loops as well last: the others say more. */
const CLOSEST_FIRST: StopRule = {
  rule: 'any',
  of: listPlainRules(CAREFUL).toSorted(
    (a, b) => Number(a.rule === 'nothing_new') - Number(b.rule === 'nothing_new'),
  ),
};

/** Rounds by which a loop is longer than its rule asks for. @param count steps in a row at which the rule held */
const countMoreRounds = ({ rule }: PlainRule, count: number): number =>
  // Of two calls in turn each takes one of two steps.
  rule === 'alternating' ? Math.floor((count - 1) / 2) : count - 1;
