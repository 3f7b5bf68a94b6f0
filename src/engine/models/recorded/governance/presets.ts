import type { AnyOfRules, Compared, PlainRule, RuleKind, StopRule } from './rule.ts';

const plain = (rule: RuleKind, threshold: number, compare: Compared): PlainRule => ({
  rule,
  threshold,
  compare,
});
const anyOf = (...of: readonly PlainRule[]): AnyOfRules => ({ rule: 'any', of });

/** The same call with the same result 3× in a row, or 3 calls with nothing new, or A-B-A-B twice. */
export const CAREFUL: StopRule = anyOf(
  plain('in_a_row', 3, 'result'),
  plain('nothing_new', 3, 'result'),
  plain('alternating', 2, 'result'),
);

const S1 = plain('in_a_row', 3, 'tool');
const S2 = plain('in_a_row', 5, 'state');
const S3 = plain('in_a_row', 2, 'call');

/** A rule with a name of its own. */
interface NamedRule {
  readonly id: string;
  readonly label: string;
  readonly rule: StopRule;
}

/** Rules to choose from; the first is the usual one. */
export const RULES: readonly NamedRule[] = [
  { id: 'careful', label: 'careful', rule: CAREFUL },
  { id: 'specification', label: 'S1+S2+S3', rule: anyOf(S1, S2, S3) },
  { id: 's1', label: 'S1 same tool 3x in a row', rule: S1 },
  { id: 's2', label: 'S2 same state 5 steps', rule: S2 },
  { id: 's3', label: 'S3 same call 2x in a row', rule: S3 },
  { id: 'roo-code', label: 'same call 3x in a row', rule: plain('in_a_row', 3, 'call') },
  { id: 'gemini-cli', label: 'same call 5x in a row', rule: plain('in_a_row', 5, 'call') },
  {
    id: 'openhands',
    label: 'OpenHands-like',
    rule: anyOf(
      plain('in_a_row', 4, 'result'),
      plain('in_a_row', 3, 'call_error'),
      plain('alternating', 3, 'result'),
    ),
  },
  { id: 'openlit', label: 'same call 3x in run', rule: plain('in_run', 3, 'call') },
  { id: 'result-2', label: 'same call+result 2x in run', rule: plain('in_run', 2, 'result') },
  { id: 'result-3', label: 'same call+result 3x in run', rule: plain('in_run', 3, 'result') },
  { id: 'nothing-new-2', label: 'nothing new for 2 calls', rule: plain('nothing_new', 2, 'result') },
  { id: 'nothing-new-3', label: 'nothing new for 3 calls', rule: plain('nothing_new', 3, 'result') },
  {
    id: 'similar',
    label: 'similar call J>=.9 3x in last 6',
    rule: { ...plain('similar', 3, 'call'), likeness: 0.9, window: 6 },
  },
  { id: 'abab-calls', label: 'ABAB calls 2 cycles', rule: plain('alternating', 2, 'call') },
  { id: 'abab-tools', label: 'ABAB tools 2 cycles', rule: plain('alternating', 2, 'tool') },
  { id: 'state-8', label: 'same state 8 steps', rule: plain('in_a_row', 8, 'state') },
  { id: 'state-12', label: 'same state 12 steps', rule: plain('in_a_row', 12, 'state') },
  { id: 'errors-3', label: '3 errors in a row', rule: plain('in_a_row', 3, 'error') },
];
