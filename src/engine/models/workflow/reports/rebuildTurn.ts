import type { Tick } from '../../../core/indices.ts';
import type { Machine } from '../../../statechart/machine.ts';
import type { Workflow } from '../inputs/workflow.ts';
import { MarketView } from '../market/marketView.ts';
import type { OutcomeRow } from '../outcomeTable.ts';
import { isConditionMet } from '../turn/isConditionMet.ts';
import { type Plan, planTurn } from '../turn/planTurn.ts';
import type { TurnContext } from '../turn/turnContext.ts';
import type { WorkflowState } from '../workflowState.ts';

/** True if an outcome ends the turn. */
const isTurnEnding = ({ outcome }: OutcomeRow): boolean => outcome === 'retry' || outcome === 'stopped';

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

/** A turn as it was decided: the edges that were looked at, in order; only the last one can have been open. */
export interface RebuiltTurn {
  readonly context: TurnContext;
  readonly edges: readonly { readonly edge: number; readonly isOpen: boolean }[];
}

/** The turn rebuilt; null if its variables are no longer stored, or the result differs from the log. */
export function rebuildTurn(
  state: WorkflowState,
  machine: Machine,
  agent: number,
  tick: Tick,
): RebuiltTurn | null {
  const { workflow } = state.inputs;
  const rows = state.ledger.rows.ofTicks(agent, tick, tick);
  const plan = replanPastTurn(state, agent, tick, rows);
  if (plan === null || plan.isEnded) return null;
  const { context, state: leaf } = plan;
  if (rows.some(({ action }) => action !== null))
    context.look(new MarketView(state.world, agent, tick, tick, workflow.states[leaf]));
  const edges: { edge: number; isOpen: boolean }[] = [];
  const isOpen = () => edges.at(-1)?.isOpen === true;
  for (const to of listWantedTargets(workflow, plan, rows)) {
    for (const edge of state.loop.edges.leading(leaf, to))
      if (!isOpen()) edges.push({ edge, isOpen: isConditionMet(workflow.edges[edge].condition, context) });
  }
  const found = isOpen() ? edges[edges.length - 1].edge : null;
  return found === findTakenEdge(state, machine, agent, tick) ? { context, edges } : null;
}

/** The states that edges were looked for to, one after the other; null for any. */
function listWantedTargets(
  { nesting, steps }: Workflow,
  { state: leaf, target }: Plan,
  rows: readonly OutcomeRow[],
): readonly (number | null)[] {
  const isThere = (to: number) => nesting.landing(to, leaf) === leaf;
  const wanted: (number | null)[] = [];
  const asked = rows.find(({ step }) => steps[step].type !== 'code');
  if (asked !== undefined) {
    if (asked.target !== null && isThere(asked.target)) return wanted;
    if (asked.target !== null) wanted.push(asked.target);
    if (isTurnEnding(asked) || (asked.outcome === 'done' && asked.target !== null)) return wanted;
  }
  if (target !== null) {
    if (isThere(target.to)) return wanted;
    wanted.push(target.to);
    const barred = rows.find(({ step, failure }) => steps[step] === target.step && failure === 'no_edge');
    if (barred === undefined || isTurnEnding(barred)) return wanted;
  }
  return [...wanted, null];
}

/** The edge along which an agent moved in a tick; null for none. */
export function findTakenEdge(
  state: WorkflowState,
  { log, table }: Machine,
  agent: number,
  tick: Tick,
): number | null {
  const [first, end] = log.range(tick);
  for (let row = first; row < end; row++)
    if (log.agentAt(row) === agent) return state.edgeOf(table.step(log.transitionAt(row)).transitions[0]);
  return null;
}
