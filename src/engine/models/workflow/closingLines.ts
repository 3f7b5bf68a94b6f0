import { grouped } from '../../textFile.ts';
import type { WorkflowState } from './state.ts';

const MOST = 5;
/** Questions per failure above which failures are not reported, since the policies deal with them. */
const MANY = 10;

/** A run's warnings, the most frequent first, and the number of its failed steps. */
export function closingLinesOf({ ledger, failureCount, decisionCount }: WorkflowState): readonly string[] {
  const warnings = [...ledger.warnings.all].sort((a, b) => b.times - a.times);
  const lines = warnings
    .slice(0, MOST)
    .map(
      ({ line, column, message, times }) =>
        `line ${line}, column ${column}: ${message} (${grouped(times)} times)`,
    );
  if (warnings.length > MOST) lines.push(`and ${grouped(warnings.length - MOST)} more warnings`);
  if (failureCount > 0 && failureCount * MANY >= decisionCount)
    lines.push(`${grouped(failureCount)} steps failed, in ${grouped(decisionCount)} questions`);
  return lines;
}
