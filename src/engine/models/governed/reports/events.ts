import type { Tick } from '../../../core/indices.ts';
import { rowsOf } from '../../../events/rowsOf.ts';
import { modelRecord } from '../../../export/measurement.ts';
import type { EventFields, ModelEvent } from '../../../model/event.ts';
import type { GovernedState } from '../state.ts';
import type { Step } from '../step.ts';
import { stepPrompt } from './inspect.ts';

/** What happened to the missions in a tick, step by step. */
export function* eventsOf(state: GovernedState, tick: Tick): Generator<ModelEvent> {
  const { steps } = state.ledger;
  const [from, to] = rowsOf(steps.length, tick, row => steps[row].tick);
  for (let row = from; row < to; row++) yield* eventsOfStep(state, steps[row]);
}

function* eventsOfStep(state: GovernedState, step: Step): Generator<ModelEvent> {
  const { agent, advice, call, refused, rule, kind } = step;
  if (advice?.rule)
    yield { kind: 'stuck_detection', agent, fields: () => ({ rule: advice.rule, advice: advice.text }) };
  if (step.source !== null) yield* asked(state, step);
  if (refused !== null)
    yield { kind: isRead(step) ? 'refused' : 'fallback', agent, fields: () => warning(step) };
  if (kind === 'verdict')
    yield {
      kind: 'stuck_detection',
      agent,
      fields: () => ({ rule, reason: step.reason, verdict: step.next }),
    };
  if (kind === 'resumed')
    yield {
      kind: 'stuck_detection',
      agent,
      fields: () => ({ rule, reason: step.reason, resumed: step.next }),
    };
  if (call !== null && refused === null) yield { kind: 'tool_call', agent, fields: () => callOf(step, call) };
}

const isRead = ({ kind }: Step): boolean => kind !== 'unreadable' && kind !== 'unanswered';

function* asked(state: GovernedState, step: Step): Generator<ModelEvent> {
  const { agent, row, number, phase } = step;
  yield {
    kind: 'question',
    agent,
    fields: withPrompts => ({
      ...{ step: number, phase, phase_ms: state.ledger.askedAt[row] },
      ...(withPrompts && promptOf(state, row)),
    }),
  };
  if (step.said !== null || hasRaw(state, row))
    yield { kind: 'answer', agent, fields: () => answerOf(state, step) };
}

const hasRaw = ({ ledger }: GovernedState, row: number): boolean =>
  ledger.evidence.get(row)?.raw !== undefined;

function promptOf(state: GovernedState, row: number): EventFields {
  const prompt = stepPrompt(state, row);
  return prompt === null ? {} : { prompt: { system: prompt.system, user: prompt.user } };
}

function answerOf({ ledger }: GovernedState, step: Step): EventFields {
  const { said, source, kind, claims, mended, obeyed } = step;
  return {
    source,
    ...(said !== null && { text: said }),
    ...(kind !== 'unreadable' && { action: kind }),
    ...(claims !== null && { claims }),
    ...(mended.length > 0 && { mended }),
    ...(obeyed !== null && { obeyed }),
    ...{ tokens_in: step.tokensIn, tokens_out: step.tokensOut },
    ...modelRecord(said, ledger.evidence.get(step.row)),
  };
}

/** Why an answer was not accepted, and where that leaves the agent. */
const warning = ({ refused, source, call, next, failed }: Step): EventFields => ({
  warning: refused,
  ...(call === null ? { source } : { tool: call.tool, arguments: call.args }),
  next_state: next,
  ...(failed > 0 && { failed_in_row: failed }),
});

function callOf({ number }: Step, call: NonNullable<Step['call']>): EventFields {
  const { tool, args, hits, total, error, milliseconds, before } = call;
  return {
    ...{ step: number, tool, arguments: args },
    ...(hits !== null && { hits: total, documents: hits.map(({ document }) => document) }),
    ...(error !== null && { error }),
    ...(before.length > 0 && { same_as_steps: before }),
    duration_ms: milliseconds,
  };
}
