import type { CompiledChart } from './compiled.ts';
import type { Table } from './hierarchy/table.ts';

/** Source of a transition's names. */
interface TransitionNames {
  readonly chart: CompiledChart;
  readonly table: Table;
}

/** A transition by name; states of several regions, and triggers of transitions taken at once, are joined by commas. */
interface NamedMove {
  readonly fromState: string;
  readonly toState: string;
  readonly trigger: string;
}

/** A row of the log by name. @param step its transition, or step @param from the configuration that it left */
export function describeMove(names: TransitionNames, step: number, from: number): NamedMove {
  const { chart, table } = names;
  const { transitions, to } = table.step(step);
  const triggers = transitions.map(transition => chart.definition.transitions[transition].trigger);
  const trigger = triggers.length === 1 ? triggers[0] : [...new Set(triggers)].join(', ');
  const before = listLeafNames(names, from);
  const after = listLeafNames(names, to);
  return {
    fromState: formatChangedStates(before, after),
    toState: formatChangedStates(after, before),
    trigger,
  };
}

function formatChangedStates(some: readonly string[], others: readonly string[]): string {
  if (some.length === 1) return some[0];
  const own = some.filter(state => !others.includes(state));
  return (own.length > 0 ? own : some.slice(0, 1)).join(', ');
}

/** Names of the leaves of a configuration. */
export const listLeafNames = ({ chart, table }: TransitionNames, configuration: number): readonly string[] =>
  table.leavesIn(configuration).map(state => chart.states[state]);
