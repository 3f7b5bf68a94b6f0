import type { TraceCase, TraceStep } from '../../traces/traces.ts';
import type { CaseRecord, StepRecord } from './schema.ts';

/** Texts of a step as they leave the page. */
export const textsOf = (
  { prompt, answer, args, result, error }: TraceStep,
  isRedacted: boolean,
): Pick<TraceStep, 'prompt' | 'answer' | 'args' | 'result' | 'error'> =>
  isRedacted
    ? { prompt: null, answer: null, args: null, result: null, error: null }
    : { prompt, answer, args, result, error };

/** A case as the document keeps it. */
export function caseRecord({ id, steps, ...facts }: TraceCase, isRedacted: boolean): CaseRecord {
  return { input: 'traces', case: id, ...facts, steps: steps.map(step => stepRecord(step, isRedacted)) };
}

function stepRecord(step: TraceStep, isRedacted: boolean): StepRecord {
  const { tool, state, agent, failed, at, until, usd } = step;
  const row = {
    ...{ tool, state, lane: agent },
    ...textsOf(step, isRedacted),
    args_hash: step.argsHash,
    result_hash: step.resultHash,
    ...{ failed, at, until },
    tokens_in: step.tokensIn,
    tokens_out: step.tokensOut,
    usd,
  };
  // What is not known takes no room.
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as StepRecord;
}

/** The case that a row of `inputs` holds. */
export function caseOf({ input: _, case: id, steps, ...facts }: CaseRecord): TraceCase {
  return { id, ...facts, steps: steps.map(stepOf) };
}

const stepOf = (row: StepRecord): TraceStep => ({
  tool: row.tool,
  state: row.state ?? null,
  agent: row.lane ?? null,
  args: row.args ?? null,
  argsHash: row.args_hash ?? null,
  result: row.result ?? null,
  resultHash: row.result_hash ?? null,
  failed: row.failed ?? null,
  error: row.error ?? null,
  prompt: row.prompt ?? null,
  answer: row.answer ?? null,
  at: row.at ?? null,
  until: row.until ?? null,
  tokensIn: row.tokens_in ?? null,
  tokensOut: row.tokens_out ?? null,
  usd: row.usd ?? null,
});
