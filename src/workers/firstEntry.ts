import { InputError } from '../engine/errors.ts';
import type { Run } from '../engine/run.ts';

/** Sort keys of the agents: the number of the log's row that first led each into a state; infinite for none. */
export function firstEntry(run: Run, name: string): Float64Array {
  const { past, chart, population } = run.machine;
  const state = chart.stateNumber.get(name);
  if (state === undefined) throw new InputError(`"${name}" is not a state of this chart`);
  const keys = new Float64Array(population.size).fill(Number.POSITIVE_INFINITY);
  let row = 0;
  past.forEach(past.start, run.tick, (_, agent, transition) => {
    if (chart.target[transition] === state && row < keys[agent]) keys[agent] = row;
    row++;
  });
  return keys;
}
