import { formatGroupedInteger } from '../../../core/formatNounCount.ts';
import type { WorkflowState } from '../workflowState.ts';
import { describeStandstill } from './standstill.ts';

const MAX_CLOSING_ROWS = 5;
/** Questions per failure above which failures are not reported, since the policies deal with them. */
const QUESTIONS_PER_REPORTED_FAILURE = 10;

const formatSoldCount = (sold: number): string =>
  `${formatGroupedInteger(sold)} sold${sold === 0 ? '' : ', none lately'}`;

/** A run's warnings, the most frequent first, and the number of its failed steps, and what keeps its agents. */
export function describeWorkflowEnd(state: WorkflowState): readonly string[] {
  const { ledger, failureCount, decisionCount, standstill, world } = state;
  const warnings = [...ledger.warnings.all].sort((a, b) => b.times - a.times);
  const lines = warnings
    .slice(0, MAX_CLOSING_ROWS)
    .map(
      ({ line, column, message, times }) =>
        `line ${line}, column ${column}: ${message} (${formatGroupedInteger(times)} times)`,
    );
  if (warnings.length > MAX_CLOSING_ROWS)
    lines.push(`and ${formatGroupedInteger(warnings.length - MAX_CLOSING_ROWS)} more warnings`);
  if (standstill !== null)
    lines.push(`${formatSoldCount(world.totals.sold)}: ${describeStandstill(standstill)}`);
  if (failureCount > 0 && failureCount * QUESTIONS_PER_REPORTED_FAILURE >= decisionCount)
    lines.push(
      `${formatGroupedInteger(failureCount)} steps failed, in ${formatGroupedInteger(decisionCount)} questions`,
    );
  return lines;
}
