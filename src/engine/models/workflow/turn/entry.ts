import type { OutcomeRow } from './outcome.ts';

/**
 * All that came of a step, for the hash, as JSON. What its place says (row, agent, tick), who answered and the estimates
 * of tokens are left out.
 */
export const rowEntry = (row: OutcomeRow): string =>
  JSON.stringify([
    row.step,
    row.state,
    row.outcome,
    row.failure,
    row.attempt,
    row.answer,
    row.mended,
    row.action,
    row.note,
    row.key,
    row.match,
    row.target,
    row.result,
  ]);
