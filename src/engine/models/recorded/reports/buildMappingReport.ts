import type { RecordedState } from '../recordedState.ts';

/** Steps of one tool that became one state. */
interface MappingRow {
  /** Null: they were left out. */
  readonly state: string | null;
  readonly tool: string;
  readonly steps: number;
  readonly cases: number;
  /** Arguments of the first of them that has some, cut to `MAX_EXAMPLE_LENGTH`; null for none. */
  readonly example: string | null;
  /** Case of the first of them, and its number among the steps that have a state; null for one that was left out. */
  readonly first: { readonly agent: number; readonly step: number } | null;
}

/** Cases that have been in a state. */
interface StateVisitors {
  readonly state: string;
  readonly steps: number;
  readonly cases: number;
  /** All of them, in their order. */
  readonly visitors: readonly number[];
  /** The first of them, each with its first step there and its number of steps there. */
  readonly agents: readonly { readonly agent: number; readonly step: number; readonly steps: number }[];
}

/** States that the mapping gave the steps. */
export interface MappingReport {
  /** Most steps first; those left out last. */
  readonly rows: readonly MappingRow[];
  readonly rowsInAll: number;
  readonly states: readonly StateVisitors[];
  readonly steps: number;
  /** Steps that the mapping leaves out. */
  readonly leftOut: number;
}

/** Rows that are listed, and visitors of each state. */
const MAX_ROWS = 500;
const MAX_VISITORS = 200;
/** UTF-16 units. */
const MAX_EXAMPLE_LENGTH = 120;

type Growing<T> = { -readonly [Name in keyof T]: T[Name] };
type GrowingVisitors = Growing<Omit<StateVisitors, 'agents' | 'visitors'>> & {
  readonly agents: Growing<StateVisitors['agents'][number]>[];
};

/** The states of all steps, by their tools. O(steps). */
export function buildMappingReport({ inputs, course, schedule }: RecordedState): MappingReport {
  const rows = new Map<string, Growing<MappingRow> & { last: number }>();
  const states = new Map<string, GrowingVisitors>();
  let [steps, leftOut] = [0, 0];
  for (const [agent, { source, places }] of inputs.prepared.entries()) {
    const numberAt = new Map(places.map((place, i) => [place, i]));
    for (const [place, { tool, args }] of source.steps.entries()) {
      const i = numberAt.get(place);
      const state =
        i === undefined ? null : String(course.chart.states[course.stateOf[schedule.first[agent] + i]]);
      steps++;
      if (i === undefined) leftOut++;
      const key = JSON.stringify([state, tool]);
      const row = rows.get(key) ?? {
        ...{ state, tool, steps: 0, cases: 0, example: null, last: -1 },
        first: i === undefined ? null : { agent, step: i + 1 },
      };
      rows.set(key, row);
      row.steps++;
      row.example ??= args === null || args === '' ? null : args.slice(0, MAX_EXAMPLE_LENGTH);
      if (row.last !== agent) [row.cases, row.last] = [row.cases + 1, agent];
      if (state === null || i === undefined) continue;
      const visited = states.get(state) ?? { state, steps: 0, cases: 0, agents: [] };
      states.set(state, visited);
      visited.steps++;
      const known = visited.agents.at(-1);
      if (known?.agent === agent) known.steps++;
      else visited.agents.push({ agent, step: i + 1, steps: 1 });
    }
  }
  const sorted = [...rows.values()].sort(
    (a, b) => Number(a.state === null) - Number(b.state === null) || b.steps - a.steps,
  );
  return {
    rows: sorted.slice(0, MAX_ROWS).map(({ last: _, ...row }) => row),
    rowsInAll: sorted.length,
    states: [...states.values()].map(one => ({
      ...one,
      cases: one.agents.length,
      visitors: one.agents.map(({ agent }) => agent),
      agents: one.agents.slice(0, MAX_VISITORS),
    })),
    steps,
    leftOut,
  };
}
