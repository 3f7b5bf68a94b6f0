import type { ToolCall } from '../missionStep.ts';
import type { Rule } from '../phases.ts';
import { describeToolVerb, getCallSubject, READ_TOOL, SEARCH_TOOL } from '../tools.ts';

/** Occasion for advice. */
export interface Trouble {
  readonly rule: Rule;
  /** The rule's count and its limit. */
  readonly value: number;
  readonly limit: number;
  readonly phase: string;
  /** The last call that was made; null for none. */
  readonly call: Pick<ToolCall, 'tool' | 'args'> | null;
  /** Documents found so far. */
  readonly found: number;
}

/** A way out for each cause; it comes at the very end of the prompt. */
export function describeStuckAdvice({ rule, value, call, found, phase }: Trouble): string {
  const way = found > 0 ? 'Finish with what you have found.' : 'Finish, and say that it was not found.';
  switch (rule) {
    case 'same_tool':
      return found > 0
        ? `${describeRepeatedCall(call)} ${value} times in a row. Move to analysis, or finish with the results you found.`
        : `${describeRepeatedCall(call)} ${value} times in a row. ${way}`;
    case 'same_state':
      return `${value} steps in ${phase.toUpperCase()} without getting on. ${way}`;
    case 'timeout':
      return `Too much time in ${phase.toUpperCase()}. ${way}`;
    case 'repeated_search':
      return `You already ${describeCallVerb(call)} '${describeCallSubject(call)}'. Finish now.`;
    case 'alternation':
      return `You go back and forth between the same two actions. ${way}`;
    case 'failed_decisions':
      return `${value} decisions in a row failed. ${way}`;
  }
}

const describeCallVerb = (call: Trouble['call']): string => describeToolVerb(call ?? { tool: SEARCH_TOOL });
const describeCallSubject = (call: Trouble['call']): string => (call && getCallSubject(call)) ?? '';
const describeRepeatedCall = (call: Trouble['call']): string =>
  call?.tool === READ_TOOL ? 'Read documents' : 'Searched';

const formatWholeSeconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;

/** A rule's observation in words: the reason in the history. The advice came at the limit, the end after it. */
export function describeRuleReason({ rule, value, limit, phase, call }: Trouble): string {
  const state = phase.toUpperCase();
  switch (rule) {
    case 'same_tool':
      return `the same tool ${value} times in a row, advised at ${limit}`;
    case 'same_state':
      return `${value} steps in ${state}, advised at ${limit}`;
    case 'timeout':
      return `too much time in ${state}: ${formatWholeSeconds(value)}, advised after ${formatWholeSeconds(limit)}`;
    case 'repeated_search':
      return `${describeCallVerb(call)} “${describeCallSubject(call)}” ${value} times, advised at ${limit}`;
    case 'alternation':
      return `back and forth between two actions, ${value} in a row, advised at ${limit}`;
    case 'failed_decisions':
      return `${value} failed decisions in a row, advised at ${limit}`;
  }
}
