import { InputError } from '../../core/errors.ts';
import type { CompiledChart } from '../compiled.ts';
import type { Population } from '../population.ts';
import type { Table } from './table.ts';

/** A chart that never comes to rest. */
class Livelock extends InputError {
  override readonly name = 'Livelock';
}

/** The machine that agents act on. */
interface LivelockHost {
  readonly chart: CompiledChart;
  readonly table: Table;
  readonly population: Population;
  readonly log: { readonly tick: number };
}

/** The error of an agent that took so many steps in a row, with the states between which it goes. */
export function createLivelockError(
  machine: LivelockHost,
  agent: number,
  step: number,
  steps: number,
): InputError {
  const { table, chart, log, population } = machine;
  const quoted = (state: number) => `"${chart.states[state]}"`;
  const leaves = (configuration: number) => table.leavesIn(configuration).map(quoted).join(' and ');
  const now = population.state[agent];
  const where = step < 0 ? leaves(now) : `${leaves(now)} and ${leaves(table.step(step).to)}`;
  return new Livelock(
    `chart "${chart.definition.name}" never comes to rest: agent ${agent + 1} took ${steps} steps in a row in tick ${log.tick}, at last between ${where}`,
  );
}
