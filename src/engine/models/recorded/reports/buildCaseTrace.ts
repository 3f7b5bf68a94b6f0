import type { Tick } from '../../../core/indices.ts';
import { isCallTool, isGuardTool } from '../../../traces/guardSteps.ts';
import type { TraceCase, TraceStep } from '../../../traces/traces.ts';
import { sumCostList } from '../../../traces/usage.ts';
import type { RecordedState } from '../recordedState.ts';
import type { CaseTrace, PlacedStep } from './recordedQueries.ts';

/** A case with its steps up to a tick. */
export function buildCaseTrace(
  { cases, schedule, course, inputs, families }: RecordedState,
  agent: number,
  tick: Tick,
): CaseTrace {
  const { steps, ...facts } = cases[agent];
  const first = schedule.first[agent];
  const earlier = new Map<string, { number: number; result: string | null }>();
  const placed: PlacedStep[] = [];
  const { states } = inputs.prepared[agent];
  const { given } = inputs;
  let from: string | null = null;
  for (const [i, step] of steps.entries()) {
    if (schedule.tickOf[first + i] > tick) break;
    const call = getCallKey(step);
    const before = call === null ? undefined : earlier.get(call);
    const isGuard = isGuardTool(step.tool);
    placed.push({
      number: i + 1,
      tick: schedule.tickOf[first + i],
      state: String(course.chart.states[course.stateOf[first + i]]),
      step,
      isForeign: given !== null && !isGuard && !given.moves.allows(from, states[i]),
      repeats:
        before === undefined
          ? null
          : {
              number: before.number,
              sameResult:
                before.result === null || step.resultHash === null ? null : before.result === step.resultHash,
            },
    });
    if (!isGuard) from = states[i];
    if (call !== null) earlier.set(call, { number: i + 1, result: step.resultHash });
  }
  const sender = families.senderOf[agent];
  const sent = (families.sentBy.get(agent) ?? []).map(other => ({
    agent: other,
    steps: cases[other].steps.length,
    tokens: sumCaseTokens(cases[other]),
  }));
  const family = { sender: sender < 0 ? null : sender, sent };
  return { ...facts, ...family, agent, steps: placed, stepsInAll: steps.length, ends: schedule.endOf[agent] };
}

/** Total tokens of a case; null if it has none recorded. */
function sumCaseTokens({ steps }: TraceCase): number | null {
  const { tokensIn, tokensOut } = sumCostList(steps);
  return tokensIn === null && tokensOut === null ? null : (tokensIn ?? 0) + (tokensOut ?? 0);
}

/** Equal for equal calls; null for a message, and if the source has no arguments. */
const getCallKey = ({ tool, argsHash }: TraceStep): string | null =>
  !isCallTool(tool) || argsHash === null ? null : `${tool}\n${argsHash}`;
