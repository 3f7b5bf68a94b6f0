import { type Compared, type PlainRule, type StopRule, USUAL_WINDOW } from './stopRule.ts';

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
