import { cleanTextLine } from '../../../core/cleanTextLine.ts';
import { CAREFUL } from '../../../rules/presetRules.ts';
import { describeStopRule } from '../../../rules/stopRule.ts';
import { isGuardTool } from '../../../traces/guardSteps.ts';
import { SAY, type TraceStep } from '../../../traces/traces.ts';
import { describeStep } from '../clock/buildCallTree.ts';
import { indexAgentsByCaseId } from '../governance/prepareCases.ts';
import { findStoppedCases } from '../governance/stops.ts';
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
  /** Later steps that are the same call. */
  readonly more: number;
  /** True if one of the two latest steps is that call; of two calls in turn every other one is. */
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
    const isSame = ({ tool, argsHash }: TraceStep) => tool === held.tool && argsHash === held.argsHash;
    const later = source.steps.slice(step + 1).filter(({ tool }) => !isGuardTool(tool));
    return {
      ...{ agent, step: places.indexOf(step) + 1, reason: describeStopRule(rule) },
      ...{ more: later.filter(isSame).length, lasts: later.length === 0 || later.slice(-2).some(isSame) },
      call: cleanTextLine(call, MAX_CALL).trim(),
    };
  });
}
