import { grouped } from '../../../model/counted.ts';
import type { WorkflowState } from '../state.ts';
import { standstillWords } from './standstill.ts';

const MOST = 5;
/** Questions per failure above which failures are not reported, since the policies deal with them. */
const MANY = 10;

const soldWords = (sold: number): string => `${grouped(sold)} sold${sold === 0 ? '' : ', none lately'}`;

/** A run's warnings, the most frequent first, and the number of its failed steps, and what keeps its agents. */
export function closingLinesOf(state: WorkflowState): readonly string[] {
  const { ledger, failureCount, decisionCount, standstill, world } = state;
  const warnings = [...ledger.warnings.all].sort((a, b) => b.times - a.times);
  const lines = warnings
    .slice(0, MOST)
    .map(
      ({ line, column, message, times }) =>
        `line ${line}, column ${column}: ${message} (${grouped(times)} times)`,
    );
  if (warnings.length > MOST) lines.push(`and ${grouped(warnings.length - MOST)} more warnings`);
  if (standstill !== null) lines.push(`${soldWords(world.totals.sold)}: ${standstillWords(standstill)}`);
  if (failureCount > 0 && failureCount * MANY >= decisionCount)
    lines.push(`${grouped(failureCount)} steps failed, in ${grouped(decisionCount)} questions`);
  return lines;
}
