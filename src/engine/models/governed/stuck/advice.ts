import type { Rule } from '../phases.ts';

/** Occasion for advice. */
export interface Trouble {
  readonly rule: Rule;
  /** The rule's count and its limit. */
  readonly value: number;
  readonly limit: number;
  readonly phase: string;
  /** The last query, as it was written; empty for none. */
  readonly query: string;
  /** Documents found so far. */
  readonly found: number;
}

/** A way out for each cause; it comes at the very end of the prompt. */
export function adviceFor({ rule, value, query, found, phase }: Trouble): string {
  const way = found > 0 ? 'Finish with what you have found.' : 'Finish, and say that it was not found.';
  switch (rule) {
    case 'same_tool':
      return found > 0
        ? `Searched ${value} times in a row. Move to analysis, or finish with the results you found.`
        : `Searched ${value} times in a row. ${way}`;
    case 'same_state':
      return `${value} steps in ${phase.toUpperCase()} without getting on. ${way}`;
    case 'timeout':
      return `Too much time in ${phase.toUpperCase()}. ${way}`;
    case 'repeated_search':
      return `You already searched for '${query}'. Finish now.`;
    case 'alternation':
      return `You go back and forth between the same two actions. ${way}`;
    case 'failed_decisions':
      return `${value} decisions in a row failed. ${way}`;
  }
}

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;

/** A rule's observation in words: the reason in the history. The advice came at the limit, the end after it. */
export function reasonOf({ rule, value, limit, phase, query }: Trouble): string {
  const state = phase.toUpperCase();
  switch (rule) {
    case 'same_tool':
      return `the same tool ${value} times in a row, advised at ${limit}`;
    case 'same_state':
      return `${value} steps in ${state}, advised at ${limit}`;
    case 'timeout':
      return `too much time in ${state}: ${seconds(value)}, advised after ${seconds(limit)}`;
    case 'repeated_search':
      return `searched for “${query}” ${value} times, advised at ${limit}`;
    case 'alternation':
      return `back and forth between two actions, ${value} in a row, advised at ${limit}`;
    case 'failed_decisions':
      return `${value} failed decisions in a row, advised at ${limit}`;
  }
}
