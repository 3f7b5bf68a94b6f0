import { InputError } from '../core/errors.ts';
import { getStateNumber } from './compiled.ts';
import type { Machine } from './machine.ts';

/** `{state: count}` over all states of the chart, in definition order. O(agents). */
export function stateDistribution(machine: Machine): Record<string, number> {
  checkMachine(machine);
  const counts = countAgentsByState(machine);
  return Object.fromEntries(machine.chart.states.map((state, i) => [state, counts[i]]));
}

/**
 * Agents in each state, by state number; a state includes those in the states below it. O(agents).
 * @param of every agent's configuration, now or in the past
 */
export function countAgentsByState(
  { population, table, chart }: Machine,
  of = population.state,
): Uint32Array {
  const counts = new Uint32Array(table.configurationCount);
  for (let agent = 0; agent < of.length; agent++) counts[of[agent]]++;
  if (chart.isFlat) return counts;
  const byState = new Uint32Array(chart.states.length);
  for (const [configuration, count] of counts.entries())
    if (count > 0) for (const state of table.configuration(configuration).active) byState[state] += count;
  return byState;
}

/** Number of agents in one state, at any level. O(agents). @throws InputError for a state that the chart lacks. */
export function agentsInState(state: string, machine: Machine): number {
  checkMachine(machine);
  return countAgentsByState(machine)[getStateNumber(machine.chart, state)];
}

function checkMachine(machine: Machine): void {
  if (machine?.chart === undefined)
    throw new InputError('agents are counted in a population, as populate() gives it, or in `run.machine`');
}
