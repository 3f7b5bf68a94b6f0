import { endOf } from './course.ts';
import { type FlowGraph, graphOf } from './discovery/graph.ts';
import type { RecordedState } from './state.ts';
import type { End } from './words.ts';

/** How often cases end after a state. */
interface EndCount {
  /** Null: after no step. */
  readonly from: string | null;
  readonly end: End;
  readonly count: number;
}

/** Which states came right after which in all cases. */
export interface FlowReport {
  readonly graph: FlowGraph;
  readonly ends: readonly EndCount[];
  /** Names of the graph's nodes in the run's chart, where they are others. */
  readonly stateOf: ReadonlyMap<string, string>;
}

/** The graph of all moves, and what the run's chart calls its parts. O(steps). */
export function flowReport({ inputs: { prepared }, course, schedule }: RecordedState): FlowReport {
  const counts = new Map<string, { from: string | null; end: End; count: number }>();
  const renamed = new Map<string, string>();
  for (const [agent, { source, states }] of prepared.entries()) {
    const [from, end] = [states.at(-1) ?? null, endOf(source)];
    const key = JSON.stringify([from, end]);
    const known = counts.get(key);
    if (known === undefined) counts.set(key, { from, end, count: 1 });
    else known.count++;
    for (const [i, name] of states.entries()) {
      const state = String(course.chart.states[course.stateOf[schedule.first[agent] + i]]);
      if (state !== name) renamed.set(name, state);
    }
  }
  return {
    graph: graphOf(prepared, 'state'),
    ends: [...counts.values()],
    stateOf: renamed,
  };
}
