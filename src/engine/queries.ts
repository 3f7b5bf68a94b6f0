import type { Machine } from './statechart/machine.ts';

/** `{state: count}` over all states of the chart, in definition order. O(agents). */
export function stateDistribution(machine: Machine): Record<string, number> {
  const counts = countStates(machine.population.state, machine.chart.states.length);
  return Object.fromEntries(machine.chart.states.map((state, i) => [state, counts[i]]));
}

/**
 * Agents in each state, by state number. @param of every agent's state @param states number of the chart's
 * states
 */
export function countStates(of: Uint16Array, states: number): Uint32Array {
  const counts = new Uint32Array(states);
  for (const state of of) counts[state]++;
  return counts;
}

/** How many agents are in one state. O(agents). @throws TypeError for a state that the chart lacks. */
export function agentsInState(state: string, machine: Machine): number {
  const number = machine.chart.stateNumber.get(state);
  if (number === undefined) throw new TypeError(`"${state}" is not a state of this chart`);
  let count = 0;
  for (const s of machine.population.state) if (s === number) count++;
  return count;
}
