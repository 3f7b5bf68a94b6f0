import { InputError } from '../../../engine/core/errors.ts';
import type { Run } from '../../../engine/run/run.ts';

/** Sort keys of the agents: the number of the log's row that first led each into a state; infinite for none. */
export function computeFirstEntryKeys(run: Run, name: string): Float64Array {
  const { past, chart, population, table } = run.machine;
  const { projection } = table;
  const state = (projection?.places ?? chart.states).indexOf(name);
  if (state < 0) throw new InputError(`"${name}" is not a state of this chart`);
  const keys = new Float64Array(population.size).fill(Number.POSITIVE_INFINITY);
  const entered = (step: number) => {
    if (projection === null) return chart.target[step];
    const way = projection.wayOf(step);
    return way < 0 ? -1 : projection.ways[way].to;
  };
  let row = 0;
  past.forEach(past.start, run.tick, (_, agent, transition) => {
    if (entered(transition) === state && row < keys[agent]) keys[agent] = row;
    row++;
  });
  return keys;
}
