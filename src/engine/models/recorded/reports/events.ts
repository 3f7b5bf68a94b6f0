import { formatAgentId, type Tick } from '../../../core/indices.ts';
import type { EventFields, ModelEvent } from '../../../model/event.ts';
import { SAY, type TraceStep } from '../../../traces/traces.ts';
import { redactStepTexts } from '../reading/toCaseRecord.ts';
import type { RecordedState } from '../state.ts';

/** Calls and messages of a tick, in the order of the cases. */
export function* listRecordedEvents(state: RecordedState, tick: Tick): Generator<ModelEvent> {
  for (const [agent, i] of listStepsAtTick(state, tick)) {
    const step = state.cases[agent].steps[i];
    const isCall = step.tool !== SAY;
    const sender = state.families.senderOf[agent];
    const sentBy = sender < 0 ? {} : { sent_by: formatAgentId(sender) };
    const fields = (withPrompts: boolean) => ({
      ...buildRecordedFields(state, step, withPrompts),
      ...sentBy,
    });
    yield { kind: isCall ? 'tool_call' : 'answer', agent, fields };
  }
}

/** Case and position of the steps of a tick. */
function* listStepsAtTick(
  { cases, schedule }: RecordedState,
  tick: Tick,
): Generator<readonly [agent: number, position: number]> {
  for (let agent = 0; agent < cases.length; agent++) {
    // A case's ticks ascend.
    let [low, high] = [schedule.first[agent], schedule.first[agent + 1]];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (schedule.tickOf[middle] < tick) low = middle + 1;
      else high = middle;
    }
    if (low < schedule.first[agent + 1] && schedule.tickOf[low] === tick)
      yield [agent, low - schedule.first[agent]];
  }
}

function buildRecordedFields(state: RecordedState, step: TraceStep, withPrompts: boolean): EventFields {
  const { prompt, answer, args, result, error } = redactStepTexts(step, state.isRedacted);
  const told = {
    ...{ answer, result, error },
    ...(withPrompts && { told: prompt }),
  };
  const known = Object.fromEntries(Object.entries(told).filter(([, text]) => text !== null));
  if (step.tool === SAY) return { source: 'replay', ...known, ...(answer !== null && { text: answer }) };
  return { tool: step.tool, arguments: parseCallArguments(args), ...known };
}

/** Arguments by name, where they are an object in JSON. */
function parseCallArguments(args: string | null): Readonly<Record<string, unknown>> {
  if (args === null) return {};
  try {
    const value: unknown = JSON.parse(args);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  } catch {}
  return { text: args };
}
