import type { Tick } from '../../../core/indices.ts';
import type { Machine } from '../../../statechart/machine.ts';
import { type Counted, isAgentCounted } from '../../../statistics/counted.ts';
import type { EdgeRow, StepReport } from '../../../statistics/stepReport.ts';
import { type Sequel, StepTally } from '../../../statistics/stepTally.ts';
import type { OutcomeRow } from '../turn/outcomeRow.ts';
import type { WorkflowState } from '../workflowState.ts';
import type { StepOutcome } from '../workflowTerms.ts';

const SEQUELS: Readonly<Partial<Record<StepOutcome, Sequel>>> = {
  retry: 'triedAgain',
  gave_up: 'givenUp',
  skipped: 'skipped',
  stopped: 'stopped',
};
/** In place of a step: none is to blame. */
const NO_STEP_BLAMED = -1;

/** Results of each step of the workflow. O(rows + agents × ticks of the range). */
export function buildWorkflowStepReport(
  state: WorkflowState,
  machine: Machine,
  counted: Counted,
): StepReport {
  const { steps, states } = state.inputs.workflow;
  const rows = state.ledger.rows.filter(
    ({ tick, agent }) => tick >= counted.from && tick <= counted.to && isAgentCounted(counted, agent),
  );
  const tally = new StepTally(steps.length);
  for (const row of rows) addOutcomeToTally(tally, row, state);
  countStalledTurns(tally, rows, state, machine, counted);
  return {
    noun: 'step',
    rows: steps.map(({ name, type, line, column, inState }, number) => ({
      name,
      type,
      at: { line, column },
      states: inState?.map(leaf => states[leaf]) ?? null,
      ...tally.figuresOf(number),
    })),
    edges: buildEdgeRows(state, machine, counted, rows),
  };
}

function addOutcomeToTally(tally: StepTally, row: OutcomeRow, { ledger }: WorkflowState): void {
  tally.add(row.step, {
    ...row,
    isAnswered: row.answer !== null,
    isFailed: row.failure !== null,
    evidence: ledger.evidence.get(row.row),
  });
  const sequel = SEQUELS[row.outcome];
  if (sequel !== undefined) tally.follow(row.step, sequel);
}

/** Counts turns that left their agent in its state, and agents that a step has stopped. */
function countStalledTurns(
  tally: StepTally,
  rows: readonly OutcomeRow[],
  state: WorkflowState,
  { past, log }: Machine,
  counted: Counted,
): void {
  const blamed = findBlamedSteps(rows, state);
  const waiting = listWaitingSteps(state);
  const begin = Math.max(counted.from, past.start + 1);
  const place = past.at(begin - 1).state.slice();
  for (let tick = begin; tick <= counted.to; tick++) {
    const [first, end] = log.range(tick);
    const moved = new Set(Array.from({ length: end - first }, (_, i) => log.agentAt(first + i)));
    const isLast = tick === counted.to;
    for (const agent of place.keys()) {
      if (!isAgentCounted(counted, agent) || moved.has(agent) || !state.hasTurn(agent, tick)) continue;
      const step = blamed.get(getTurnKey(tick, agent)) ?? waiting[state.leafIn(place[agent])];
      if (step !== NO_STEP_BLAMED) tally.stall(step, agent, isLast);
    }
    for (let row = first; row < end; row++) place[log.agentAt(row)] = past.stateAfter(row);
  }
  for (const [agent, { stopped }] of state.ledger.courses.entries())
    if (stopped !== null && stopped.tick <= counted.to && isAgentCounted(counted, agent))
      tally.hold(stopped.step, agent);
}

const getTurnKey = (tick: Tick, agent: number): string => `${tick} ${agent}`;

/**
 * The step that failed last in a turn, else the one that was asked; NONE if that one chose to stay, or nothing leads
 * out.
 */
function findBlamedSteps(rows: readonly OutcomeRow[], { loop }: WorkflowState): ReadonlyMap<string, number> {
  const blamed = new Map<string, number>();
  const failed = new Set<string>();
  for (const { tick, agent, step, failure, target, state } of rows) {
    const key = getTurnKey(tick, agent);
    const isOwn = target !== null || !loop.edges.hasWayOut(state);
    if (failure !== null) failed.add(key);
    if (failure !== null) blamed.set(key, step);
    else if (!failed.has(key)) blamed.set(key, isOwn ? NO_STEP_BLAMED : step);
  }
  return blamed;
}

/** The first step that asks in a state, by leaf: agents without a question there wait for it. */
const listWaitingSteps = ({ inputs: { workflow } }: WorkflowState): readonly number[] =>
  workflow.states.map((_, leaf) =>
    workflow.steps.findIndex(({ type, inState }) => type !== 'code' && inState?.includes(leaf)),
  );

/**
 * Number of times that each declared transition was taken, and requested in vain.
 * @param rows of the range and of the counted agents
 */
function buildEdgeRows(
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
