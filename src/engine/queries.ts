import type { Machine } from './statechart/machine.ts';

/** `{state: count}` over all states of the chart, in definition order. O(agents). */
export function stateDistribution(machine: Machine): Record<string, number> {
  const counts = countStates(machine);
  return Object.fromEntries(machine.chart.states.map((state, i) => [state, counts[i]]));
}

/** Agents in each state, by state number. */
export function countStates(machine: Machine): Uint32Array {
  const counts = new Uint32Array(machine.chart.states.length);
  for (const state of machine.population.state) counts[state]++;
  return counts;
}

/** How many agents are in one state. O(agents). @throws TypeError for a state that the chart lacks. */
export function agentsInState(machine: Machine, state: string): number {
  const number = machine.chart.stateNumber.get(state);
  if (number === undefined) throw new TypeError(`"${state}" is not a state of this chart`);
  let count = 0;
  for (const s of machine.population.state) if (s === number) count++;
  return count;
}
