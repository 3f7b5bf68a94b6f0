import type { Tick } from '../../../core/indices.ts';
import { findTickRows } from '../../../events/findTickRows.ts';
import { toLanguageModelRecord } from '../../../export/measurement.ts';
import type { EventFields, ModelEvent } from '../../../model/event.ts';
import type { GovernedState } from '../state.ts';
import type { Step } from '../step.ts';
import { rebuildStepPrompt } from './inspectMission.ts';

/** What happened to the missions in a tick, step by step. */
export function* listGovernedEvents(state: GovernedState, tick: Tick): Generator<ModelEvent> {
  const { steps } = state.ledger;
  const [from, to] = findTickRows(steps.length, tick, row => steps[row].tick);
  for (let row = from; row < to; row++) yield* listGovernedStepEvents(state, steps[row]);
}

function* listGovernedStepEvents(state: GovernedState, step: Step): Generator<ModelEvent> {
  const { agent, advice, call, refused, rule, kind } = step;
  if (advice?.rule)
    yield { kind: 'stuck_detection', agent, fields: () => ({ rule: advice.rule, advice: advice.text }) };
  if (step.source !== null) yield* listGovernedAskEvents(state, step);
  if (refused !== null)
    yield {
      kind: isReadableStep(step) ? 'refused' : 'fallback',
      agent,
      fields: () => buildWarningFields(step),
    };
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
  if (call !== null && refused === null)
    yield { kind: 'tool_call', agent, fields: () => buildCallFields(step, call) };
}

const isReadableStep = ({ kind }: Step): boolean => kind !== 'unreadable' && kind !== 'unanswered';

function* listGovernedAskEvents(state: GovernedState, step: Step): Generator<ModelEvent> {
  const { agent, row, number, phase } = step;
  yield {
    kind: 'question',
    agent,
    fields: withPrompts => ({
      ...{ step: number, phase, phase_ms: state.ledger.askedAt[row] },
      ...(withPrompts && buildGovernedPromptField(state, row)),
    }),
  };
  if (step.said !== null || hasRawAnswer(state, row))
    yield { kind: 'answer', agent, fields: () => buildGovernedAnswerFields(state, step) };
}

const hasRawAnswer = ({ ledger }: GovernedState, row: number): boolean =>
  ledger.evidence.get(row)?.raw !== undefined;

function buildGovernedPromptField(state: GovernedState, row: number): EventFields {
  const prompt = rebuildStepPrompt(state, row);
  return prompt === null ? {} : { prompt: { system: prompt.system, user: prompt.user } };
}

function buildGovernedAnswerFields({ ledger }: GovernedState, step: Step): EventFields {
  const { said, source, kind, claims, mended, obeyed } = step;
  return {
    source,
    ...(said !== null && { text: said }),
    ...(kind !== 'unreadable' && { action: kind }),
    ...(claims !== null && { claims }),
    ...(mended.length > 0 && { mended }),
    ...(obeyed !== null && { obeyed }),
    ...{ tokens_in: step.tokensIn, tokens_out: step.tokensOut },
    ...toLanguageModelRecord(said, ledger.evidence.get(step.row)),
  };
}

/** Why an answer was not accepted, and where that leaves the agent. */
const buildWarningFields = ({ refused, source, call, next, failed }: Step): EventFields => ({
  warning: refused,
  ...(call === null ? { source } : { tool: call.tool, arguments: call.args }),
  next_state: next,
  ...(failed > 0 && { failed_in_row: failed }),
});

function buildCallFields({ number }: Step, call: NonNullable<Step['call']>): EventFields {
  const { tool, args, hits, total, error, milliseconds, before } = call;
  return {
    ...{ step: number, tool, arguments: args },
    ...(hits !== null && { hits: total, documents: hits.map(({ document }) => document) }),
    ...(error !== null && { error }),
    ...(before.length > 0 && { same_as_steps: before }),
    duration_ms: milliseconds,
  };
}
