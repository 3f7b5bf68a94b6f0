import { SAY, type TraceCase, type TraceStep } from '../../../traces/traces.ts';
import type { CaseRecord, StepRecord } from '../reports/recordedDocumentSchema.ts';
import { markForeignDigest, unmarkDigest } from './checkHeldTexts.ts';

/** Texts of a step as they leave the page. */
export const redactStepTexts = (
  { prompt, answer, args, result, error }: TraceStep,
  isRedacted: boolean,
): Pick<TraceStep, 'prompt' | 'answer' | 'args' | 'result' | 'error'> =>
  isRedacted
    ? { prompt: null, answer: null, args: null, result: null, error: null }
    : { prompt, answer, args, result, error };

/** A case as the document stores it. @param hidden states of its steps, if its texts are to be hidden */
export function toCaseRecord(
  { id, parent, steps, end, isClosed, ...facts }: TraceCase,
  hidden: readonly (string | null)[] | null,
): CaseRecord {
  return {
    input: 'traces',
    case: id,
    ...(parent === null ? {} : { parent }),
    ...facts,
    end: hidden === null ? end : toPlainEnd(end),
    ...(isClosed === true && { closed: true }),
    steps: steps.map((step, i) => toStepRecord(step, hidden === null ? undefined : hidden[i])),
  };
}

/** An end that is a word, such as "max_steps", and no text. */
export const toPlainEnd = (end: string | null): string | null =>
  end !== null && /^[\w-]{1,40}$/.test(end) ? end : null;

function toStepRecord(step: TraceStep, mapped: string | null | undefined): StepRecord {
  const { tool, state, agent, failed, at, until, usd } = step;
  const texts = redactStepTexts(step, mapped !== undefined);
  const row = {
    ...{ tool, state, lane: agent },
    ...texts,
    args_hash: markForeignDigest(step.argsHash, texts.args ?? (tool === SAY ? texts.answer : null)),
    result_hash: markForeignDigest(step.resultHash, texts.result),
    ...{ failed, at, until },
    tokens_in: step.tokensIn,
    tokens_out: step.tokensOut,
    tokens_cached_read: step.tokensCachedRead,
    tokens_cached_write: step.tokensCachedWrite,
    tokens_reasoning: step.tokensReasoning,
    usd,
    model_calls: step.modelCalls,
    waits_for: step.waitsFor,
    inferred: step.isInferred || null,
  };
  // Unknown values are left out.
  const known = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
  return { ...known, ...(mapped !== undefined && { mapped }) } as StepRecord;
}

/** The case that a row of `inputs` holds. */
export function readCaseRecord({
  input: _,
  case: id,
  parent,
  closed,
  steps,
  ...facts
}: CaseRecord): TraceCase {
  const isClosed = closed === true && ({ isClosed: true } as const);
  return { id, parent: parent ?? null, ...facts, ...isClosed, steps: steps.map(readStepRecord) };
}

const readStepRecord = (row: StepRecord): TraceStep => ({
  tool: row.tool,
  state: row.state ?? null,
  agent: row.lane ?? null,
  args: row.args ?? null,
  argsHash: unmarkDigest(row.args_hash),
  result: row.result ?? null,
  resultHash: unmarkDigest(row.result_hash),
  failed: row.failed ?? null,
  error: row.error ?? null,
  prompt: row.prompt ?? null,
  answer: row.answer ?? null,
  at: row.at ?? null,
  until: row.until ?? null,
  tokensIn: row.tokens_in ?? null,
  tokensOut: row.tokens_out ?? null,
  tokensCachedRead: row.tokens_cached_read ?? null,
  tokensCachedWrite: row.tokens_cached_write ?? null,
  tokensReasoning: row.tokens_reasoning ?? null,
  usd: row.usd ?? null,
  modelCalls: row.model_calls ?? null,
  waitsFor: row.waits_for ?? null,
  isInferred: row.inferred ?? false,
});
