import { computeTextKey } from '../core/hashing/computeTextKey.ts';
import { findResultError } from '../traces/findResultError.ts';
import { serializeStepValue } from '../traces/traceSteps.ts';
import { unwrapCallArguments, unwrapToolResult } from '../traces/unwrapValues.ts';

/** A call that an agent is about to make. */
export interface GuardCall {
  /** The model's own id of the call, if there is one. */
  readonly id?: string | undefined;
  readonly tool: string;
  /** As the framework has them: an object or a text, `{}` for none. Absent or null: unknown, and equal to no others. */
  readonly args?: unknown;
  /** Digest of the arguments, if they are known only by it. */
  readonly argsHash?: string | undefined;
  /** Milliseconds since 1970. */
  readonly at?: number | undefined;
  /** Id of the model's answer that makes the call: calls of an earlier answer are over. */
  readonly turn?: string | undefined;
}

/** The outcome of a call. */
export interface GuardResult {
  /** A text, or a value that JSON holds. Of a promise, a Map or a stream a guard sees nothing: it is equal to no other, which is a fault. */
  readonly output?: unknown;
  /** Digest of the output, if it is known only by it. */
  readonly outputHash?: string | undefined;
  /**
   * Absent or null: true for an output that is an Error, that its framework marks as a failure, that is an object with an
   * `error` (a text or an object) or `isError: true`, or a text that begins with "Error:", as in recordings; else unknown.
   */
  readonly failed?: boolean | null | undefined;
  /** Milliseconds since 1970. */
  readonly until?: number | undefined;
}

/** Tokens and US dollars of a model's turn. */
export interface GuardCosts {
  readonly tokensIn?: number | null | undefined;
  readonly tokensOut?: number | null | undefined;
  readonly usd?: number | null | undefined;
}

/** UTF-16 units of arguments that rules, exemptions and phases look at. */
const MAX_ARGUMENTS_LENGTH = 4_000;

/** A call as rules need it, and as a log of the session may keep it: its arguments as a text that is not too long, and their digest. */
export function reduceGuardCall({ args, argsHash, ...call }: GuardCall): GuardCall {
  const text = serializeStepValue(unwrapCallArguments(args));
  if (text === null) return { ...call, ...(argsHash !== undefined && { argsHash }) };
  return { ...call, args: text.slice(0, MAX_ARGUMENTS_LENGTH), argsHash: argsHash ?? computeTextKey(text) };
}

/** A result as rules need it, without its text. */
export function reduceGuardResult({ output, outputHash, failed, until }: GuardResult): GuardResult {
  const text = output instanceof Error ? String(output) : serializeStepValue(unwrapToolResult(output));
  const hash = outputHash ?? (text === null ? undefined : computeTextKey(text));
  return {
    ...(hash !== undefined && { outputHash: hash }),
    failed: failed ?? (findResultError(output) === null ? null : true),
    ...(until !== undefined && { until }),
  };
}
