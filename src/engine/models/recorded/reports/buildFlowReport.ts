import { buildFlowGraph, type FlowGraph } from '../discovery/graph.ts';
import type { RecordedState } from '../recordedState.ts';
import { NEVER_TICK } from '../schedule.ts';

/** Which states came right after which in all cases. */
export interface FlowReport {
  readonly graph: FlowGraph;
  /** Names of the graph's nodes in the run's chart, if they differ. */
  readonly stateOf: ReadonlyMap<string, string>;
}

/** The graph of all moves, and what the run's chart calls its parts. O(steps). */
export function buildFlowReport({ inputs: { prepared }, course, schedule }: RecordedState): FlowReport {
  const renamed = new Map<string, string>();
  for (const [agent, { states }] of prepared.entries())
    for (const [i, name] of states.entries()) {
      const state = String(course.chart.states[course.stateOf[schedule.first[agent] + i]]);
      if (state !== name) renamed.set(name, state);
    }
  const isUnderWay = (agent: number) => schedule.endOf[agent] === NEVER_TICK;
  return { graph: buildFlowGraph(prepared, 'state', isUnderWay), stateOf: renamed };
}
