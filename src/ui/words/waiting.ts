import { asksModel } from '../../engine/oracleSetup.ts';
import type { PageState } from '../store/pageState.ts';

/** Milliseconds of waiting that nobody needs to be told of. */
const SHORT = 2_000;

/**
 * What a language model's round waits for: "waiting for 12 of 40 answers, 34 s so far; late after 120 s". '' while it
 * does not play, and where it is quick.
 */
export function waitWords({
  oracleReport,
  run,
  phase,
}: Pick<PageState, 'oracleReport' | 'run' | 'phase'>): string {
  if (phase !== 'playing' || !oracleReport || !run || !asksModel(run.setup.oracle)) return '';
  const { waiting, asked, longestWait } = oracleReport;
  if (longestWait === null || longestWait < SHORT || waiting === 0) return '';
  const { deadline } = run.setup.oracle.limits;
  const most = deadline === null ? 'no deadline' : `late after ${deadline} s`;
  return `waiting for ${waiting} of ${asked} answers, ${Math.floor(longestWait / 1000)} s so far; ${most}`;
}
