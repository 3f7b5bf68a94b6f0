import { encodeUtf8 } from '../../../core/encodeUtf8.ts';
import type { Action, ToolCall } from '../missionStep.ts';
import type { Phase } from '../phases.ts';
import { NO_TOOL } from './durations.ts';

/** Result of an action that was accepted, refused or unreadable. */
export interface Result {
  readonly next: Phase;
  /** Trigger to fire when `next` is another state. */
  readonly trigger: 'search' | 'reason' | 'finish' | 'fail';
  readonly action: Action | null;
  readonly call: ToolCall | null;
  readonly final: string | null;
  /** Why it was not accepted. */
  readonly refused: string | null;
  /** Advice for the next prompt. */
  readonly advice: string | null;
  readonly isFailed: boolean;
}

const TRIGGERS = { tool: 'search', reason: 'reason', finish: 'finish' } as const;

/** Result of an action that leads to `next`. */
export const createAcceptedResult = (next: Phase, action: Action, call: ToolCall | null = null): Result => ({
  next,
  trigger: TRIGGERS[action.kind],
  action,
  call,
  final: action.kind === 'finish' ? action.final : null,
  refused: null,
  advice: null,
  isFailed: false,
});

/** A failure leaves the agent in its phase; after one in init it has to decide. */
export const createFailedResult = (
  phase: Phase,
  { refused = null, advice = null, action = null, call = null }: Partial<Result>,
): Result => ({
  next: phase === 'init' ? 'deciding' : phase,
  trigger: 'fail',
  action,
  call,
  final: null,
  refused,
  advice,
  isFailed: true,
});

const EMPTY = {
  hits: null,
  text: null,
  total: 0,
  error: null,
  resultBytes: 0,
  milliseconds: 0,
  before: [],
} as const;

/** A call that is not made. */
export const createRefusedCall = ({ tool, args }: Extract<Action, { kind: 'tool' }>): ToolCall => ({
  ...EMPTY,
  tool,
  args,
});

/** A call that no tool takes. */
export const createBrokenCall = (
  { tool, args }: Extract<Action, { kind: 'tool' }>,
  error: string,
): ToolCall => ({
  ...EMPTY,
  tool,
  args,
  error,
  resultBytes: encodeUtf8(error).length,
  milliseconds: NO_TOOL,
});

/** A finish written as a call, for the table of calls. */
export const createFinishCall = (args: Readonly<Record<string, unknown>>): ToolCall => ({
  ...EMPTY,
  tool: 'finish',
  args,
});
