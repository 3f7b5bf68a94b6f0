import type { Answer, Evidence } from '../../../engine/oracle/oracle.ts';
import { truncateRecordText } from '../answerFields.ts';
import type { AskModel, Call } from '../ask.ts';
import type { Environment } from '../environment.ts';
import { ServerFailure } from '../http.ts';

const MAX_TRIES = 4;
/** Milliseconds before the first retry. */
const BASE = 250;
const MAX_RETRY_DELAY_MS = 8_000;
const MAX_RETRY_AFTER_MS = 30_000;
/** Statuses that may pass by themselves. */
const PASSING: readonly number[] = [408, 429, 500, 502, 503, 504];
const MAX_REASON_LENGTH = 80;

/** Asks once. Rejects with `ServerFailure`, or when aborted. */
export type Attempt = (call: Call) => Promise<Answer>;

/**
 * Retries failures that may pass by themselves, after growing pauses; a lasting failure makes the answer
 * unusable.
 */
export function withCallRetries(
  attempt: Attempt,
  environment: Pick<Environment, 'wait' | 'random'>,
): AskModel {
  return async call => {
    for (let tries = 1; ; tries++) {
      const result = await attempt(call).catch(toServerFailure);
      call.signal.throwIfAborted();
      if (!(result instanceof ServerFailure)) return { ...result, evidence: { ...result.evidence, tries } };
      if (tries === MAX_TRIES || !isTransientFailure(result)) return createUnusableAnswer(result, tries);
      await environment.wait(computeRetryPause(result, tries, environment.random()), call.signal);
    }
  };
}

function toServerFailure(error: unknown): ServerFailure {
  if (error instanceof ServerFailure) return error;
  throw error;
}

/** True if another try may succeed. */
export const isTransientFailure = ({ kind, status }: ServerFailure): boolean =>
  kind === 'network' || (kind === 'status' && PASSING.includes(status ?? 0));

/** Milliseconds until the next try: as the server asks, or a random part of an interval that doubles. */
function computeRetryPause({ retryAfter }: ServerFailure, tries: number, random: number): number {
  if (retryAfter !== null) return Math.min(retryAfter, MAX_RETRY_AFTER_MS);
  return random * Math.min(MAX_RETRY_DELAY_MS, BASE * 2 ** (tries - 1));
}

function createUnusableAnswer(failure: ServerFailure, tries: number): Answer {
  // A refused request has cost nothing; for a reply that broke off or was too long, nobody knows.
  const cost = isRefusedUnpaid(failure) ? { tokensIn: 0, tokensOut: 0 } : {};
  const evidence: Evidence = { ...cost, tries, ...(failure.message !== '' && { raw: failure.message }) };
  return {
    kind: 'unusable',
    reason: truncateRecordText(formatFailureReason(failure, tries), MAX_REASON_LENGTH),
    evidence,
  };
}

const isRefusedUnpaid = ({ kind, message }: ServerFailure): boolean =>
  kind === 'status' || message === 'no connection';

/** "503 after 4 tries", "404: model not found", "no connection after 4 tries". */
export function formatFailureReason(failure: ServerFailure, tries: number): string {
  const { kind, status, message } = failure;
  const what = kind === 'status' ? `${status}` : message;
  if (tries > 1 && isTransientFailure(failure)) return `${what} after ${tries} tries`;
  return kind === 'status' && message !== '' ? `${what}: ${message}` : what;
}
