import type { Tick } from '../../core/indices.ts';
import type { OutcomeRow } from './turn/outcomeRow.ts';
import { type Plan, planTurn } from './turn/planTurn.ts';
import type { WorkflowState } from './workflowState.ts';

/** True if an outcome ends the turn. */
export const isTurnEnding = ({ outcome }: OutcomeRow): boolean =>
  outcome === 'retry' || outcome === 'stopped';

/**
 * A past turn planned again, up to its question; null if its variables are no longer stored.
 * @param rows outcomes of the turn
 */
export function replanPastTurn(
  state: WorkflowState,
  agent: number,
  tick: Tick,
  rows: readonly OutcomeRow[],
): Plan | null {
  const { workflow } = state.inputs;
  if (tick - 1 < state.ledger.courses[agent].variables.since) return null;
  const leaf = state.leafBefore(agent, tick);
  const ended = new Set(rows.filter(isTurnEnding).map(({ step }) => workflow.steps[step]));
  return planTurn(workflow, leaf, state.contextOf(agent, tick, leaf), step => ended.has(step));
}
