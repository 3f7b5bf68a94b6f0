import type { OutcomeRow } from './outcomeRow.ts';

/**
 * A step's outcome for the hash, as JSON. Left out are its place (row, agent, tick), who answered, and the
 * token estimates.
 */
export const buildOutcomeHashEntry = (row: OutcomeRow): string =>
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
