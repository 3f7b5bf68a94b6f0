import { describeSheetCheck, isSheetAsExpected } from '../../engine/export/checkSheet.ts';
import type { Verdict } from '../../engine/export/verdict.ts';
import type { Replayed } from '../state/pageState.ts';

/** "every section follows from set-up, seed and answers", or the first place that does not. */
export function describeVerdict({ verdict, difference, reason }: Verdict): string {
  if (verdict === 'verified') return 'verified: every section follows from its set-up, seed and answers.';
  if (difference === null) return `it is not what it says: ${reason}.`;
  const { where, said, is } = difference;
  return `it is not what it says: ${where} is ${said ?? 'missing'}, and would be ${is ?? 'missing'}.`;
}

/** Result of a document's check, for a line: "verified", "differs in agents[4].current_state". */
function describeCheckBriefly(check: Replayed['check']): string {
  if (check === null) return 'not checked';
  if (typeof check === 'number') return `${Math.round(check * 100)} % checked`;
  if (check.verdict === 'verified') return 'verified';
  return `differs: ${check.difference?.where ?? check.reason ?? ''}`;
}

/** The same with the sheet that the document was handed in with, if it was: `“Ada”, “threshold”, seed 7 as expected: verified`. */
export function describeReplayedBriefly({ check, sheet }: Replayed): string {
  const brief = describeCheckBriefly(check);
  return sheet === undefined ? brief : `${describeSheetCheck(sheet)}: ${brief}`;
}

/** True for a document that is not what it says, or whose sheet belongs to another run. */
export const isReplayedInDoubt = ({ check, sheet }: Replayed): boolean =>
  (check !== null && typeof check === 'object' && check.verdict === 'differs') ||
  (sheet !== undefined && !isSheetAsExpected(sheet));

/** True for a document of which it is not known where it differs, or if it does. */
export const isReplayedUnchecked = ({ check }: Replayed): boolean =>
  check === null || (typeof check === 'object' && check.unchecked === '');
