import { cleanTextLine } from '../../../core/cleanTextLine.ts';
import { CAREFUL } from '../../../rules/presetRules.ts';
import { describeStopRule } from '../../../rules/stopRule.ts';
import { SAY } from '../../../traces/traces.ts';
import { describeStep } from '../clock/buildCallTree.ts';
import { indexAgentsByCaseId } from '../governance/prepareCases.ts';
import { countFirings, findStoppedCases } from '../governance/stops.ts';
import type { RecordedState } from '../recordedState.ts';
import { NEVER_TICK } from '../schedule.ts';

/** A case under way in which the careful rule holds by now. */
export interface StuckCase {
  readonly agent: number;
  /** Number of the step at which it first held, from 1, without those that the mapping ignores. */
  readonly step: number;
  /** The part of the rule that held, in words: "the same call with the same result 3 times in a row". */
  readonly reason: string;
  /** "npm test", or "a message". */
  readonly call: string;
  /** Later steps at which the rule holds, too. */
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
  const agentOf = indexAgentsByCaseId(prepared);
  const underWay = prepared.filter((_, agent) => schedule.endOf[agent] === NEVER_TICK);
  return findStoppedCases(underWay, CAREFUL, () => true).map(({ id, step, rule }) => {
    const agent = agentOf.get(id) ?? 0;
    const { places, source } = prepared[agent];
    const held = source.steps[step];
    const call = held.tool === SAY ? 'a message' : `${held.tool} ${describeStep(held)}`;
    const { count, lasts } = countFirings(prepared[agent], CAREFUL);
    return {
      ...{ agent, step: places.indexOf(step) + 1, reason: describeStopRule(rule) },
      ...{ more: count - 1, lasts },
      call: cleanTextLine(call, MAX_CALL).trim(),
    };
  });
}
