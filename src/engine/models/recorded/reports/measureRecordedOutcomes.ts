import type { Tick } from '../../../core/indices.ts';
import type { OutcomeValues } from '../../../model/outcomeDefinition.ts';
import { isGuardTool } from '../../../traces/guardSteps.ts';
import { getCaseEnd } from '../course.ts';
import type { RecordedState } from '../recordedState.ts';
import { CASE_END_STATES } from '../recordedTerms.ts';

/** The values of `RECORDED_OUTCOMES` after a tick. O(steps). */
export function measureRecordedOutcomes({ cases, schedule }: RecordedState, tick: Tick): OutcomeValues {
  const ended = CASE_END_STATES.map(() => 0);
  const sums = {
    steps: 0,
    failed: null as number | null,
    tokens: null as number | null,
    usd: null as number | null,
  };
  for (const [c, one] of cases.entries()) {
    if (schedule.endOf[c] <= tick) ended[CASE_END_STATES.indexOf(getCaseEnd(one))]++;
    for (const [i, step] of one.steps.entries()) {
      if (schedule.tickOf[schedule.first[c] + i] > tick) break;
      if (!isGuardTool(step.tool)) sums.steps++;
      sums.failed = addNullable(sums.failed, step.failed === null ? null : Number(step.failed));
      sums.tokens = addNullable(addNullable(sums.tokens, step.tokensIn), step.tokensOut);
      sums.usd = addNullable(sums.usd, step.usd);
    }
  }
  return [...ended, sums.steps, sums.failed, sums.tokens, sums.usd];
}

/** Unknown amounts add nothing; a sum of unknown amounts is unknown. */
const addNullable = (sum: number | null, more: number | null): number | null =>
  more === null ? sum : (sum ?? 0) + more;
