import type { OracleReport } from './oracleReport.ts';

/** Milliseconds of waiting that need no report. */
const UNREPORTED_WAIT_MS = 2_000;

/**
 * Cause of a wait of a language model's round: "waiting 34 s (late after 120 s) for 12 of 40 answers of http://gpu". ''
 * without a wait, and for a short one.
 */
export function describeOracleWait({
  wait,
  waiting,
  asked,
}: Pick<OracleReport, 'wait' | 'waiting' | 'asked'>): string {
  if (wait === null || wait.milliseconds < UNREPORTED_WAIT_MS || (waiting === 0 && !wait.isFirst)) return '';
  const { place, milliseconds, most, isFirst } = wait;
  const what = isFirst ? 'a first answer' : `${waiting} of ${asked} answers`;
  const end = most === null ? 'no deadline' : `${isFirst ? 'given up' : 'late'} after ${most} s`;
  return `waiting ${Math.floor(milliseconds / 1000)} s (${end}) for ${what} of ${place}`;
}
