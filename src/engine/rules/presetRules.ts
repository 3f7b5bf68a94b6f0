import {
  type AnyOfRules,
  type Compared,
  describeStopRule,
  type PlainRule,
  type RuleKind,
  type StopRule,
} from './stopRule.ts';

const createPlainRule = (rule: RuleKind, threshold: number, compare: Compared): PlainRule => ({
  rule,
  threshold,
  compare,
});
const createAnyOfRule = (...of: readonly PlainRule[]): AnyOfRules => ({ rule: 'any', of });

/** The same call with the same result 3× in a row, or 3 calls with nothing new, or A-B-A-B twice. */
export const CAREFUL: StopRule = createAnyOfRule(
  createPlainRule('in_a_row', 3, 'result'),
  createPlainRule('nothing_new', 3, 'result'),
  createPlainRule('alternating', 2, 'result'),
);

const S1 = createPlainRule('in_a_row', 3, 'tool');
const S2 = createPlainRule('in_a_row', 5, 'state');
const S3 = createPlainRule('in_a_row', 2, 'call');

/** A rule to choose: what a command line calls it, and what it is called. */
interface NamedRule {
  readonly id: string;
  readonly label: string;
  readonly rule: StopRule;
}

/** A rule that is called what it looks for. */
const createNamedRule = (id: string, rule: StopRule): NamedRule => ({
  id,
  label: describeStopRule(rule),
  rule,
});

/** Rules to choose from; the first is the usual one. Those of several parts have names for all of them. */
export const PRESET_RULES: readonly NamedRule[] = [
  { id: 'careful', label: 'clear loops', rule: CAREFUL },
  { id: 'specification', label: 'any repetition', rule: createAnyOfRule(S1, S2, S3) },
  createNamedRule('s1', S1),
  createNamedRule('s2', S2),
  createNamedRule('s3', S3),
  createNamedRule('roo-code', createPlainRule('in_a_row', 3, 'call')),
  createNamedRule('gemini-cli', createPlainRule('in_a_row', 5, 'call')),
  {
    id: 'openhands',
    label: 'as OpenHands stops its agents',
    rule: createAnyOfRule(
      createPlainRule('in_a_row', 4, 'result'),
      createPlainRule('in_a_row', 3, 'call_error'),
      createPlainRule('alternating', 3, 'result'),
    ),
  },
  createNamedRule('openlit', createPlainRule('in_run', 3, 'call')),
  createNamedRule('result-2', createPlainRule('in_run', 2, 'result')),
  createNamedRule('result-3', createPlainRule('in_run', 3, 'result')),
  createNamedRule('nothing-new-2', createPlainRule('nothing_new', 2, 'result')),
  createNamedRule('nothing-new-3', createPlainRule('nothing_new', 3, 'result')),
  createNamedRule('similar', { ...createPlainRule('similar', 3, 'call'), likeness: 0.9, window: 6 }),
  createNamedRule('abab-calls', createPlainRule('alternating', 2, 'call')),
  createNamedRule('abab-tools', createPlainRule('alternating', 2, 'tool')),
  createNamedRule('state-8', createPlainRule('in_a_row', 8, 'state')),
  createNamedRule('state-12', createPlainRule('in_a_row', 12, 'state')),
  createNamedRule('errors-3', createPlainRule('in_a_row', 3, 'error')),
];
