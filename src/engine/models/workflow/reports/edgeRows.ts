import type { Machine } from '../../../statechart/machine.ts';
import { type Counted, isAgentCounted } from '../../../statistics/counted.ts';
import type { EdgeRow } from '../../../statistics/steps.ts';
import type { WorkflowState } from '../state.ts';
import type { OutcomeRow } from '../turn/outcome.ts';

/** How often each declared transition was taken, and asked for in vain. @param rows of the range and of the agents that are counted */
export function buildEdgeRows(
  state: WorkflowState,
  machine: Machine,
  counted: Counted,
  rows: readonly OutcomeRow[],
): readonly EdgeRow[] {
  const { edges, states } = state.inputs.workflow;
  const taken = countTakenEdges(state, machine, counted);
  const refused = new Uint32Array(edges.length);
  for (const { failure, state: leaf, target } of rows)
    if (failure === 'no_edge') for (const edge of state.loop.edges.leading(leaf, target)) refused[edge]++;
  return edges.map(({ from, to, condition, line, column }, edge) => ({
    from: from === null ? null : states[from],
    to: states[to],
    condition: condition?.text ?? null,
    at: { line, column },
    taken: taken[edge],
    refused: refused[edge],
  }));
}

/** Moves along each edge, from the log. */
function countTakenEdges(state: WorkflowState, { log, past, table }: Machine, counted: Counted): Uint32Array {
  const taken = new Uint32Array(state.inputs.workflow.edges.length);
  for (let tick = Math.max(counted.from, past.start + 1); tick <= counted.to; tick++) {
    const [first, end] = log.range(tick);
    for (let row = first; row < end; row++)
      if (isAgentCounted(counted, log.agentAt(row)))
        taken[state.edgeOf(table.step(log.transitionAt(row)).transitions[0])]++;
  }
  return taken;
}
