import type { AnyOfRules, Compared, PlainRule, RuleKind, StopRule } from './rule.ts';
import { ruleWords } from './ruleWords.ts';

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

/** A rule to choose: what a command line calls it, and what it is called. */
interface NamedRule {
  readonly id: string;
  readonly label: string;
  readonly rule: StopRule;
}

/** A rule that is called what it looks for. */
const named = (id: string, rule: StopRule): NamedRule => ({ id, label: ruleWords(rule), rule });

/** Rules to choose from; the first is the usual one. Those of several parts have names for all of them. */
export const RULES: readonly NamedRule[] = [
  { id: 'careful', label: 'clear loops', rule: CAREFUL },
  { id: 'specification', label: 'any repetition', rule: anyOf(S1, S2, S3) },
  named('s1', S1),
  named('s2', S2),
  named('s3', S3),
  named('roo-code', plain('in_a_row', 3, 'call')),
  named('gemini-cli', plain('in_a_row', 5, 'call')),
  {
    id: 'openhands',
    label: 'as OpenHands stops its agents',
    rule: anyOf(
      plain('in_a_row', 4, 'result'),
      plain('in_a_row', 3, 'call_error'),
      plain('alternating', 3, 'result'),
    ),
  },
  named('openlit', plain('in_run', 3, 'call')),
  named('result-2', plain('in_run', 2, 'result')),
  named('result-3', plain('in_run', 3, 'result')),
  named('nothing-new-2', plain('nothing_new', 2, 'result')),
  named('nothing-new-3', plain('nothing_new', 3, 'result')),
  named('similar', { ...plain('similar', 3, 'call'), likeness: 0.9, window: 6 }),
  named('abab-calls', plain('alternating', 2, 'call')),
  named('abab-tools', plain('alternating', 2, 'tool')),
  named('state-8', plain('in_a_row', 8, 'state')),
  named('state-12', plain('in_a_row', 12, 'state')),
  named('errors-3', plain('in_a_row', 3, 'error')),
];
