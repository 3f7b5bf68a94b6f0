import { SOURCES } from '../../../oracle/oracle.ts';
import { type Counted, isAgentCounted } from '../../../statistics/counted.ts';
import type { StepReport } from '../../../statistics/steps.ts';
import { buildStepReport, StepTally } from '../../../statistics/stepTally.ts';
import { FALLBACK, LATE } from '../asking/decisions.ts';
import { OPTIONS } from '../asking/policy.ts';
import type { SocialState } from '../state.ts';

/** Questions without an answer that could be used. */
const NONE = 'no answer';
const ROWS = [...OPTIONS, NONE];

/** What was chosen, and what it cost where a model was asked. O(decisions of the run). */
export function buildSocialStepReport({ decisions }: SocialState, counted: Counted): StepReport {
  const tally = new StepTally(ROWS.length);
  const { tick, agent, option, source, said, count } = decisions;
  for (let row = 0; row < count; row++) {
    if (
      tick.data[row] < counted.from ||
      tick.data[row] > counted.to ||
      !isAgentCounted(counted, agent.data[row])
    )
      continue;
    const chosen = option.data[row];
    const evidence = said.get(row)?.evidence;
    tally.add(chosen === LATE || chosen === FALLBACK ? OPTIONS.length : chosen, {
      source: SOURCES[source.data[row]],
      isAnswered: chosen !== LATE,
      isFailed: chosen === LATE || chosen === FALLBACK,
      tokensIn: evidence?.tokensIn ?? 0,
      tokensOut: evidence?.tokensOut ?? 0,
      evidence,
    });
  }
  // Who ignores a post goes on as well.
  return buildStepReport(tally, {
    noun: 'choice',
    names: ROWS,
    statesOf: () => ['evaluating'],
    canStall: false,
  });
}
