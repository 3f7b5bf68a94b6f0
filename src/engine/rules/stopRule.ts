/**
 * Subject of a rule's comparison: tools; calls (tool and arguments); calls with their results; states; failures; the
 * same call failing; or only the number of steps.
 */
export type Compared = 'tool' | 'call' | 'result' | 'state' | 'error' | 'call_error' | 'step';

/** Kinds of rules, and what each can compare. */
export const RULE_KINDS = {
  /** The same `threshold` times in a row. */
  in_a_row: ['tool', 'call', 'result', 'state', 'error', 'call_error'],
  /** The same for the `threshold`-th time in a case. */
  in_run: ['tool', 'call', 'result', 'error'],
  /** Nothing but what was seen before, `threshold` calls in a row. */
  nothing_new: ['call', 'result'],
  /** A-B-A-B: two different ones in turn, `threshold` times. */
  alternating: ['tool', 'call', 'result'],
  /** `threshold` calls of one tool with like arguments among the last `window` and this one. */
  similar: ['call'],
  /** More steps than `threshold`. */
  longer_than: ['step'],
} as const satisfies Record<string, readonly Compared[]>;
/** A key of `RULE_KINDS`. */
export type RuleKind = keyof typeof RULE_KINDS;

/** A rule as data: the setting for the user's own agent. */
export interface PlainRule {
  readonly rule: RuleKind;
  /** A whole number from 1. */
  readonly threshold: number;
  readonly compare: Compared;
  /** Of "similar": the least share of words in common (Jaccard), above 0 to 1; 0.9 when absent. */
  readonly likeness?: number;
  /** Of "similar": calls that are looked back on; 6 when absent. */
  readonly window?: number;
}

/** Rules of which one suffices. */
export interface AnyOfRules {
  readonly rule: 'any';
  readonly of: readonly PlainRule[];
}

/** A rule that stops a case at the first step after which it holds. */
export type StopRule = PlainRule | AnyOfRules;

/** The rules of which one suffices: itself, for a plain one. */
export const listPlainRules = (rule: StopRule): readonly PlainRule[] =>
  rule.rule === 'any' ? rule.of : [rule];

/** Least share of words in common of a "similar" rule that names none. */
export const USUAL_LIKENESS = 0.9;
/** Default number of calls that a "similar" rule looks back on. */
export const USUAL_WINDOW = 6;

const THE_SAME: Readonly<Record<Compared, string>> = {
  tool: 'the same tool',
  call: 'the same call',
  result: 'the same call with the same result',
  state: 'the same state',
  error: 'a failed call',
  call_error: 'the same call failing',
  step: 'steps',
};

/** Subjects of an alternation. */
const IN_TURN: Readonly<Partial<Record<Compared, string>>> = {
  tool: 'tools',
  call: 'calls',
  result: 'calls with the same results',
};

/** "the same call 3 times in a row". */
function describePlainRule({ rule, threshold, compare, window = USUAL_WINDOW }: PlainRule): string {
  const what = THE_SAME[compare];
  switch (rule) {
    case 'in_a_row':
      return `${what} ${threshold} times in a row`;
    case 'in_run':
      return `${what} ${threshold} times in all`;
    case 'alternating':
      return `back and forth between two ${IN_TURN[compare]}, ${threshold} times`;
    case 'similar':
      return `${threshold} similar calls among the last ${window + 1}`;
    case 'nothing_new':
      return `${threshold} calls in a row that were all made before${compare === 'result' ? ', with the same results' : ''}`;
    case 'longer_than':
      return `more than ${threshold} steps`;
  }
}

/** A rule in words. */
export const describeStopRule = (rule: StopRule): string =>
  rule.rule === 'any' ? rule.of.map(describePlainRule).join(', or ') : describePlainRule(rule);
